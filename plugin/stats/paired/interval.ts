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
 * run of the repetitions. It covers at least as often as it says, whatever the differences are distributed like, as long as none
 * exceeds the range (Gaffke 2005, see ../gaffke.ts): of fifteen pairs without any difference it says
 * ±0.22, since one run in five that breaks all might have been missed by all fifteen. Student's t
 * says 0 to 0 there, and covers rare breakage in 3 of 10 experiments (check:statistics). No interval
 * that covers without knowing how scores are distributed can be much narrower.
 *
 * It agrees with the paired test at the same rate: where that calls them different the interval ends
 * at 0 on its side, and reaches to 0 where it does not. A direction is therefore decided by the
 * verdict and the effect's sign, not by an end that is exactly 0. The price: a steady gain that hides
 * rare crashes which undo it, none of which was seen, is called a gain (check:statistics shows how
 * often).
 *
 * @returns null where no pair is known
 */
export function pairedInterval(
  pairs: readonly Pair[],
  { confidence = 0.95, range = 1 }: PairedIntervalOptions = {},
): Interval | null {
  const effect = effectOf(pairs)
  const { p } = pairedTest(pairs)
  if (effect === null || p === null) return null
  const known = weighted(pairs)
  // As if all pairs weighed the same: each value is its difference, but for tasks that lack some.
  const values = known.map(({ difference, weight }) => difference * weight * known.length)
  const most = range * Math.max(...known.map(({ weight }) => weight)) * known.length
  const tail = (1 - confidence) / 2
  let low = Math.max(-range, lowerBound(values, -most, tail))
  let high = Math.min(range, upperBound(values, most, tail))
  if (p > 1 - confidence) [low, high] = [Math.min(low, 0), Math.max(high, 0)]
  else if (effect > 0) low = Math.max(low, 0)
  else high = Math.min(high, 0)
  return { low, high, confidence, method: 'Gaffke’s bounds' }
}
