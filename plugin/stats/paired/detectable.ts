/** What could this design have seen? Pure; any process. */
import { binomialAtLeast, solve, studentQuantile } from '../distributions.ts'
import { effectOf, type Pair, weighted } from './pair.ts'

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
 * the noise of these differences. It is the larger of two:
 *
 * - a shift of every pair: (t₁₋ₐ/₂ + t_power) standard errors (Bloom 1995, "Minimum detectable
 *   effects");
 * - a difference that comes in lumps, as broken code does: so many pairs must differ, all one way,
 *   that 2 / 2ᵐ ≤ alpha. Lumps are as large as the largest difference seen, or 1 where none was.
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
  const rate = alpha / Math.max(1, comparisons)
  const needed = Math.ceil(1 - Math.log2(adjusted === 'holm' ? rate : alpha) - 1e-9)
  if (effect === null || n < needed) return null
  let squares = 0
  for (const { difference, weight } of known) squares += (weight * (difference - effect)) ** 2
  const error = Math.sqrt((squares * n) / (n - 1))
  const shift = error * (studentQuantile(1 - rate / 2, n - 1) + studentQuantile(power, n - 1))
  const seen = Math.max(...known.map(({ difference }) => Math.abs(difference)))
  const lump = seen > 1e-9 ? seen : 1
  const lumps = lump * solve((share) => binomialAtLeast(needed, n, share) - power, 0, 1)
  return Math.max(shift, lumps)
}
