/**
 * Predictions beside what was observed. An interval holds that lies wholly where it was predicted, is
 * falsified wholly elsewhere, and in between these repetitions decide nothing; which way an effect goes
 * is decided only where the report calls it different, too. Main process.
 */
import {
  bootstrapClustered,
  type Interval,
  effectOf as meanDifference,
  pairedInterval,
  pairedTest,
} from '../../../plugin/stats/index.ts'
import type { Comparison, ConditionMean, PredictionVerdict } from '../analysis.ts'
import type { Prediction } from '../plan.ts'
import { isDifferent } from './compare.ts'
import type { Factorial } from './factorial.ts'
import { draft } from './pairs.ts'
import { type Block, fractionOf, type Reading } from './readings.ts'

export interface Observations {
  readings: readonly Reading[]
  blocks: readonly Block[]
  conditions: readonly ConditionMean[]
  comparisons: readonly Comparison[]
  factorials: readonly Factorial[]
  /** Predictions that are of a difference. */
  differences: number
}

interface Observed {
  value: number
  interval: Interval | null
  /** Of an effect or a difference: that it is none, within its family. */
  adjusted: number | null
}

export function verdictOn(prediction: Prediction, seen: Observations): PredictionVerdict {
  const observed = observe(prediction, seen)
  if (typeof observed === 'string')
    return { prediction, observed: null, verdict: undecided, why: observed }
  const { value, interval } = observed
  const judged: Judged = !interval
    ? { verdict: undecided, why: 'there is too little for an interval' }
    : prediction.direction === undefined
      ? onInterval(interval, prediction.within ?? [null, null])
      : onDirection(interval, observed, prediction.direction)
  return { prediction, observed: { value, interval }, ...judged }
}

const undecided = 'not decidable with these repetitions'
type Judged = Pick<PredictionVerdict, 'verdict' | 'why'>

function onInterval(
  { low, high }: Interval,
  [from, to]: readonly [number | null, number | null],
): Judged {
  const [least, most] = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  if (least <= low && high <= most)
    return { verdict: 'held', why: 'all of the interval lies where it was predicted' }
  if (high < least || most < low)
    return { verdict: 'falsified', why: 'none of the interval lies where it was predicted' }
  return {
    verdict: undecided,
    why: 'a part of the interval lies where it was predicted, and a part elsewhere',
  }
}

function onDirection(
  { low, high }: Interval,
  { value, adjusted }: Observed,
  direction: 'up' | 'down',
): Judged {
  if (!isDifferent(adjusted))
    return {
      verdict: undecided,
      why:
        low < 0 && high > 0
          ? 'the interval lies on both sides of 0'
          : 'the interval lies on one side of 0, as that of some comparison made beside it may by chance',
    }
  return value > 0 === (direction === 'up')
    ? { verdict: 'held', why: 'it is different, and goes where it was predicted to go' }
    : { verdict: 'falsified', why: 'it is different, and goes the other way' }
}

/** @returns why there is nothing to compare with, as a string */
function observe(prediction: Prediction, seen: Observations): Observed | string {
  if (prediction.condition !== undefined) return meanOf(prediction.condition, prediction, seen)
  if (prediction.difference) return differenceOf(prediction.difference, prediction, seen)
  return observedEffect(prediction.effect ?? '', prediction, seen)
}

function meanOf(
  condition: string,
  { task, axis }: Prediction,
  { readings, conditions }: Observations,
): Observed | string {
  if (task === undefined) {
    const found = conditions.find((one) => one.condition === condition && one.axis === axis)
    if (!found || found.mean === null) return 'of some task no sample is known'
    return { value: found.mean, interval: found.interval, adjusted: null }
  }
  const values = readings
    .filter((one) => one.condition === condition && one.task === task)
    .flatMap((one) => fractionOf(one, axis) ?? [])
  // Of one task it is the repetitions that are drawn again.
  const { mean, interval } = bootstrapClustered(values.map((value) => [value]))
  if (mean === null) return 'no sample is known'
  return { value: mean, interval, adjusted: null }
}

function differenceOf(
  pair: readonly [string, string],
  { task, axis }: Prediction,
  { blocks, differences }: Observations,
): Observed | string {
  const { pairs } = draft('pair', pair, axis, task ?? null, blocks)
  const value = meanDifference(pairs)
  if (value === null) return 'no block is complete'
  const { p } = pairedTest(pairs)
  return {
    value,
    interval: pairedInterval(pairs),
    // Those that nobody but predictions asks for are a family of their own, by Bonferroni.
    adjusted: p === null ? null : Math.min(1, p * differences),
  }
}

function observedEffect(
  effect: string,
  { task, axis }: Prediction,
  { comparisons, factorials }: Observations,
): Observed | string {
  const found = comparisons.filter(
    ({ kind, name, ...one }) =>
      (kind === 'main' || kind === 'interaction') &&
      sameFactors(name, effect) &&
      one.axis === axis &&
      one.task === (task ?? null),
  )
  const [only, ...others] = found
  if (!only) {
    const factors = effect.split(' × ')
    const sentences = factorials
      .filter((one) => factors.every((factor) => factor in one.factors))
      .flatMap((one) => one.confounded)
    return sentences[0] ?? 'these conditions do not switch it'
  }
  if (others.length > 0)
    return `${found.length} sets of conditions switch it: predict a difference of two conditions`
  if (only.effect === null) return 'no block is complete'
  return { value: only.effect, interval: only.interval, adjusted: only.adjusted }
}

/** @param name with its conditions' base before it, where several have these factors */
function sameFactors(name: string, b: string): boolean {
  const a = name.slice(name.indexOf(': ') < 0 ? 0 : name.indexOf(': ') + 2)
  return a.split(' × ').sort().join() === b.split(' × ').sort().join()
}
