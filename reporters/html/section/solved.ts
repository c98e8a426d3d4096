/** Means over tasks, and samples that solved their task on both axes, with what a solved task costs; main process. */
import type { Analysis, Rate, Solved } from '../../figures/analysis.ts'
import {
  atWords,
  costPerSolvedWords,
  countedWords,
  intervalWords,
  pWords,
  shareWords,
  tokensPerSolvedWords,
} from '../../terminal/statistics.ts'
import type { Cite } from '../cite.ts'
import { named } from '../look.ts'
import { html, type Markup } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import { intervalAxis, intervalLine, shareScale } from '../plot/interval.ts'
import { dataTable, folded, type MakeSection, note } from './section.ts'

export const solvedSection: MakeSection = (model, cite) => {
  const { analysis } = model.figures
  const overall = analysis.solved.filter(({ task }) => task === null)
  const byTask = analysis.solved.filter(({ task }) => task !== null)
  if (analysis.solved.length === 0 && analysis.conditions.length === 0) return null
  return {
    id: 'solved',
    title: 'Solved, and at what price',
    short: 'Solved',
    body: html`${solvedTable(model, overall, cite)}${
      byTask.length > 0 && folded(`by task (${byTask.length})`, solvedTable(model, byTask, cite))
    }${note('Solved: all change and all regress assertions of the sample passed. Pass@k: chance that one of k tries solves it; pass^k: that all k do; both unbiased, and undefined where fewer than k samples are known.')}${means(model, analysis, cite)}${rates(model, analysis, cite)}`,
  }
}

function solvedTable(model: SuiteModel, solved: Solved[], cite: Cite): Markup {
  const scale = shareScale()
  const ks = [...new Set(solved.flatMap(({ passAt }) => passAt.map(({ k }) => k)))].sort(
    (a, b) => a - b,
  )
  const heads = [
    { title: 'condition' },
    { title: 'task' },
    { title: 'solved', numeric: true },
    { title: intervalAxis(scale) },
    { title: '95% interval', numeric: true },
    ...ks.flatMap((k) => [
      { title: `Pass@${k}`, numeric: true },
      { title: `pass^${k}`, numeric: true },
    ]),
    { title: 'cost per solved', numeric: true },
    { title: 'output tokens per solved', numeric: true },
  ]
  const rows = solved.map((one) => {
    const id = (what: string) =>
      [model.figures.suite, one.condition, one.task ?? 'total', what].join('/')
    const at = (list: Solved['passAt'], k: number) => {
      const found = list.find((entry) => entry.k === k)
      return found ? atWords(found) : '–'
    }
    return [
      named(model.conditions, one.condition),
      one.task ?? 'all',
      cite(id('solved'), countedWords(one.solved, one.n, one.of)),
      intervalLine(scale, {
        value: one.avg,
        interval: one.interval,
        strong: true,
      }),
      cite(id('solved interval'), intervalWords(one.interval, shareWords)),
      ...ks.flatMap((k) => [
        cite(id(`pass@${k}`), at(one.passAt, k)),
        cite(id(`pass^${k}`), at(one.passHat, k)),
      ]),
      unknownTitled(one, cite(id('cost per solved'), costPerSolvedWords(one))),
      unknownTitled(one, cite(id('output tokens per solved'), tokensPerSolvedWords(one))),
    ]
  })
  return dataTable('Solved samples by condition', heads, rows, 'forest')
}

/** Why something is not known, where something is not. */
function unknownTitled({ unknown }: Solved, text: Markup): Markup {
  return unknown === null ? text : html`<span title="${unknown}">${text}</span>`
}

/** Means over tasks, each task weighing the same, with intervals clustered on task. */
function means(
  { figures, conditions: names }: SuiteModel,
  { conditions }: Analysis,
  cite: Cite,
): Markup {
  if (conditions.length === 0) return html``
  const scale = shareScale()
  const rows = conditions.map((one) => {
    const id = (what: string) => [figures.suite, one.condition, 'all', one.axis, what].join('/')
    return [
      named(names, one.condition),
      html`<span class="axis-tag">${one.axis}</span>`,
      intervalLine(scale, { value: one.mean, interval: one.interval, strong: true }),
      cite(id('mean'), shareWords(one.mean)),
      cite(id('interval'), intervalWords(one.interval, shareWords)),
      cite(id('covers'), `${one.n} of ${one.of} samples, ${one.tasks} tasks`),
      one.interval?.method ?? '–',
    ]
  })
  return html`<h4>Means over tasks</h4>${dataTable(
    'Means over tasks by condition and axis',
    [
      { title: 'condition' },
      { title: 'axis' },
      { title: intervalAxis(scale) },
      { title: 'mean', numeric: true },
      { title: '95% interval', numeric: true },
      { title: 'covers' },
      { title: 'method' },
    ],
    rows,
    'forest',
  )}`
}

const yes: Record<Rate['what'], string> = {
  solved: 'solved',
  damaged: 'broke something',
  littered: 'left litter',
}

function rates({ figures, conditions }: SuiteModel, analysis: Analysis, cite: Cite): Markup {
  const own = analysis.rates.filter(({ what }) => what !== 'solved')
  if (own.length === 0) return html``
  const rows = own.map((one) => {
    const id = (what: string) => [figures.suite, one.condition, one.task ?? 'total', what].join('/')
    return [
      named(conditions, one.condition),
      one.task ?? 'all',
      yes[one.what],
      cite(id(`${one.what} rate`), `${one.count} of ${one.n}`),
      cite(id(`${one.what} interval`), intervalWords(one.interval, shareWords)),
    ]
  })
  const compared = analysis.rateComparisons.map((one) => [
    `${one.first} − ${one.second}`,
    one.task ?? 'all',
    yes[one.what],
    cite(
      [figures.suite, one.first, one.second, one.task ?? 'all', one.what, 'p'].join('/'),
      pWords(one.p),
    ),
    cite(
      [figures.suite, one.first, one.second, one.task ?? 'all', one.what, 'adjusted'].join('/'),
      pWords(one.adjusted),
    ),
    one.verdict,
  ])
  return html`<h4>Damage and litter as rates</h4>${folded(
    `${rows.length} rates, ${compared.length} comparisons`,
    html`${dataTable(
      'Rates by condition and task',
      [
        { title: 'condition' },
        { title: 'task' },
        { title: 'what' },
        { title: 'samples', numeric: true },
        { title: '95% interval', numeric: true },
      ],
      rows,
    )}${
      compared.length > 0 &&
      dataTable(
        'Rates against one another, Fisher’s exact test',
        [
          { title: 'conditions' },
          { title: 'task' },
          { title: 'what' },
          { title: 'p', numeric: true },
          { title: 'adjusted', numeric: true },
          { title: 'verdict' },
        ],
        compared,
      )
    }`,
  )}`
}
