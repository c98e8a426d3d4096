/** What one condition solved and another did not, block by block and by name; main process. */
import type { Coverage } from '../../figures/analysis.ts'
import { pWords } from '../../terminal/statistics.ts'
import { together } from '../../text.ts'
import { html, type Markup, px } from '../markup.ts'
import { dataTable, folded, type MakeSection, note } from './section.ts'

const WIDTH = 220
const NAMES = 12

export const coverageSection: MakeSection = ({ figures }, cite) => {
  const { coverage } = figures.analysis
  if (coverage.length === 0) return null
  const rows = coverage.map((one) => {
    const id = (what: string) => [figures.suite, one.a, one.b, 'coverage', what].join('/')
    return [
      html`${one.b} <small>against</small> ${one.a}`,
      bar(one),
      html`${cite(id('gained'), one.gained.length)} ${names(one.gained)}`,
      html`${cite(id('lost'), one.lost.length)} ${names(one.lost)}`,
      cite(id('both'), one.both),
      cite(id('neither'), one.neither),
      cite(id('union'), one.union),
      cite(id('p'), html`${pWords(one.p)} <small>adjusted ${pWords(one.adjusted)}</small>`),
      html`<span class="verdict${one.verdict === 'different' && ' different'}">${one.verdict}</span>`,
    ]
  })
  return {
    id: 'coverage',
    title: 'Coverage gained and lost',
    short: 'Coverage',
    body: html`${dataTable(
      'Blocks solved by one condition and not by the other',
      [
        { title: 'conditions' },
        { title: 'gained · both · lost · neither' },
        { title: 'gained' },
        { title: 'lost' },
        { title: 'both', numeric: true },
        { title: 'neither', numeric: true },
        { title: 'union', numeric: true },
        { title: 'p', numeric: true },
        { title: 'verdict' },
      ],
      rows,
      'coverage',
    )}${note('A block is one repetition of a task. Gained: solved by the first and not by the second; p: exact McNemar test.')}`,
  }
}

function bar({ gained, both, lost, neither, n }: Coverage): Markup {
  const parts = [
    ['gained', gained.length],
    ['both', both],
    ['lost', lost.length],
    ['neither', neither],
  ] as const
  let left = 0
  return html`<svg class="cell" width="${WIDTH}" height="18" viewBox="0 0 ${WIDTH} 18" aria-hidden="true">${parts.map(
    ([name, count]) => {
      const x = left
      const width = (count / Math.max(1, n)) * WIDTH
      left += width
      if (count === 0) return ''
      return html`<rect class="cover-${name}" x="${px(x + 0.5)}" y="2" width="${px(width - 1)}" height="14" rx="1.5"/>${
        width > 16 &&
        html`<text class="cover-text-${name}" x="${px(x + width / 2)}" y="13" text-anchor="middle">${count}</text>`
      }`
    },
  )}</svg>`
}

function names(blocks: string[]): Markup {
  if (blocks.length === 0) return html``
  if (blocks.length <= NAMES) return html`<small>${blocks.map(together).join(', ')}</small>`
  return folded(`by name`, html`<small>${blocks.map(together).join(', ')}</small>`)
}
