/** Tasks solved: how often, within k tries, at what price; main process. */
import type { SampleRecord } from '../../../plugin/record/schema.ts'
import { clopperPearson, passAtK, passHatK, wilson } from '../../../plugin/stats/index.ts'
import type { AtK, Solved } from '../analysis.ts'
import { isDoubted } from '../contradictions.ts'
import { isSolved, type Reading } from './readings.ts'

/** @param repetitions the largest k that is asked for, were all samples there */
export function solvedBy(
  condition: string,
  own: readonly Reading[],
  repetitions: number,
): Solved[] {
  const byTask = [...Map.groupBy(own, ({ task }) => task)]
  const ks = ksUpTo(repetitions)
  return [
    solved(condition, null, own, ks),
    ...byTask.map(([task, samples]) => solved(condition, task, samples, ks)),
  ]
}

/** 1, 2, 3 … up to five, then in doublings: 10, 20 … */
function ksUpTo(repetitions: number): number[] {
  const ks = [1, 2, 3, 4, 5]
  for (let k = 10; k <= repetitions; k *= 2) ks.push(k)
  return ks.filter((k) => k <= repetitions)
}

function solved(
  condition: string,
  task: string | null,
  samples: readonly Reading[],
  ks: readonly number[],
): Solved {
  const counts = [...Map.groupBy(samples, (reading) => reading.task).values()].map((ofTask) => {
    const known = ofTask.flatMap((reading) => isSolved(reading) ?? [])
    return { n: known.length, solved: known.filter(Boolean).length }
  })
  const count = counts.reduce((sum, one) => sum + one.solved, 0)
  const n = counts.reduce((sum, one) => sum + one.n, 0)
  const at = (estimate: typeof passAtK): AtK[] =>
    ks.map((k) => ({ k, value: meanOf(counts.map((one) => estimate(one.n, one.solved, k))) }))
  return {
    condition,
    task,
    solved: count,
    n,
    of: samples.length,
    interval: (task === null ? wilson : clopperPearson)(count, n),
    avg: meanOf(counts.map((one) => (one.n > 0 ? one.solved / one.n : null))),
    passAt: at(passAtK),
    passHat: at(passHatK),
    ...priceOf(samples, count),
  }
}

/** A mean over tasks is one over all of them, or unknown. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < values.length || known.length === 0) return null
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

/** What all samples used, failures included, for each task that was solved. */
function priceOf(
  samples: readonly Reading[],
  solvedCount: number,
): Pick<Solved, 'costPerSolved' | 'outputTokensPerSolved' | 'unknown'> {
  const none = { costPerSolved: null, outputTokensPerSolved: null }
  const ungraded = samples.filter((reading) => isSolved(reading) === null).length
  if (ungraded > 0)
    return {
      ...none,
      unknown: `of ${ungraded} of ${samples.length} samples it is not known whether they solved it`,
    }
  if (solvedCount === 0) return { ...none, unknown: 'nothing was solved' }
  const cost = perSolved(samples, solvedCount, ({ usage }) =>
    usage.unpriced > 0 ? null : usage.cost,
  )
  const tokens = perSolved(samples, solvedCount, ({ usage }) => usage.tokens.output)
  const lacks = [
    ...(cost.missing > 0 ? [`the cost of ${cost.missing} of ${samples.length} samples`] : []),
    ...(tokens.missing > 0
      ? [`output tokens of ${tokens.missing} of ${samples.length} samples`]
      : []),
  ]
  return {
    costPerSolved: cost.value,
    outputTokensPerSolved: tokens.value,
    unknown: lacks.length > 0 ? `${lacks.join(' and ')} not known` : null,
  }
}

function perSolved(
  samples: readonly Reading[],
  solvedCount: number,
  used: (record: SampleRecord) => number | null,
): { value: number | null; missing: number } {
  let sum = 0
  let missing = 0
  for (const { measured } of samples) {
    const value = measured && !isDoubted(measured, 'usage') ? used(measured) : null
    if (value === null) missing++
    else sum += value
  }
  return { value: missing > 0 ? null : sum / solvedCount, missing }
}
