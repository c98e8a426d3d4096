/**
 * The books must balance: what a condition is said to have used is what the attempts that count used,
 * one by one. Anything else is a fault of the instrument. Main process.
 */
import type { SampleRecord } from '../../plugin/record/schema.ts'
import { total } from './cell.ts'
import { isDoubted } from './contradictions.ts'
import { inputOf } from './usage.ts'

/** A sum of a condition that is not the sum of its parts. */
export interface Imbalance {
  suite: string
  condition: string
  what: 'calls' | 'input tokens' | 'output tokens' | 'dollars' | 'unpriced calls'
  /** As figures show it. */
  said: number
  /** As the attempts add up. */
  counted: number
}

/** @param records one a sample; those without a verdict (`unmeasured`) are in no sum */
export function conservation(records: SampleRecord[]): Imbalance[] {
  const conditions = Map.groupBy(records, ({ suite, condition }) =>
    JSON.stringify([suite, condition]),
  )
  return [...conditions.values()].flatMap((own) => {
    const [{ suite, condition }] = own as [SampleRecord]
    const [said, counted] = [saidOf(own), countedOf(own)]
    return (Object.keys(said) as Imbalance['what'][])
      .filter((what) => !isSame(said[what], counted[what]))
      .map((what) => ({ suite, condition, what, said: said[what], counted: counted[what] }))
  })
}

type Sums = Record<Imbalance['what'], number>

function saidOf(records: SampleRecord[]): Sums {
  const { calls, tokens, cost } = total(records.map((record) => ({ ...record, record })))
  return {
    calls: calls.known?.total ?? 0,
    'input tokens': tokens.input.known?.total ?? 0,
    'output tokens': tokens.output.known?.total ?? 0,
    dollars: cost.known?.total ?? 0,
    'unpriced calls': cost.unpriced,
  }
}

function countedOf(records: SampleRecord[]): Sums {
  const sums = {
    calls: 0,
    'input tokens': 0,
    'output tokens': 0,
    dollars: 0,
    'unpriced calls': 0,
  }
  for (const record of records) {
    const { outcome, attempts, attempt } = record
    const counting = attempts.find(({ number }) => number === attempt)
    if (outcome === 'unmeasured' || !counting || isDoubted(record, 'usage')) continue
    const { calls, tokens, cost, unpriced } = counting.usage
    sums.calls += calls ?? 0
    sums['input tokens'] += inputOf(tokens) ?? 0
    sums['output tokens'] += tokens.output ?? 0
    sums.dollars += cost ?? 0
    sums['unpriced calls'] += unpriced
  }
  return sums
}

/** Apart from what adding dollars in another order may change. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}
