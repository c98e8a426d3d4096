/** What became of each assertion under each condition, and the assertions that measured nothing; main process. */
import type { Idle } from '../../figures/analysis.ts'
import { countWords } from '../../terminal/words.ts'
import type { Cite } from '../cite.ts'
import { named } from '../look.ts'
import { html, type Markup, px } from '../markup.ts'
import { dataTable, folded, type MakeSection } from './section.ts'

const WIDTH = 160
const parts = ['fixed', 'kept', 'unfixed', 'broke'] as const

export const transitionSection: MakeSection = ({ figures, conditions }, cite) => {
  const { transitions, idle } = figures.analysis
  if (transitions.length === 0 && idle.length === 0) return null
  const rows = transitions.map((one) => [
    one.name,
    one.axis,
    named(conditions, one.condition),
    bar(one),
    ...parts.map((part) =>
      cite([figures.suite, one.condition, 'transitions', one.id, part].join('/'), one[part]),
    ),
    cite([figures.suite, one.condition, 'transitions', one.id, 'of'].join('/'), one.of),
  ])
  return {
    id: 'transitions',
    title: 'Transitions, and assertions that measured nothing',
    short: 'Transitions',
    body: html`${folded(
      `Fixed, kept, unfixed, broke, by assertion and condition (${rows.length})`,
      dataTable(
        'Transitions by assertion and condition',
        [
          { title: 'assertion' },
          { title: 'axis' },
          { title: 'condition' },
          { title: '' },
          ...parts.map((title) => ({ title, numeric: true })),
          { title: 'of', numeric: true },
        ],
        rows,
      ),
    )}${idleList(figures.suite, idle, cite)}`,
  }
}

function bar(one: Record<(typeof parts)[number], number> & { of: number }): Markup {
  let left = 0
  return html`<svg class="cell" width="${WIDTH}" height="12" viewBox="0 0 ${WIDTH} 12" aria-hidden="true">${parts.map(
    (part) => {
      const x = left
      const width = (one[part] / Math.max(1, one.of)) * WIDTH
      left += width
      return (
        width > 0 &&
        html`<rect class="s-${part[0]}" x="${px(x)}" y="1" width="${px(width)}" height="10"/>`
      )
    },
  )}</svg>`
}

function idleList(suite: string, idle: readonly Idle[], cite: Cite): Markup {
  if (idle.length === 0)
    return html`<p>Each assertion passed in some sample and failed in another.</p>`
  const kinds = Map.groupBy(idle, ({ why }) => why)
  return html`${[...kinds].map(([why, those]) =>
    folded(
      html`${countWords(those.length, 'assertion')} ${why} here: they tell no condition from another`,
      html`<ul class="lines">${those.map(({ id, name, axis, samples }) => html`<li>${name} <small>${axis}, ${cite(`${suite}/idle/${id}`, countWords(samples, 'sample'))}</small></li>`)}</ul>`,
    ),
  )}`
}
