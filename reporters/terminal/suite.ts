/** The figures of a suite: condition × task, what failed by name, and all that is not covered; main process. */
import type { Cell, ConditionFigures, Figures, Spread, SuiteFigures, Total } from '../figures.ts'
import { type Column, type TableCell, table } from '../table.ts'
import { type Look, paint, paragraph, printable, together } from '../text.ts'
import { noteLines } from './notes.ts'
import {
  costWords,
  countWords,
  fractionWords,
  litterWords,
  meanWords,
  moneyWords,
  secondsWords,
} from './words.ts'

const columns: Column[] = [
  { title: 'condition' },
  { title: 'task' },
  { title: 'change' },
  { title: 'regress' },
  { title: 'calls', align: 'right' },
  { title: 'cost' },
  { title: 'time', align: 'right' },
  { title: 'litter' },
]

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
    table(columns, conditions.flatMap(conditionRows), look),
    legend(conditions, look),
    ...section('Failed assertions', failedTable(conditions, look), look),
    ...section('Left in the tree', litterLines(conditions, look), look),
    ...section('Not in the figures, or changed', noteLines(found, look), look),
  ].join('\n\n')
}

function headline(figures: Figures, { suite, asked, measured }: SuiteFigures, look: Look): string {
  const style = measured === asked ? 'green' : 'yellow'
  const samples = paint(look, style, `${measured} of ${countWords(asked, 'sample')} measured`)
  const repetitions = countWords(figures.repetitions, 'repetition')
  return `${printable(suite)}: ${samples}, ${repetitions}, experiment ${printable(figures.experiment)}`
}

function conditionRows({ condition, tasks, total }: ConditionFigures): TableCell[][] {
  const rows = tasks.map(({ task, cell }, index) => [
    index === 0 ? printable(condition) : '',
    printable(task),
    graded(cell.change),
    ...shared(cell),
  ])
  const samples = `${together(`${total.measured} of ${total.asked}`)} samples`
  return [...rows, ['', 'total', { text: samples, style: 'dim' }, ...shared(total)]]
}

function shared(figures: Cell | Total): TableCell[] {
  return [
    graded(figures.regress),
    meanWords(figures.calls, (mean) => mean.toFixed(1)),
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
  const means = conditions.map(({ condition, total: { cost } }) => {
    const covers = cost.known && cost.n < cost.of ? ` (${cost.n} of ${cost.of})` : ''
    const mean = cost.known ? moneyWords(cost.known.mean) + covers : 'unknown'
    return together(`${printable(condition)} ${mean}`)
  })
  return [
    'Cost is a sum; calls and time are means of a sample; change has a mean for each task only.',
    `Mean cost of a sample: ${means.join(', ')}.`,
  ]
    .map((text) => paint(look, 'dim', paragraph('', text, look, 0)))
    .join('\n')
}

function failedTable(conditions: ConditionFigures[], look: Look): string {
  const rows = conditions.flatMap(({ condition, tasks }) =>
    tasks
      .flatMap(({ task, cell }) => cell.failed.map((failure) => ({ task, ...failure })))
      .map(({ task, axis, name, failed, graded, of }, index, all) => [
        index === 0 ? printable(condition) : '',
        task === all[index - 1]?.task ? '' : printable(task),
        axis,
        printable(name),
        `${failed}/${of}${graded === of ? '' : together(` (${graded} graded)`)}`,
      ]),
  )
  return rows.length > 0 ? table(Array(5).fill({ title: '' }), rows, look, 2) : ''
}

const SHOWN = 8

function litterLines(conditions: ConditionFigures[], look: Look): string {
  return conditions
    .flatMap(({ condition, total: { litter } }) => {
      if (litter.files.length === 0) return []
      const names = litter.files
        .slice(0, SHOWN)
        .map(
          ({ name, samples }) => printable(name) + (samples > 1 ? together(` (${samples}×)`) : ''),
        )
      const more = litter.files.length - SHOWN
      if (more > 0) names.push(`and ${countWords(more, 'other name')}`)
      return [paragraph(`${printable(condition)}: `, names.join(', '), look)]
    })
    .join('\n')
}

function section(title: string, body: string, look: Look): string[] {
  return body ? [`${paint(look, 'bold', title)}\n${body}`] : []
}
