/** Many comparisons, one error rate: Holm's way. Pure; any process. */

/**
 * Adjusted p-values that keep the family-wise error whatever the dependence between the tests.
 * Holm (1979), "A simple sequentially rejective multiple test procedure".
 *
 * @param ps raw p-values; null (never tested) stays null and counts for nothing
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const order = ps
    .map((p, index) => ({ p, index }))
    .filter((entry): entry is { p: number; index: number } => entry.p !== null)
    .sort((a, b) => a.p - b.p)
  const adjusted: (number | null)[] = ps.map(() => null)
  let floor = 0
  for (const [rank, { p, index }] of order.entries()) {
    floor = Math.max(floor, Math.min(1, p * (order.length - rank)))
    adjusted[index] = floor
  }
  return adjusted
}
