/** A mean with its range, and of how many values it was asked and how many it covers; main process. */

export interface Spread {
  /** How many values are known. */
  n: number
  /** How many were asked for. */
  of: number
  /** null where no value is known: an unknown is never 0. */
  known: { mean: number; min: number; max: number; total: number } | null
}

/**
 * @param values one a sample that was asked for; null and undefined are unknown
 */
export function spread(values: (number | null | undefined)[]): Spread {
  const known = values.filter((value) => value !== null && value !== undefined)
  const counts = { n: known.length, of: values.length }
  if (known.length === 0) return { ...counts, known: null }
  const total = known.reduce((sum, value) => sum + value, 0)
  const min = Math.min(...known)
  const max = Math.max(...known)
  // Summing equal fractions can leave their range by the last bit, and would be printed as a range.
  const mean = Math.min(max, Math.max(min, total / known.length))
  return { ...counts, known: { mean, min, max, total } }
}
