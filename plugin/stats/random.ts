/** Seeded randomness: the same seed gives the same figures on every machine. Pure; any process. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number
  /** A whole number from 0 to `below` − 1. */
  below(below: number): number
  /** 32 fair coins, as one whole number. */
  bits(): number
  /** A new array in random order (Fisher and Yates). */
  shuffled<T>(items: readonly T[]): T[]
}

/**
 * @param seed any text or number; equal seeds give equal sequences
 */
export function random(seed: string | number): Random {
  const generator = xoroshiro128plus(hash(String(seed)))
  const below = (limit: number) => uniformInt(generator, 0, limit - 1)
  return {
    uniform: () => uniformFloat64(generator),
    below,
    bits: () => generator.next(),
    shuffled(items) {
      const order = [...items]
      for (let last = order.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const moved = order[last] as (typeof order)[number]
        order[last] = order[other] as (typeof order)[number]
        order[other] = moved
      }
      return order
    },
  }
}

/** FNV-1a, 32 bits: a seed that is a word becomes one that is a number. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193)
  }
  return value | 0
}
