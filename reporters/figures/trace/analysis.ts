/** Traces what is said beyond means: comparisons, tasks solved, rates, coverage, predictions; main process. */
import type { SuiteFigures } from '../../figures.ts'
import { observedWords, twinSentences } from '../../terminal/analysis.ts'
import { differenceWords, intervalWords, pWords, shareWords } from '../../terminal/statistics.ts'
import type { Analysis, Comparison } from '../analysis.ts'
import type { FormulaKey } from '../formulas.ts'
import type { Traced } from '../trace.ts'
import type { Records } from './records.ts'
import { traceSolved } from './solved.ts'

export function traceAnalysis({ suite, analysis }: SuiteFigures, records: Records): Traced[] {
  return [
    ...traceMeans(suite, analysis, records),
    ...analysis.comparisons.flatMap((one) => traceComparison(suite, one, analysis, records)),
    ...traceTwins(suite, analysis, records),
    ...traceTasks(suite, analysis, records),
    ...tracePredictions(suite, analysis, records),
    ...traceSolved(suite, analysis, records),
    ...traceTransitions(suite, analysis, records),
  ]
}

function traceMeans(suite: string, { conditions }: Analysis, records: Records): Traced[] {
  return conditions.flatMap(({ condition, axis, mean, interval, n, of, tasks }) => {
    const entry = entriesOf([suite, condition, 'all', axis], records.of(axis, [condition], null))
    const what = `${axis} of ${condition}, mean over tasks`
    return [
      entry('mean', what, shareWords(mean), 'mean'),
      entry('interval', `${what}, interval`, intervalWords(interval, shareWords), 'mean interval'),
      entry(
        'covers',
        `${what}, samples and tasks`,
        `${n} of ${of} samples, ${tasks} tasks`,
        'count',
      ),
    ]
  })
}

function traceComparison(
  suite: string,
  one: Comparison,
  { families }: Analysis,
  records: Records,
): Traced[] {
  const { kind, name, axis, task, conditions } = one
  const where = `${name}, ${axis}${task === null ? '' : ` on ${task}`}`
  const entry = entriesOf(
    [suite, kind, name, axis, task ?? 'all'],
    records.inBlocks(axis, conditions, task),
  )
  const method = families.find((family) => family.name === one.family)?.method
  const effect = `${differenceWords(one.effect)} ${intervalWords(one.interval)}`
  return [
    entry('effect', `${where}: effect and interval`, effect, 'effect'),
    entry('p', `${where}: p, ${one.test}`, pWords(one.p), 'p'),
    entry(
      'adjusted',
      `${where}: p within the family “${one.family}”`,
      pWords(one.adjusted),
      method === 'max-T' ? 'max-T' : 'holm',
    ),
    entry('blocks', `${where}: blocks`, `${one.blocks.n} of ${one.blocks.of}`, 'blocks'),
    entry('verdict', `${where}: verdict`, one.words, 'sees'),
    entry('test', `${where}: test`, one.test, 'p'),
  ]
}

function traceTwins(suite: string, analysis: Analysis, records: Records): Traced[] {
  const names = analysis.comparisons.filter(({ kind }) => kind === 'twins')
  return twinSentences(analysis).map((value, index) => ({
    id: [suite, 'twins', index + 1].join('/'),
    what: 'that one condition under two names was not told apart',
    value,
    formula: 'p' as const,
    records: records.inBlocks('change', names[index]?.conditions ?? [], null),
  }))
}

function traceTasks(suite: string, { taskComparisons }: Analysis, records: Records): Traced[] {
  return taskComparisons.flatMap((one) => {
    const { condition, axis } = one
    const tasks = `${one.easier} − ${one.harder}`
    const entry = entriesOf(
      [suite, condition, tasks, axis],
      [one.easier, one.harder].flatMap((task) => records.of(axis, [condition], task)),
    )
    const what = `${axis} of ${condition}, ${tasks}`
    return [
      entry('effect', what, differenceWords(one.effect), 'two samples'),
      entry('p', `${what}: p, ${one.test}`, pWords(one.p), 'two samples'),
      entry(
        'adjusted',
        `${what}: p within the family “${one.family}”`,
        pWords(one.adjusted),
        'holm',
      ),
      entry('test', `${what}: test`, one.test, 'two samples'),
      entry('verdict', `${what}: verdict`, one.words, 'two samples'),
    ]
  })
}

function tracePredictions(suite: string, { predictions }: Analysis, records: Records): Traced[] {
  return predictions.map((one, index) => {
    const { prediction } = one
    const conditions =
      prediction.condition === undefined ? prediction.difference : [prediction.condition]
    return {
      id: [suite, 'predictions', index + 1, 'observed'].join('/'),
      what: `observed of “${prediction.says}”`,
      value: observedWords(one),
      formula: 'prediction' as const,
      records: conditions
        ? records.inBlocks(prediction.axis, conditions, prediction.task ?? null)
        : records.of(prediction.axis, null, prediction.task ?? null),
    }
  })
}

function traceTransitions(suite: string, { transitions }: Analysis, records: Records): Traced[] {
  return transitions.flatMap((one) => {
    const entry = entriesOf(
      [suite, one.condition, 'transitions', one.id],
      records.of('graded', [one.condition], null),
    )
    return (['fixed', 'kept', 'broke', 'unfixed'] as const).map((part) =>
      entry(part, `${one.condition}, ${one.name}: ${part}`, String(one[part]), 'transitions'),
    )
  })
}

/** Makes entries of one thing, by the same records. */
export function entriesOf(place: readonly string[], records: readonly string[]) {
  return (part: string, what: string, value: string, formula: FormulaKey): Traced => ({
    id: [...place, part].join('/'),
    what,
    value,
    formula,
    records,
  })
}
