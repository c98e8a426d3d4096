/** Is a paired difference more than chance? The permutation test of one. Pure; any process. */
import { effectOf, type Pair } from './pair.ts'
import { flipsOf } from './sign-flips.ts'

export interface PairedTest {
  /** Two-sided; null where no pair is known. */
  p: number | null
  exact: boolean
  /** Patterns of signs counted: of 6 differences that are not zero, 64. */
  permutations: number
  /** The smallest p that these pairs could have given: 2 / 2ⁿ with n pairs known, zeros too. */
  smallest: number
  /** Pairs known. */
  n: number
}

/**
 * Two-sided sign-flip test of the mean over tasks of the task mean difference: were the two
 * conditions the same, each difference might as well have been the other way round (Fisher 1935,
 * "The design of experiments", section 21; Good 2005, section 3.7). Exact where the differences have
 * a common unit or are 16 at most; otherwise from 9,999 sampled patterns.
 */
export function pairedTest(pairs: readonly Pair[]): PairedTest {
  const n = pairs.filter(({ difference }) => difference !== null).length
  const smallest = Math.min(1, 2 / 2 ** n)
  const effect = effectOf(pairs)
  if (effect === null) return { p: null, exact: true, permutations: 0, smallest, n: 0 }
  const flips = flipsOf(pairs)
  return {
    p: flips.beyond(Math.abs(effect)),
    exact: flips.exact,
    permutations: flips.patterns,
    smallest,
    n,
  }
}
