/** Two samples that are not paired, compared by permutation. Pure; any process. */
import { choose } from './distributions.ts'

/** `greater`: the first has the greater mean. */
export type Alternative = 'two-sided' | 'greater' | 'less'

const MOST_PERMUTATIONS = 200_000

/**
 * The permutation test of the difference of two means, over every way to deal the values out
 * (Fisher 1935; Good 2005, "Permutation, parametric and bootstrap tests", chapter 3). Always exact.
 *
 * @throws RangeError where there are more than 200,000 ways
 */
export function permuteTwoSamples(
  a: readonly number[],
  b: readonly number[],
  alternative: Alternative = 'two-sided',
): { p: number; permutations: number } {
  const all = [...a, ...b]
  const permutations = choose(all.length, a.length)
  if (permutations > MOST_PERMUTATIONS) {
    throw new RangeError(
      `${permutations} permutations are too many to go through: pair the samples`,
    )
  }
  // The mean of the first decides: the sum of all is the same in every permutation.
  const middle = (sum(all) * a.length) / all.length
  const distance = (first: number) =>
    alternative === 'two-sided'
      ? Math.abs(first - middle)
      : (first - middle) * (alternative === 'less' ? -1 : 1)
  const observed = distance(sum(a)) - 1e-9
  let extreme = 0
  const deal = (next: number, left: number, first: number): void => {
    if (left === 0) {
      if (distance(first) >= observed) extreme++
      return
    }
    for (let i = next; i <= all.length - left; i++)
      deal(i + 1, left - 1, first + (all[i] as number))
  }
  deal(0, a.length, 0)
  return { p: extreme / permutations, permutations }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
