/** Costs that are put in the place of others, in what was read from the store; nothing else changes. */
import type { Attempt, SampleRecord, Usage } from '../../record/schema.ts'

export type Costs = Pick<Usage, 'cost' | 'unpriced' | 'prices'>

/** A file of the store, and what it is to hold instead. */
export interface Change {
  /** Absolute. */
  file: string
  kind: 'attempt' | 'record' | 'jsonl'
  content: string
}

export function withCosts<T extends Attempt | SampleRecord>(value: T, costs: Costs): T {
  const { cost, unpriced, prices } = costs
  return { ...value, usage: { ...value.usage, cost, unpriced, prices } }
}

/** @param costsOf the new costs of an attempt by its number; undefined where they stay as they are */
export function withCostsOfAttempts(
  record: SampleRecord,
  costsOf: (attempt: number) => Costs | undefined,
): SampleRecord {
  const attempts = record.attempts.map((attempt) => {
    const costs = costsOf(attempt.number)
    return costs ? withCosts(attempt, costs) : attempt
  })
  const counting = costsOf(record.attempt)
  return { ...(counting ? withCosts(record, counting) : record), attempts }
}
