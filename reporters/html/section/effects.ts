/** Comparisons of conditions and effects of factors, each with its interval: a forest plot in a table; main process. */

import type { Axis } from '../../../plugin/record/schema.ts'
import type { Analysis, Comparison } from '../../figures/analysis.ts'
import { twinSentences } from '../../terminal/analysis.ts'
import { differenceWords, intervalWords, pWords } from '../../terminal/statistics.ts'
import { together } from '../../text.ts'
import type { Cite } from '../cite.ts'
import { named } from '../look.ts'
import { html, type Markup } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import { type Drawn, intervalAxis, intervalLine, intervalScale } from '../plot/interval.ts'
import { dataTable, folded, type MakeSection, note } from './section.ts'

const titles = {
  main: 'Main effects',
  interaction: 'Interactions',
  pair: 'Conditions against one another',
  twins: 'One condition under two names (A/A)',
} as const
const kinds = ['main', 'interaction', 'pair', 'twins'] as const

export const effectSection: MakeSection = (model, cite) => {
  const { analysis } = model.figures
  const { comparisons, families, confounded } = analysis
  if (comparisons.length === 0 && confounded.length === 0) return null
  const draw = (own: Comparison[]) => forest(model, own, cite)
  return {
    id: 'effects',
    title: 'Effects and comparisons',
    short: 'Effects',
    count: comparisons.length,
    body: html`${confounded.map((sentence) => html`<p class="warn"><b>Confounded.</b> ${sentence}</p>`)}${kinds.map(
      (kind) => {
        const own = comparisons.filter((one) => one.kind === kind)
        const tasks = own.filter(({ task }) => task !== null)
        if (own.length === 0) return ''
        return html`<h4>${titles[kind]}</h4>${draw(own.filter(isTold))}${
          tasks.length > 0 && folded(`by task (${tasks.length})`, draw(tasks))
        }`
      },
    )}${note(
      html`The line is the interval, the mark the effect: filled where it is different after all comparisons of its family were taken into account, hollow where not. In the <span class="blind-key">grey band</span> lie differences that this design would not have seen with power 0.8.`,
    )}${familyNotes(model.figures.suite, families, cite)}${twins(model, cite)}${tellTasks(model, analysis, cite)}`,
  }
}

/** Over all tasks; of single tasks what is different. */
function isTold({ task, verdict }: Comparison): boolean {
  return task === null || verdict === 'different'
}

function forest({ figures }: SuiteModel, own: Comparison[], cite: Cite): Markup {
  const scale = intervalScale(own.map(drawn))
  const heads = [
    { title: 'effect' },
    { title: 'axis' },
    { title: intervalAxis(scale) },
    { title: 'effect [interval]', numeric: true },
    { title: 'p', numeric: true },
    { title: 'adjusted', numeric: true },
    { title: 'verdict' },
  ]
  const rows = own.map((one) => {
    const id = (what: string) =>
      [figures.suite, one.kind, one.name, one.axis, one.task ?? 'all', what].join('/')
    return [
      html`${one.name}${one.task !== null && html` <span class="task-name">${one.task}</span>`}`,
      html`<span class="axis-tag">${one.axis}</span>`,
      intervalLine(scale, drawn(one)),
      cite(
        id('effect'),
        html`${differenceWords(one.effect)} <small>${intervalWords(one.interval)}</small>`,
      ),
      cite(id('p'), pWords(one.p)),
      cite(id('adjusted'), pWords(one.adjusted)),
      html`<span class="verdict${one.verdict === 'different' && ' different'}">${cite(id('verdict'), one.words)}</span><br><small>${cite(id('test'), one.test)}, ${cite(id('blocks'), `${one.blocks.n} of ${one.blocks.of}`)} blocks</small>`,
    ]
  })
  return dataTable('Effects with intervals', heads, rows, 'forest effects')
}

function drawn({ effect, interval, sees, verdict }: Comparison): Drawn {
  return { value: effect, interval, blind: sees, strong: verdict === 'different' }
}

function familyNotes(suite: string, families: Analysis['families'], cite: Cite): Markup {
  return folded(
    'How many comparisons were made, and how that was taken into account',
    dataTable(
      'Families of comparisons',
      [{ title: 'family' }, { title: 'comparisons', numeric: true }, { title: 'method' }],
      families.map(({ name, comparisons, method }) => [
        name,
        cite(`${suite}/families/${name}`, comparisons),
        method,
      ]),
    ),
  )
}

/** That it was checked is said, whatever came out. */
function twins({ figures }: SuiteModel, cite: Cite): Markup[] {
  return twinSentences(figures.analysis).map(
    (sentence, index) =>
      html`<p>${cite([figures.suite, 'twins', index + 1].join('/'), sentence)}</p>`,
  )
}

/** Tasks that ask for the same and tell more or less. */
function tellTasks(
  { figures, conditions }: SuiteModel,
  { taskComparisons }: Analysis,
  cite: Cite,
): Markup {
  if (taskComparisons.length === 0) return html``
  const rowsOf = (axis: Axis) =>
    taskComparisons
      .filter((one) => one.axis === axis)
      .map((one) => {
        const id = (what: string) =>
          [figures.suite, one.condition, `${one.easier} − ${one.harder}`, one.axis, what].join('/')
        return [
          named(conditions, one.condition),
          together(`${one.easier} − ${one.harder}`),
          cite(id('effect'), differenceWords(one.effect)),
          cite(id('p'), pWords(one.p)),
          cite(id('adjusted'), pWords(one.adjusted)),
          html`<span class="verdict${one.verdict === 'different' && ' different'}">${cite(id('verdict'), one.words)}</span><br><small>${one.says} ${cite(id('test'), one.test)}</small>`,
        ]
      })
  const draw = (axis: Axis) =>
    dataTable(
      `Tasks that differ in what they tell, ${axis}`,
      [
        { title: 'condition' },
        { title: 'tasks' },
        { title: axis, numeric: true },
        { title: 'p, one-sided', numeric: true },
        { title: 'adjusted', numeric: true },
        { title: 'verdict' },
      ],
      rowsOf(axis),
    )
  return html`<h4>Tasks of the same defects, told and untold</h4>${draw('change')}${folded('regress', draw('regress'))}`
}
