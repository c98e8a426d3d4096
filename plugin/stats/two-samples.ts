/** Two samples that are not paired, compared by permutation. Pure; any process. */
import { choose } from './distributions.ts'
import { random } from './random.ts'

/** `greater`: the first has the greater mean. */
export type Alternative = 'two-sided' | 'greater' | 'less'

const MOST_PERMUTATIONS = 200_000

/** Sampled ways where not all can be gone through. */
const SAMPLED = 9_999

/**
 * The permutation test of the difference of two means, over every way to deal the values out
 * (Fisher 1935; Good 2005, "Permutation, parametric and bootstrap tests", chapter 3). Where there are
 * more than 200,000 ways, from 9,999 of them, with p = (b + 1) / (m + 1) (Phipson and Smyth 2010).
 */
export function permuteTwoSamples(
  a: readonly number[],
  b: readonly number[],
  alternative: Alternative = 'two-sided',
): { p: number; exact: boolean; permutations: number } {
  const all = [...a, ...b]
  const permutations = choose(all.length, a.length)
  // The mean of the first decides: the sum of all is the same in every permutation.
  const middle = (sum(all) * a.length) / all.length
  const distance = (first: number) =>
    alternative === 'two-sided'
      ? Math.abs(first - middle)
      : (first - middle) * (alternative === 'less' ? -1 : 1)
  const observed = distance(sum(a)) - 1e-9
  if (permutations > MOST_PERMUTATIONS) {
    const { shuffled } = random('two samples')
    let beyond = 0
    for (let i = 0; i < SAMPLED; i++)
      if (distance(sum(shuffled(all).slice(0, a.length))) >= observed) beyond++
    return { p: (beyond + 1) / (SAMPLED + 1), exact: false, permutations: SAMPLED }
  }
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
  return { p: extreme / permutations, exact: true, permutations }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
