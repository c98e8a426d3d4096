/** Where what a harness says of its own usage is not what the gateway counted; main process. */
import type { SampleRecord, Tokens, Usage } from '../../plugin/record/schema.ts'
import { type Sample, sampleOf } from './sample.ts'

type What = 'calls' | 'cost' | keyof Tokens

/** A difference of more than a hundredth of what is claimed. */
export interface Gap {
  what: What
  claimed: number
  metered: number
}

export interface Claims {
  /** Samples of which the harness and the meter both say something. */
  samples: number
  /** Samples with a gap. */
  gaps: { sample: Sample; gaps: Gap[] }[]
  /** Gaps between the sums over all samples, of what both know in each. */
  together: Gap[]
}

const TOLERATED = 0.01

type Pair = Record<What, { claimed: number; metered: number } | null>

/** @param measured only their attempts that count are compared */
export function claims(measured: SampleRecord[]): Claims {
  const compared = measured.flatMap((record) => {
    const counting = record.attempts.find(({ number }) => number === record.attempt)
    if (!counting?.claim) return []
    return [{ sample: sampleOf(record), pair: pairOf(counting.claim, counting.usage) }]
  })
  const sums: Pair = { ...nothing }
  for (const { pair } of compared) {
    for (const what of all) {
      const { claimed = 0, metered = 0 } = sums[what] ?? {}
      const more = pair[what]
      if (more) sums[what] = { claimed: claimed + more.claimed, metered: metered + more.metered }
    }
  }
  return {
    samples: compared.length,
    gaps: compared
      .map(({ sample, pair }) => ({ sample, gaps: gapsOf(pair) }))
      .filter(({ gaps }) => gaps.length > 0),
    together: gapsOf(sums),
  }
}

const nothing: Pair = {
  calls: null,
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cost: null,
}
const all = Object.keys(nothing) as What[]

function pairOf(claim: Usage, usage: Usage): Pair {
  const [claimed, metered] = [figuresOf(claim), figuresOf(usage)]
  const both = (what: What) => {
    const [a, b] = [claimed[what], metered[what]]
    return a === null || b === null ? null : { claimed: a, metered: b }
  }
  return Object.fromEntries(all.map((what) => [what, both(what)])) as Pair
}

function figuresOf({ calls, tokens, cost, unpriced }: Usage): Record<What, number | null> {
  // A sum that lacks calls is not what they cost.
  return { calls, ...tokens, cost: unpriced > 0 ? null : cost }
}

function gapsOf(pair: Pair): Gap[] {
  return all.flatMap((what) => {
    const both = pair[what]
    if (!both) return []
    return Math.abs(both.metered - both.claimed) > TOLERATED * both.claimed
      ? [{ what, ...both }]
      : []
  })
}
