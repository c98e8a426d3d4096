/** Bounds on a mean of values whose range is known, from however few of them. Pure; any process. */
import { normalCdf, solve } from './distributions.ts'

/** Bounds are wanted to some six digits. */
const BITS = 24

/**
 * An upper bound on the mean: one value that was not seen, the greatest possible, is added, and the
 * bound is the quantile of the means under random weights (uniform on the simplex: the Bayesian
 * bootstrap of Rubin 1981). Gaffke (2005), "Three test statistics for a nonparametric one-sided
 * hypothesis on the mean of a nonnegative variable"; of zeros and ones it is Clopper and Pearson's.
 *
 * @param values as seen, none above `most`
 * @param tail the probability that the mean lies above the bound: 0.025, say
 */
export function upperBound(values: readonly number[], most: number, tail: number): number {
  const counts = countEqual([...values, most])
  const least = Math.min(...counts.keys())
  if (most - least < 1e-9) return most
  // One value only, and the one that was not seen: Beta(1, n), in closed form.
  if (Math.max(...values) - least < 1e-9) {
    return least + (most - least) * (1 - tail ** (1 / values.length))
  }
  const distinct = Float64Array.from(counts.keys())
  const times = Float64Array.from(counts.values())
  return solve((mean) => tail - probabilityAbove(mean, distinct, times), least, most, BITS)
}

/** As the upper bound, from the other side. */
export function lowerBound(values: readonly number[], least: number, tail: number): number {
  return -upperBound(
    values.map((value) => -value),
    -least,
    tail,
  )
}

/** Values that differ by the last bit only are one: the cost goes by distinct values. */
function countEqual(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) {
    const rounded = Math.round(value * 1e9) / 1e9
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
  }
  return counts
}

/**
 * P(Σ wᵢxᵢ > mean) for weights w uniform on the simplex = P(Σ gᵢ(xᵢ − mean) > 0) for exponential g,
 * by the saddle-point formula of Lugannani and Rice (1980) in the form of Barndorff-Nielsen (1986).
 */
function probabilityAbove(mean: number, values: Float64Array, times: Float64Array): number {
  const [lowest, highest] = [Math.min(...values) - mean, Math.max(...values) - mean]
  if (highest <= 0) return 0
  if (lowest >= 0) return 1
  const slope = (s: number) => {
    let sum = 0
    for (let i = 0; i < values.length; i++) {
      const offset = (values[i] as number) - mean
      sum += ((times[i] as number) * offset) / (1 - s * offset)
    }
    return sum
  }
  const s = solve(slope, 1 / lowest, 1 / highest, 2 * BITS)
  let cumulant = 0
  let curvature = 0
  for (let i = 0; i < values.length; i++) {
    const offset = (values[i] as number) - mean
    const rest = 1 - s * offset
    cumulant -= (times[i] as number) * Math.log(rest)
    curvature += (times[i] as number) * (offset / rest) ** 2
  }
  const r = Math.sign(s) * Math.sqrt(Math.max(0, -2 * cumulant))
  if (Math.abs(r) < 1e-4) return 0.5
  const u = s * Math.sqrt(curvature)
  return 1 - normalCdf(r + Math.log(u / r) / r)
}
