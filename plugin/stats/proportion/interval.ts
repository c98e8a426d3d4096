/** Intervals for "k of n". Pure; any process. */
import { binomialAtLeast, normalQuantile, solve } from '../distributions.ts'
import type { Interval } from '../interval.ts'

/**
 * The score interval: what is shown for a proportion. Wilson (1927); Brown, Cai and DasGupta (2001),
 * "Interval estimation for a binomial proportion", equation 4.
 *
 * @returns null where n is 0
 */
export function wilson(successes: number, n: number, confidence = 0.95): Interval | null {
  check(successes, n)
  if (n === 0) return null
  const z = normalQuantile(1 - (1 - confidence) / 2)
  const share = successes / n
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half =
    (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === n ? 1 : Math.min(1, middle + half),
    confidence,
    method: 'Wilson',
  }
}

/**
 * The exact interval, by inverting two binomial tests: never covers less than it says, at the price
 * of width. Clopper and Pearson (1934).
 *
 * @returns null where n is 0
 */
export function clopperPearson(successes: number, n: number, confidence = 0.95): Interval | null {
  check(successes, n)
  if (n === 0) return null
  const tail = (1 - confidence) / 2
  const low = solve((p) => binomialAtLeast(successes, n, p) - tail, 0, 1)
  const high = solve((p) => (1 - binomialAtLeast(successes + 1, n, p) < tail ? 1 : -1), 0, 1)
  return {
    low: successes === 0 ? 0 : low,
    high: successes === n ? 1 : high,
    confidence,
    method: 'Clopper–Pearson',
  }
}

function check(successes: number, n: number): void {
  if (Number.isInteger(successes) && Number.isInteger(n) && successes >= 0 && successes <= n) return
  throw new RangeError(
    `a proportion wants whole numbers, k of n with k ≤ n: got ${successes} of ${n}`,
  )
}
