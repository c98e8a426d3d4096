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
  const tasks = new Map<string, { sum: number; n: number }>()
  for (const { difference, stratum } of pairs) {
    if (difference === null) continue
    const task = tasks.get(stratum) ?? { sum: 0, n: 0 }
    tasks.set(stratum, { sum: task.sum + difference, n: task.n + 1 })
  }
  if (tasks.size === 0) return null
  const effect = [...tasks.values()].reduce((all, { sum, n }) => all + sum / n, 0) / tasks.size
  // Thirds that should cancel can leave the last bit, which would print as −0.00.
  return Math.abs(effect) < 1e-12 ? 0 : effect
}
