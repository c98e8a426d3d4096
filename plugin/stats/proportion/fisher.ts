/** Two proportions of separate samples compared exactly. Pure; any process. */
import { logFactorial } from '../distributions.ts'

/**
 * Fisher's exact test of the table [[a, b], [c, d]], two-sided: the probability, with all margins
 * given, of the tables that are no more probable than this one (Fisher 1935; the rule of R's
 * fisher.test, with its tolerance for ties).
 */
export function fisherExact(a: number, b: number, c: number, d: number): number {
  for (const count of [a, b, c, d]) {
    if (Number.isInteger(count) && count >= 0) continue
    throw new RangeError(`a table of counts wants whole numbers, none below 0: got ${count}`)
  }
  const [first, second, column] = [a + b, c + d, a + c]
  const logProbability = (x: number) =>
    logChoose(first, x) + logChoose(second, column - x) - logChoose(first + second, column)
  const observed = logProbability(a)
  let p = 0
  for (let x = Math.max(0, column - second); x <= Math.min(first, column); x++) {
    const log = logProbability(x)
    if (log <= observed + 1e-7) p += Math.exp(log)
  }
  return Math.min(1, p)
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}
