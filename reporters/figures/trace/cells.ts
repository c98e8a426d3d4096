/** Traces the table of condition and task: means, sums, what failed, what was left; main process. */
import type { Cell, SuiteFigures, Total } from '../../figures.ts'
import {
  costWords,
  countWords,
  failedWords,
  fractionWords,
  litterNameWords,
  litterWords,
  meanCostWords,
  meanWords,
  moreLitterWords,
  secondsWords,
  standInWords,
  tokenWords,
} from '../../terminal/words.ts'
import { printable } from '../../text.ts'
import type { Traced } from '../trace.ts'
import type { Records } from './records.ts'

export function traceCells(
  { suite, asked, measured, conditions }: SuiteFigures,
  repetitions: number,
  records: Records,
): Traced[] {
  const head: Traced[] = [
    {
      id: `${suite}/measured`,
      what: 'samples measured, of those asked for',
      value: `${measured} of ${countWords(asked, 'sample')}`,
      formula: 'count',
      records: records.of('measured', null, null),
    },
    {
      id: `${suite}/repetitions`,
      what: 'repetitions asked for',
      value: countWords(repetitions, 'repetition'),
      formula: 'count',
      records: records.of('asked', null, null),
    },
  ]
  return [
    ...head,
    ...conditions.flatMap(({ condition, tasks, total }) => [
      ...tasks.flatMap(({ task, cell }) => traceCell(suite, condition, task, cell, records)),
      ...traceTotal(suite, condition, total, records),
    ]),
  ]
}

function traceCell(
  suite: string,
  condition: string,
  task: string,
  cell: Cell,
  records: Records,
): Traced[] {
  const at = [suite, condition, task].join('/')
  return [
    {
      id: `${at}/change`,
      what: `change of ${condition} on ${task}`,
      value: fractionWords(cell.change),
      formula: 'fraction',
      records: records.of('change', [condition], task),
    },
    ...shared(at, condition, task, cell, records),
    ...cell.failed.map(
      (failure): Traced => ({
        id: `${at}/failed/${failure.id}`,
        what: `${condition} on ${task}, samples that failed ${failure.name}`,
        value: failedWords(failure),
        formula: 'failed',
        records: records.of('graded', [condition], task),
      }),
    ),
  ]
}

function traceTotal(suite: string, condition: string, total: Total, records: Records): Traced[] {
  const at = [suite, condition, 'total'].join('/')
  const measured = records.of('measured', [condition], null)
  const standIns = standInWords(total)
  return [
    {
      id: `${at}/measured`,
      what: `samples of ${condition} measured, of those asked for`,
      value: `${total.measured} of ${total.asked}`,
      formula: 'count',
      records: measured,
    },
    ...shared(at, condition, null, total, records),
    {
      id: `${at}/mean cost`,
      what: `mean cost of a sample of ${condition}`,
      value: meanCostWords(total.cost),
      formula: 'mean cost',
      records: records.of('usage', [condition], null),
    },
    ...(standIns
      ? [
          {
            id: `${at}/stand-ins`,
            what: `samples of ${condition} that a script or a cassette answered in a model’s place`,
            value: standIns,
            formula: 'count',
            records: measured,
          } satisfies Traced,
        ]
      : []),
    ...(moreLitterWords(total.litter)
      ? [
          {
            id: `${at}/litter more`,
            what: `further names of what ${condition} left`,
            value: moreLitterWords(total.litter),
            formula: 'litter',
            records: measured,
          } satisfies Traced,
        ]
      : []),
    ...total.litter.files.map(
      (file): Traced => ({
        id: `${at}/litter/${file.name}`,
        what: `samples of ${condition} that left ${printable(file.name)}`,
        value: litterNameWords(file),
        formula: 'litter',
        records: measured,
      }),
    ),
  ]
}

function shared(
  at: string,
  condition: string,
  task: string | null,
  figures: Cell | Total,
  records: Records,
): Traced[] {
  const where = task === null ? condition : `${condition} on ${task}`
  const usage = records.of('usage', [condition], task)
  return [
    {
      id: `${at}/regress`,
      what: `regress of ${where}`,
      value: fractionWords(figures.regress),
      formula: 'fraction',
      records: records.of('regress', [condition], task),
    },
    {
      id: `${at}/calls`,
      what: `model calls of ${where}, by sample`,
      value: meanWords(figures.calls, (mean) => mean.toFixed(1)),
      formula: 'usage',
      records: usage,
    },
    {
      id: `${at}/tokens`,
      what: `tokens in and out of ${where}, by sample`,
      value: tokenWords(figures.tokens),
      formula: 'usage',
      records: usage,
    },
    {
      id: `${at}/cost`,
      what: `cost of ${where}`,
      value: costWords(figures.cost),
      formula: 'cost',
      records: usage,
    },
    {
      id: `${at}/seconds`,
      what: `time of ${where}, by sample`,
      value: meanWords(figures.seconds, secondsWords),
      formula: 'usage',
      records: records.of('measured', [condition], task),
    },
    {
      id: `${at}/litter`,
      what: `samples of ${where} that left something`,
      value: litterWords(figures.litter),
      formula: 'litter',
      records: records.of('measured', [condition], task),
    },
  ]
}
