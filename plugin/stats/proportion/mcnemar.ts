/** Solved by one and lost by the other: paired proportions compared exactly. Pure; any process. */
import { binomialAtLeast } from '../distributions.ts'

/**
 * McNemar's test, exact and two-sided: the discordant pairs are fair coins where neither condition is
 * better (McNemar 1947; exact form in Fagerland, Lydersen and Laake 2013, section 4.2).
 *
 * @param gained pairs that only the first condition solved
 * @param lost pairs that only the second solved
 */
export function mcNemarExact(gained: number, lost: number): number {
  const n = gained + lost
  return Math.min(1, 2 * binomialAtLeast(Math.max(gained, lost), n, 0.5))
}
