/**
 * The figures of some samples that were asked for together (one condition and task, or all tasks of
 * a condition): means of what is there, beside how many of how many they cover. Main process.
 */
import type { Axis, Outcome, SampleRecord } from '../../plugin/record/schema.ts'
import { outcomes } from '../../plugin/record/schema.ts'
import { type Failure, failures } from './assertions.ts'
import { isDoubted } from './contradictions.ts'
import { type Notes, notes } from './notes.ts'
import type { Asked } from './sample.ts'
import { type Spread, spread } from './spread.ts'
import { type Cost, cost, standIns, type TokenFigures, tokens } from './usage.ts'

export interface Litter {
  /** Samples that left something. */
  samples: number
  /** Samples whose tree could be looked at. */
  n: number
  of: number
  files: { name: string; samples: number }[]
}

export interface Cell extends Notes {
  /** Samples asked for, and those of them that have a record which is not `unmeasured`. */
  asked: number
  measured: number
  /** Of those measured, how many a scripted model answered: their figures are no model's. */
  scripted: number
  /** Or a cassette, from an earlier run. */
  replayed: number
  change: Spread
  regress: Spread
  gain: Spread
  calls: Spread
  tokens: TokenFigures
  cost: Cost
  seconds: Spread
  litter: Litter
  outcomes: Record<Outcome, number>
  failed: Failure[]
}

/** A condition over all its tasks. Change fractions of different tasks are not of one set: no mean. */
export type Total = Omit<Cell, 'change' | 'gain' | 'failed'>

export function cell(asked: Asked[]): Cell {
  const measured = asked.map(({ record }) =>
    record?.outcome === 'unmeasured' ? undefined : record,
  )
  // Where two readings of a sample contradict each other, neither is averaged.
  const believed = (what: 'grades' | 'usage') =>
    measured.map((record) => (record && isDoubted(record, what) ? undefined : record))
  const [trusted, metered] = [believed('grades'), believed('usage')]
  return {
    asked: asked.length,
    measured: measured.filter(Boolean).length,
    ...standIns(measured),
    change: spread(trusted.map((record) => fraction(record, 'change'))),
    regress: spread(trusted.map((record) => fraction(record, 'regress'))),
    gain: spread(trusted.map((record) => record?.gain)),
    calls: spread(metered.map((record) => record?.usage.calls)),
    tokens: tokens(metered),
    cost: cost(metered),
    seconds: spread(measured.map((record) => record?.seconds)),
    litter: litter(measured),
    outcomes: countOutcomes(asked),
    failed: failures(trusted),
    ...notes(asked),
  }
}

export function total(asked: Asked[]): Total {
  const { change: _, gain: __, failed: ___, ...rest } = cell(asked)
  return rest
}

function fraction(record: SampleRecord | undefined, axis: Axis): number | null | undefined {
  return record?.[axis].fraction
}

function litter(measured: (SampleRecord | undefined)[]): Litter {
  const files = new Map<string, number>()
  let samples = 0
  let n = 0
  for (const record of measured) {
    if (!record) continue
    n++
    if (record.litter.length > 0) samples++
    for (const name of new Set(record.litter)) files.set(name, (files.get(name) ?? 0) + 1)
  }
  return {
    samples,
    n,
    of: measured.length,
    files: [...files].map(([name, count]) => ({ name, samples: count })),
  }
}

function countOutcomes(asked: Asked[]): Record<Outcome, number> {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Cell['outcomes']
  for (const { record } of asked) if (record) counts[record.outcome]++
  return counts
}
