/** What could this design have seen? Pure; any process. */
import { binomialAtLeast, normalQuantile, solve } from '../distributions.ts'
import { effectOf, type Pair, weighted } from './pair.ts'
import { shiftSeen } from './shift-seen.ts'
import { flipsOf } from './sign-flips.ts'

export interface DetectableOptions {
  /** The rate of false "different" that is put up with; 0.05. */
  alpha?: number
  /** How often a true difference shall be seen; 0.8. */
  power?: number
  /** Comparisons in the family, this one included; 1. */
  comparisons?: number
  /** How the family is adjusted: Holm's divides alpha, max-T does so for the noise only. */
  adjusted?: 'holm' | 'maxT'
}

/**
 * The smallest true difference that the paired test would call different with the given power, by
 * the noise of these differences. It is the largest of:
 *
 * - a shift of every pair (see shift-seen.ts), times their standard deviation;
 * - of max-T, what stands out among as noisy comparisons as this one;
 * - where fewer than half of the pairs differ at all, a difference that comes in lumps, as broken code
 *   does: so many pairs must differ, all one way, that 2 / 2ᵐ ≤ alpha (binomial). Lumps are taken to
 *   be as large as the largest difference seen, or 1 where none was.
 *
 * @returns null where no difference could be seen, however large: 2 / 2ⁿ > alpha for n pairs
 */
export function smallestDetectable(
  pairs: readonly Pair[],
  { alpha = 0.05, power = 0.8, comparisons = 1, adjusted = 'holm' }: DetectableOptions = {},
): number | null {
  const known = weighted(pairs)
  const n = known.length
  const effect = effectOf(pairs)
  const share = 1 / Math.max(1, comparisons)
  // Of max-T one share is for what the noise of the others reaches, and the rest for these patterns.
  const isMaxT = adjusted === 'maxT' && comparisons > 1
  const rate = isMaxT ? alpha * (1 - share) : alpha * share
  const needed = Math.ceil(1 - Math.log2(isMaxT ? alpha : rate) - 1e-9)
  if (effect === null || n < needed) return null
  let squares = 0
  for (const { difference, weight } of known) squares += (weight * (difference - effect)) ** 2
  // Of one difference, had all pairs the same weight.
  const deviation = n * Math.sqrt(squares / (n - 1))
  const sizes = known.map(({ difference }) => Math.abs(difference)).filter((size) => size > 1e-9)
  const flips = flipsOf(pairs)
  // Of scores that are fractions, many sums are equal, and the test attains less than it may.
  const attained = Math.max(2 / 2 ** n, sizes.length >= n / 2 ? flips.attains(rate) : rate)
  // Where the patterns are few, a difference of zero is one lost: half a unit more (continuity).
  const unit = ((flips.unit ?? 0) * n) / 2 / Math.max(1, attained * 2 ** (n - 1))
  const own = deviation * shiftSeen(n, attained, power) + unit
  const reached = isMaxT ? normalQuantile(1 - (alpha * share) / (comparisons - 1) / 2) : 0
  const above = ((reached + normalQuantile(power)) / Math.sqrt(n)) * deviation
  const shift = Math.max(own, above)
  if (sizes.length >= n / 2) return shift
  const lump = sizes.length > 0 ? Math.max(...sizes) : 1
  return Math.max(shift, lump * solve((lost) => binomialAtLeast(needed, n, lost) - power, 0, 1))
}
