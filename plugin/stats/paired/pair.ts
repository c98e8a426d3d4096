/** A paired difference: what all paired statistics are made of. Pure; any process. */

export interface Pair {
  /** First minus second, within one block; null where either is missing: left out. */
  difference: number | null
  /** The task. Every task weighs the same, whatever the number of its pairs. */
  stratum: string
}

export interface Weighted {
  difference: number
  /** Times the difference is its share of the mean over tasks of the task means. */
  weight: number
}

/** The known pairs with their weights: 1 / (tasks × pairs of the task). */
export function weighted(pairs: readonly Pair[]): Weighted[] {
  const sizes = new Map<string, number>()
  for (const { difference, stratum } of pairs) {
    if (difference !== null) sizes.set(stratum, (sizes.get(stratum) ?? 0) + 1)
  }
  return pairs.flatMap(({ difference, stratum }) =>
    difference === null
      ? []
      : [{ difference, weight: 1 / (sizes.size * (sizes.get(stratum) as number)) }],
  )
}

/** @returns the mean over tasks of the mean difference of each, or null where no pair is known */
export function effectOf(pairs: readonly Pair[]): number | null {
  const known = weighted(pairs)
  if (known.length === 0) return null
  return known.reduce((sum, { difference, weight }) => sum + difference * weight, 0)
}
