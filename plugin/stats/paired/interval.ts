/** The interval of a paired effect: how large may it be, for these tasks? Pure; any process. */
import { lowerBound, upperBound } from '../gaffke.ts'
import type { Interval } from '../interval.ts'
import { effectOf, type Pair, weighted } from './pair.ts'
import { pairedTest } from './permutation.ts'

export interface PairedIntervalOptions {
  confidence?: number
  /** The largest difference that there could be; 1 for fractions. */
  range?: number
}

/**
 * The interval of the mean over tasks of the task mean differences, for these very tasks and another
 * run of the repetitions.
 *
 * @returns null where no pair is known
 */
export function pairedInterval(
  pairs: readonly Pair[],
  { confidence = 0.95, range = 1 }: PairedIntervalOptions = {},
): Interval | null {
  const effect = effectOf(pairs)
  if (effect === null) return null
  const known = weighted(pairs)
  const values = known.map(({ difference, weight }) => difference * weight * known.length)
  const seen = Math.max(...values.map(Math.abs))
  const most = seen > 1e-9 ? seen : range
  const tail = (1 - confidence) / 2
  let low = Math.max(-range, lowerBound(values, -most, tail))
  let high = Math.min(range, upperBound(values, most, tail))
  const different = (pairedTest(pairs).p as number) <= 1 - confidence
  if (different && effect > 0) low = Math.max(low, 0)
  if (different && effect < 0) high = Math.min(high, 0)
  if (!different) [low, high] = [Math.min(low, 0), Math.max(high, 0)]
  return { low, high, confidence, method: 'Gaffke' }
}
