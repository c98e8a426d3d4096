/** The interval of a condition's mean, as of tasks like these: clustered on task. Pure; any process. */
import { lowerBound, upperBound } from './gaffke.ts'
import type { Interval } from './interval.ts'

export interface ClusterOptions {
  confidence?: number
  /** Not used where the method needs no random numbers. */
  seed?: string
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
    method: 'Bayesian bootstrap over tasks (Gaffke)',
  }
  return { mean, interval, clusters: means.length }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
