/** One effect looked at task by task: many tests, one error rate. Pure; any process. */
import { effectOf, type Pair } from './pair.ts'
import { flipsOf, type SignFlips } from './sign-flips.ts'

export interface MaxT {
  /** By hypothesis; null where it has no known pair. */
  adjusted: (number | null)[]
  /** Whether every pattern was counted for each. */
  exact: boolean
}

/**
 * Step-down max-T (Westfall and Young 1993, algorithm 2.8): the adjusted p-value of an effect is the
 * probability that, by the flips of signs, any of the effects that are not larger comes to be as
 * large as it is. The statistic is the effect itself, not divided by its error: six pairs that all
 * differ by a half cannot be matched by tasks whose noise is small, however many there are.
 *
 * The hypotheses must not share samples (one task each): then their flips are independent, the
 * probability is a product, and the family-wise error holds with any of them being true.
 *
 * @param hypotheses pairs of each
 */
export function maxT(hypotheses: readonly (readonly Pair[])[]): MaxT {
  const tested = hypotheses.flatMap((pairs, index) => {
    const effect = effectOf(pairs)
    if (effect === null) return []
    return [{ index, size: Math.abs(effect), flips: flipsOf(pairs) }]
  })
  tested.sort((a, b) => b.size - a.size)
  const adjusted: (number | null)[] = hypotheses.map(() => null)
  let floor = 0
  for (const [rank, { index, size }] of tested.entries()) {
    floor = Math.max(floor, anyBeyond(tested.slice(rank), size))
    adjusted[index] = floor
  }
  return { adjusted, exact: tested.every(({ flips }) => flips.exact) }
}

function anyBeyond(tested: readonly { flips: SignFlips }[], size: number): number {
  const [only] = tested
  // One alone: not 1 − (1 − p), which would lose digits of a small p.
  if (only && tested.length === 1) return only.flips.beyond(size)
  return 1 - tested.reduce((none, { flips }) => none * (1 - flips.beyond(size)), 1)
}
