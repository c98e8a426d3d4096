/**
 * The distribution of a weighted sum of differences when each may as well have had the other sign:
 * what every paired test here rests on. Pure; any process.
 */
import { random } from '../random.ts'

export interface SignFlips {
  /** P(|sum| ≥ threshold) over the patterns of signs; of what was observed, the two-sided p-value. */
  beyond(threshold: number): number
  /** Every pattern is counted; otherwise a seeded sample of them. */
  exact: boolean
  /** Patterns of signs that were counted: 2 to the number of differences that are not zero. */
  patterns: number
}

/** Sampled patterns where not all can be counted. */
const SAMPLED = 9_999

const MOST_STEPS = 20_000_000
const MOST_ENUMERATED = 16
const TIE = 1e-9

/**
 * Differences that are zero have no sign: they are dropped. Fractions have a common unit (twelfths,
 * say), and then all 2ⁿ patterns are counted by adding one difference after the other to a table of
 * sums, as Pagano and Tritchler (1983), "On obtaining permutation distributions in polynomial time",
 * do by Fourier transforms. Without a unit: up to 2¹⁶ patterns one by one, beyond that 9,999 sampled
 * ones, with p = (b + 1) / (m + 1) (Phipson and Smyth 2010).
 *
 * @param terms differences times their weights
 */
export function signFlips(terms: readonly number[]): SignFlips {
  const sizes = terms.map(Math.abs).filter((size) => size > TIE)
  const patterns = 2 ** sizes.length
  const units = inUnits(sizes)
  if (units) return { beyond: bySums(units), exact: true, patterns }
  if (sizes.length > MOST_ENUMERATED) {
    return { beyond: bySample(sizes), exact: false, patterns: SAMPLED }
  }
  const sums = [...enumerate(sizes)].map(Math.abs).sort((a, b) => a - b)
  return { beyond: (threshold) => shareFrom(sums, threshold), exact: true, patterns }
}

interface Units {
  sizes: number[]
  unit: number
}

/** The sizes as whole multiples of one unit, if the table of sums would be small enough. */
function inUnits(sizes: readonly number[]): Units | null {
  if (sizes.length === 0) return { sizes: [], unit: 1 }
  const smallest = Math.min(...sizes)
  for (let parts = 1; parts <= 5_000; parts++) {
    const unit = smallest / parts
    if (!sizes.every((size) => isWhole(size / unit))) continue
    const whole = sizes.map((size) => Math.round(size / unit))
    const total = whole.reduce((sum, size) => sum + size, 0)
    return total * whole.length <= MOST_STEPS ? { sizes: whole, unit } : null
  }
  return null
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}

function bySums({ sizes, unit }: Units): SignFlips['beyond'] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  /** By the sum of the differences whose sign is plus, its probability. */
  const table = new Float64Array(total + 1)
  table[0] = 1
  let reached = 0
  for (const size of sizes) {
    reached += size
    for (let sum = reached; sum >= 0; sum--) {
      const before = sum >= size ? (table[sum - size] as number) : 0
      table[sum] = ((table[sum] as number) + before) / 2
    }
  }
  return (threshold) => {
    let p = 0
    for (let plus = 0; plus <= total; plus++) {
      if (Math.abs(2 * plus - total) * unit >= threshold - TIE) p += table[plus] as number
    }
    return Math.min(1, p)
  }
}

function* enumerate(sizes: readonly number[], from = 0, sum = 0): Generator<number> {
  if (from === sizes.length) {
    yield sum
    return
  }
  const size = sizes[from] as number
  yield* enumerate(sizes, from + 1, sum + size)
  yield* enumerate(sizes, from + 1, sum - size)
}

function bySample(sizes: readonly number[]): SignFlips['beyond'] {
  const { bits } = random('sign flips')
  const sums = new Float64Array(SAMPLED)
  for (let pattern = 0; pattern < SAMPLED; pattern++) {
    let sum = 0
    let coins = 0
    for (let index = 0; index < sizes.length; index++) {
      if (index % 32 === 0) coins = bits()
      const size = sizes[index] as number
      sum += coins & 1 ? size : -size
      coins >>>= 1
    }
    sums[pattern] = Math.abs(sum)
  }
  sums.sort()
  return (threshold) => (shareFrom(sums, threshold) * SAMPLED + 1) / (SAMPLED + 1)
}

/** The share of sorted values that reach a threshold. */
function shareFrom(sorted: ArrayLike<number>, threshold: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] as number) < threshold - TIE) from = middle + 1
    else to = middle
  }
  return (sorted.length - from) / sorted.length
}
