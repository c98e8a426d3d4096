/**
 * The distribution of a weighted sum of differences when each may as well have had the other sign:
 * what every paired test here rests on. Pure; any process.
 */
import { random } from '../random.ts'
import { type Pair, weighted } from './pair.ts'

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

const counted = new WeakMap<readonly Pair[], SignFlips>()

/** Of one array of pairs the flips are counted once: test, interval and what is seen all ask. */
export function flipsOf(pairs: readonly Pair[]): SignFlips {
  let flips = counted.get(pairs)
  if (!flips) {
    flips = signFlips(weighted(pairs).map(({ difference, weight }) => difference * weight))
    counted.set(pairs, flips)
  }
  return flips
}

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
    const sums = enumerate(sizes).map(Math.abs).sort()
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

/** The sums of all patterns of signs. */
function enumerate(sizes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** sizes.length)
  for (const [bit, size] of sizes.entries()) {
    for (let pattern = 2 ** bit - 1; pattern >= 0; pattern--) {
      const sum = sums[pattern] as number
      sums[pattern] = sum - size
      sums[pattern + 2 ** bit] = sum + size
    }
  }
  return sums
}

/** Signs are drawn eight at a time, for which all 256 sums stand ready. */
function sample(sizes: readonly number[]): Float64Array {
  const { bits } = random('sign flips')
  const eights = Array.from({ length: Math.ceil(sizes.length / 8) }, (_, eight) =>
    enumerate(sizes.slice(8 * eight, 8 * eight + 8)),
  )
  const sums = new Float64Array(SAMPLED)
  for (const partial of eights) {
    for (let pattern = 0; pattern < SAMPLED; pattern += 4) {
      let coins = bits()
      for (let i = pattern; i < Math.min(SAMPLED, pattern + 4); i++) {
        sums[i] = (sums[i] as number) + (partial[(coins & 255) % partial.length] as number)
        coins >>>= 8
      }
    }
  }
  return sums.map(Math.abs).sort()
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
