/** The figures of a suite: condition × task, what failed by name, and all that is not covered; main process. */
import type { Cell, ConditionFigures, Figures, Spread, SuiteFigures, Total } from '../figures.ts'
import { type TableCell, table } from '../table.ts'
import { type Look, paint, paragraph, printable, together } from '../text.ts'
import { analysisSections } from './analysis.ts'
import { noteTable } from './notes.ts'
import {
  costWords,
  countWords,
  failedWords,
  fractionWords,
  LITTER_SHOWN,
  litterNameWords,
  litterWords,
  meanCostWords,
  meanWords,
  moreLitterWords,
  secondsWords,
  standInWords,
  tokenWords,
} from './words.ts'

/**
 * @param suite a suite's name in `figures.suites`
 * @throws where the figures know no such suite
 */
export function suiteTable(figures: Figures, suite: string, look: Look = {}): string {
  const found = figures.suites.find((one) => one.suite === suite)
  if (!found) throw new Error(`No figures of a suite "${suite}": it is not in the plan`)
  if (found.asked === 0) return `${printable(suite)}: no sample was asked for`
  const { conditions } = found
  return [
    headline(figures, found, look),
    figureTable(conditions, look),
    legend(conditions, look),
    ...section('Failed assertions', failedTable(conditions, look), look),
    ...section('Left in the tree', litterLines(conditions, look), look),
    ...analysisSections(found.analysis, look).flatMap(([title, body]) =>
      section(title, body, look),
    ),
    ...section('Not in the figures, or changed', noteTable(found, look), look),
  ].join('\n\n')
}

function headline(figures: Figures, { suite, asked, measured }: SuiteFigures, look: Look): string {
  const style = measured === asked ? 'green' : 'yellow'
  const samples = paint(look, style, `${measured} of ${countWords(asked, 'sample')} measured`)
  const repetitions = countWords(figures.repetitions, 'repetition')
  return `${printable(suite)}: ${samples}, ${repetitions}, experiment ${printable(figures.experiment)}`
}

/** Tokens have a column where some are known. */
function figureTable(conditions: ConditionFigures[], look: Look): string {
  const withTokens = conditions.some(
    ({ total: { tokens } }) => tokens.input.known || tokens.output.known,
  )
  const columns = [
    { title: 'condition' },
    { title: 'task' },
    { title: 'change' },
    { title: 'regress' },
    { title: 'calls', align: 'right' as const },
    ...(withTokens ? [{ title: 'tokens', align: 'right' as const }] : []),
    { title: 'cost' },
    { title: 'time', align: 'right' as const },
    { title: 'litter' },
  ]
  const rows = conditions.flatMap((condition) => conditionRows(condition, withTokens))
  return table(columns, rows, look)
}

function conditionRows(
  { condition, tasks, total }: ConditionFigures,
  withTokens: boolean,
): TableCell[][] {
  // Below the name, where there is room: a task at least and the total have a row each.
  const names = [printable(condition), standInWords(total)]
  const rows = tasks.map(({ task, cell }, index) => [
    names[index] ?? '',
    printable(task),
    graded(cell.change),
    ...shared(cell, withTokens),
  ])
  const samples = `${together(`${total.measured} of ${total.asked}`)} samples`
  return [
    ...rows,
    [
      names[rows.length] ?? '',
      'total',
      { text: samples, style: 'dim' },
      ...shared(total, withTokens),
    ],
  ]
}

function shared(figures: Cell | Total, withTokens: boolean): TableCell[] {
  return [
    graded(figures.regress),
    meanWords(figures.calls, (mean) => mean.toFixed(1)),
    ...(withTokens ? [tokenWords(figures.tokens)] : []),
    costWords(figures.cost),
    meanWords(figures.seconds, secondsWords),
    litterWords(figures.litter),
  ]
}

/** Green is for all of what was asked for: what is not fully covered is never shown as good. */
function graded(spread: Spread): TableCell {
  const text = fractionWords(spread)
  if (spread.known && spread.known.mean < 1) return { text, style: 'red' }
  return { text, style: spread.n === spread.of ? 'green' : 'yellow' }
}

function legend(conditions: ConditionFigures[], look: Look): string {
  const means = conditions.map(({ condition, total }) => {
    return together(`${nameWords(condition, total)} ${meanCostWords(total.cost)}`)
  })
  const tokens = conditions.some(
    ({ total }) => total.tokens.input.known || total.tokens.output.known,
  )
  return [
    `Cost is a sum; ${tokens ? 'calls, tokens (in/out)' : 'calls'} and time are means of a sample; change has a mean for each task only.`,
    `Mean cost of a sample: ${means.join(', ')}.`,
  ]
    .map((text) => paint(look, 'dim', paragraph('', text, look, 0)))
    .join('\n')
}

/** A condition's name, with `(scripted)` where its figures are no model's. */
function nameWords(condition: string, total: Total): string {
  return [printable(condition), standInWords(total)].filter(Boolean).join(' ')
}

function failedTable(conditions: ConditionFigures[], look: Look): string {
  const rows = conditions.flatMap(({ condition, tasks, total }) =>
    tasks
      .flatMap(({ task, cell }) => cell.failed.map((failure) => ({ task, ...failure })))
      .map(({ task, ...failure }, index, all) => [
        index === 0 ? nameWords(condition, total) : '',
        task === all[index - 1]?.task ? '' : printable(task),
        failure.axis,
        printable(failure.name),
        failedWords(failure),
      ]),
  )
  return rows.length > 0 ? table(Array(5).fill({ title: '' }), rows, look, 2) : ''
}

function litterLines(conditions: ConditionFigures[], look: Look): string {
  return conditions
    .flatMap(({ condition, total }) => {
      const { litter } = total
      if (litter.files.length === 0) return []
      const names = litter.files.slice(0, LITTER_SHOWN).map(litterNameWords)
      const more = moreLitterWords(litter)
      const all = [...names, ...(more ? [more] : [])].join(', ')
      return [paragraph(`${nameWords(condition, total)}: `, all, look)]
    })
    .join('\n')
}

function section(title: string, body: string, look: Look): string[] {
  return body ? [`${paint(look, 'bold', title)}\n${body}`] : []
}
