/** Traces tasks solved, rates, and both compared between conditions; main process. */
import {
  atWords,
  costPerSolvedWords,
  countedWords,
  intervalWords,
  pWords,
  shareWords,
  tokensPerSolvedWords,
} from '../../terminal/statistics.ts'
import type { Analysis } from '../analysis.ts'
import type { Traced } from '../trace.ts'
import { entriesOf } from './analysis.ts'
import type { Records, Use } from './records.ts'

export function traceSolved(suite: string, analysis: Analysis, records: Records): Traced[] {
  return [
    ...solvedEntries(suite, analysis, records),
    ...rateEntries(suite, analysis, records),
    ...comparedRates(suite, analysis, records),
    ...coverageEntries(suite, analysis, records),
  ]
}

function solvedEntries(suite: string, { solved }: Analysis, records: Records): Traced[] {
  return solved.flatMap((one) => {
    const { condition, task } = one
    const where = `${condition}${task === null ? '' : ` on ${task}`}`
    const entry = entriesOf(
      [suite, condition, task ?? 'total'],
      records.of('solved', [condition], task),
    )
    return [
      entry('solved', `solved by ${where}`, countedWords(one.solved, one.n, one.of), 'solved'),
      entry(
        'solved interval',
        `solved by ${where}, interval of the share`,
        intervalWords(one.interval, shareWords),
        task === null ? 'wilson' : 'clopper-pearson',
      ),
      entry('avg@k', `solved by ${where}, mean over tasks`, shareWords(one.avg), 'mean'),
      ...one.passAt.map((at) =>
        entry(`pass@${at.k}`, `pass@${at.k} of ${where}`, atWords(at), 'pass@k'),
      ),
      ...one.passHat.map((at) =>
        entry(`pass^${at.k}`, `pass^${at.k} of ${where}`, atWords(at), 'pass^k'),
      ),
      entry(
        'cost per solved',
        `cost for each task solved by ${where}`,
        costPerSolvedWords(one),
        'per solved',
      ),
      entry(
        'output tokens per solved',
        `output tokens for each task solved by ${where}`,
        tokensPerSolvedWords(one),
        'per solved',
      ),
    ]
  })
}

const use = { solved: 'solved', damaged: 'graded', littered: 'measured' } satisfies Record<
  string,
  Use
>

function rateEntries(suite: string, { rates }: Analysis, records: Records): Traced[] {
  // What is solved has entries of its own.
  const own = rates.filter(({ what }) => what !== 'solved')
  return own.flatMap(({ what, condition, task, count, n, interval }) => {
    const where = `${condition}${task === null ? '' : ` on ${task}`}, samples ${what}`
    const entry = entriesOf(
      [suite, condition, task ?? 'total'],
      records.of(use[what], [condition], task),
    )
    return [
      entry(`${what} rate`, where, `${count} of ${n}`, 'rate'),
      entry(
        `${what} interval`,
        `${where}, interval of the share`,
        intervalWords(interval, shareWords),
        task === null ? 'wilson' : 'clopper-pearson',
      ),
    ]
  })
}

function comparedRates(suite: string, { rateComparisons }: Analysis, records: Records): Traced[] {
  return rateComparisons.flatMap(({ what, first, second, task, p, adjusted, family }) => {
    const entry = entriesOf(
      [suite, first, second, task ?? 'all', what],
      records.of(use[what], [first, second], task),
    )
    const where = `samples ${what}, ${first} against ${second}${task === null ? '' : ` on ${task}`}`
    return [
      entry('p', `${where}: p`, pWords(p), 'fisher'),
      entry('adjusted', `${where}: p within the family “${family}”`, pWords(adjusted), 'holm'),
    ]
  })
}

function coverageEntries(suite: string, { coverage }: Analysis, records: Records): Traced[] {
  return coverage.flatMap((one) => {
    const { a, b } = one
    const entry = entriesOf([suite, a, b, 'coverage'], records.inBlocks('solved', [a, b], null))
    const where = `blocks, ${b} against ${a}`
    return [
      entry('gained', `${where}: gained`, String(one.gained.length), 'coverage'),
      entry('lost', `${where}: lost`, String(one.lost.length), 'coverage'),
      entry('both', `${where}: solved by both`, String(one.both), 'coverage'),
      entry('neither', `${where}: solved by neither`, String(one.neither), 'coverage'),
      entry('union', `${where}: solved by one at least`, String(one.union), 'coverage'),
      entry(
        'p',
        `${where}: p, and within its family`,
        `${pWords(one.p)} adjusted ${pWords(one.adjusted)}`,
        'mcnemar',
      ),
    ]
  })
}
