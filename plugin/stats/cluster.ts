/** The interval of a condition's mean, as of tasks like these: clustered on task. Pure; any process. */
import { lowerBound, upperBound } from './gaffke.ts'
import type { Interval } from './interval.ts'

export interface ClusterOptions {
  confidence?: number
}

export interface ClusteredMean {
  /** The mean of the cluster means; null where there is no value. */
  mean: number | null
  /** null with fewer than two clusters: nothing is known of how tasks differ. */
  interval: Interval | null
  /** Clusters with a value. */
  clusters: number
}

/**
 * The mean of the task means, and its interval as of other tasks drawn like these: the Bayesian
 * bootstrap of the task means (Rubin 1981) with one task more, that was not seen, at the far end of
 * [0, 1] (Gaffke 2005, see gaffke.ts; no random numbers: the quantile is computed). Wide with
 * five tasks, since five tasks say little of others. Student's t, the percentile bootstrap, Hesterberg's
 * (2015) expanded one and bootstrap-t were tried: with five tasks of which most are at their ceiling
 * they cover the mean in 3 to 8 experiments of 10 (check:statistics shows two of them).
 *
 * @param values per cluster (task), the values in [0, 1] of its samples; clusters without any are
 *   left out
 */
export function bootstrapClustered(
  values: readonly (readonly number[])[],
  { confidence = 0.95 }: ClusterOptions = {},
): ClusteredMean {
  const means = values.filter((cluster) => cluster.length > 0).map(meanOf)
  if (means.length === 0) return { mean: null, interval: null, clusters: 0 }
  const mean = meanOf(means)
  if (means.length === 1) return { mean, interval: null, clusters: 1 }
  const tail = (1 - confidence) / 2
  const interval = {
    low: lowerBound(means, 0, tail),
    high: upperBound(means, 1, tail),
    confidence,
    method: 'bootstrap over tasks, Gaffke’s bounds',
  }
  return { mean, interval, clusters: means.length }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
