/**
 * Predictions beside what was observed. One holds where all of the interval lies in what it says, is
 * falsified where none of it does, and in between these repetitions decide nothing. Main process.
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
import { ALPHA } from './compare.ts'
import type { Factorial } from './factorial.ts'
import { draft } from './pairs.ts'
import { type Block, fractionOf, type Reading } from './readings.ts'

export interface Observations {
  readings: readonly Reading[]
  blocks: readonly Block[]
  conditions: readonly ConditionMean[]
  comparisons: readonly Comparison[]
  factorials: readonly Factorial[]
}

interface Observed {
  value: number
  interval: Interval | null
  /** Of an effect or a difference: that it is none. */
  p: number | null
}

export function verdictOn(prediction: Prediction, seen: Observations): PredictionVerdict {
  const observed = observe(prediction, seen)
  if (typeof observed === 'string')
    return { prediction, observed: null, verdict: undecided, why: observed }
  const { value, interval, p } = observed
  const shown = { prediction, observed: { value, interval } }
  if (!interval) return { ...shown, verdict: undecided, why: 'there is too little for an interval' }
  const [low, high] = regionOf(prediction)
  const open = prediction.direction !== undefined
  // An interval may end at 0 itself: then the test says on which side the effect lies.
  const touches = open && p !== null && p <= ALPHA
  const above = (a: number, b: number) => a > b || (a === b && (!open || touches))
  if (above(interval.low, low) && above(high, interval.high))
    return { ...shown, verdict: 'held', why: 'all of the interval lies where it was predicted' }
  const beyond = (a: number, b: number) => a > b || (a === b && touches)
  if (beyond(low, interval.high) || beyond(interval.low, high))
    return {
      ...shown,
      verdict: 'falsified',
      why: 'none of the interval lies where it was predicted',
    }
  return {
    ...shown,
    verdict: undecided,
    why: 'a part of the interval lies where it was predicted, and a part elsewhere',
  }
}

const undecided = 'not decidable with these repetitions'

function regionOf({ direction, within }: Prediction): [number, number] {
  if (direction === 'up') return [0, Number.POSITIVE_INFINITY]
  if (direction === 'down') return [Number.NEGATIVE_INFINITY, 0]
  return [within?.[0] ?? Number.NEGATIVE_INFINITY, within?.[1] ?? Number.POSITIVE_INFINITY]
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
    return { value: found.mean, interval: found.interval, p: null }
  }
  const values = readings
    .filter((one) => one.condition === condition && one.task === task)
    .flatMap((one) => fractionOf(one, axis) ?? [])
  // Of one task it is the repetitions that are drawn again.
  const { mean, interval } = bootstrapClustered(values.map((value) => [value]))
  if (mean === null) return 'no sample is known'
  return { value: mean, interval, p: null }
}

function differenceOf(
  pair: readonly [string, string],
  { task, axis }: Prediction,
  { blocks }: Observations,
): Observed | string {
  const { pairs } = draft('pair', pair, axis, task ?? null, blocks)
  const value = meanDifference(pairs)
  if (value === null) return 'no block is complete'
  return { value, interval: pairedInterval(pairs), p: pairedTest(pairs).p }
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
  return { value: only.effect, interval: only.interval, p: only.p }
}

/** @param name with its conditions' base before it, where several have these factors */
function sameFactors(name: string, b: string): boolean {
  const a = name.slice(name.indexOf(': ') < 0 ? 0 : name.indexOf(': ') + 2)
  return a.split(' × ').sort().join() === b.split(' × ').sort().join()
}
