/**
 * The distribution of a weighted sum of differences when each may as well have had the other sign:
 * what every paired test here rests on. Pure; any process.
 */
import { random } from '../random.ts'

export interface SignFlips {
  /** P(|sum| ≥ threshold) over the patterns of signs; of what was observed, the two-sided p-value. */
  beyond(threshold: number): number
  /** The largest p-value that some pattern has and that is not above the rate; 0 if there is none. */
  attains(rate: number): number
  /** What all differences are whole multiples of, if anything. */
  unit: number | null
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
  if (units)
    return { ...bySums(units), unit: sizes.length > 0 ? units.unit : null, exact: true, patterns }
  if (sizes.length <= MOST_ENUMERATED) {
    const sums = Float64Array.from(enumerate(sizes), Math.abs).sort()
    return { ...bySorted(sums, (share) => share), unit: null, exact: true, patterns }
  }
  // The pattern that was observed is one of them all (Phipson and Smyth 2010).
  const p = (share: number) => (share * SAMPLED + 1) / (SAMPLED + 1)
  return { ...bySorted(sample(sizes), p), unit: null, exact: false, patterns: SAMPLED }
}

type Distribution = Pick<SignFlips, 'beyond' | 'attains'>

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

function bySums({ sizes, unit }: Units): Distribution {
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
  return {
    beyond(threshold) {
      let p = 0
      for (let plus = 0; plus <= total; plus++) {
        if (Math.abs(2 * plus - total) * unit >= threshold - TIE) p += table[plus] as number
      }
      return Math.min(1, p)
    },
    attains(rate) {
      let p = 0
      // From both ends at once: the table is symmetric.
      for (let plus = 0; 2 * plus < total; plus++) {
        const next = p + 2 * (table[plus] as number)
        if (next > rate + TIE) break
        p = next
      }
      return p
    },
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

function sample(sizes: readonly number[]): Float64Array {
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
  return sums.sort()
}

function bySorted(sums: Float64Array, p: (share: number) => number): Distribution {
  return {
    beyond: (threshold) => p(shareFrom(sums, threshold)),
    attains(rate) {
      for (
        let i = Math.max(0, sums.length - Math.floor(rate * sums.length));
        i < sums.length;
        i++
      ) {
        const attained = p(shareFrom(sums, sums[i] as number))
        if (attained <= rate + TIE) return attained
      }
      return 0
    },
  }
}

/** The share of sorted values that reach a threshold. */
function shareFrom(sorted: Float64Array, threshold: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] as number) < threshold - TIE) from = middle + 1
    else to = middle
  }
  return (sorted.length - from) / sorted.length
}
