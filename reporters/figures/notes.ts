/** What a mean does not show and a reader must be told, sample by sample, with its cause; main process. */
import type { Outcome, SampleRecord, Verdict } from '../../plugin/record/schema.ts'
import type { Contradiction } from './analysis.ts'
import { type Claims, claims } from './claims.ts'
import { contradictions } from './contradictions.ts'
import { type Asked, type Sample, sampleOf } from './sample.ts'

type Of<Told> = Told & { sample: Sample }

export interface Notes {
  /** Asked for, but there is no record. */
  missing: Sample[]
  /** The apparatus or the provider failed. What was spent on them is in no figure. */
  unmeasured: Of<{ reason: string | null; spent: number | null }>[]
  /** Ended otherwise than by finishing, and graded as they stand. */
  endings: Of<{ outcome: Outcome; reason: string | null }>[]
  /** Assertions without a verdict; their sample has no fraction on that axis. */
  ungraded: Of<{ id: string; name: string; verdict: 'ungraded' | null; reason: string | null }>[]
  /** Attempts that do not count. What was spent on them is in no figure. */
  superseded: Of<{
    attempt: number
    counted: number
    outcome: Outcome
    reason: string | null
    spent: number | null
    /** Made from another seed, brief, adapter or budget than the one that counts. */
    stale: boolean
  }>[]
  regraded: Of<{ id: string; name: string; before: Verdict; after: Verdict; cause: string }>[]
  /** Two readings of one sample that do not go together; where one is doubted it is in no mean. */
  contradictory: Contradiction[]
  /** What harnesses say of themselves, beside what the gateway counted. */
  claims: Claims
  /** Assertions that were not the same in all of these samples when they were graded. */
  mixed: { id: string; name: string; fingerprints: number }[]
}

export function notes(asked: Asked[]): Notes {
  const records = asked.flatMap(({ record }) => (record ? [record] : []))
  const measured = records.filter(({ outcome }) => outcome !== 'unmeasured')
  return {
    missing: asked.filter(({ record }) => !record).map(sampleOf),
    unmeasured: records
      .filter(({ outcome }) => outcome === 'unmeasured')
      .map((r) => ({ sample: sampleOf(r), reason: r.reason, spent: r.usage.cost })),
    endings: measured
      .filter(({ outcome }) => outcome !== 'finished')
      .map((r) => ({ sample: sampleOf(r), outcome: r.outcome, reason: r.reason })),
    ungraded: measured.flatMap(ungraded),
    superseded: records.flatMap(superseded),
    regraded: records.flatMap(regraded),
    contradictory: measured.flatMap(contradictions),
    claims: claims(measured),
    mixed: mixed(measured),
  }
}

function ungraded(record: SampleRecord): Notes['ungraded'] {
  return record.assertions.flatMap(({ id, name, verdict, reason }) =>
    verdict === 'ungraded' || verdict === null
      ? [{ sample: sampleOf(record), id, name, verdict, reason }]
      : [],
  )
}

function superseded(record: SampleRecord): Notes['superseded'] {
  return record.attempts
    .filter(({ number }) => number !== record.attempt)
    .map(({ number, outcome, reason, usage, runFingerprint }) => ({
      sample: sampleOf(record),
      attempt: number,
      counted: record.attempt,
      outcome,
      reason,
      spent: usage.cost,
      stale: runFingerprint !== record.runFingerprint,
    }))
}

function regraded(record: SampleRecord): Notes['regraded'] {
  const names = new Map(record.assertions.map(({ id, name }) => [id, name]))
  return record.regraded.map((regrade) => ({
    sample: sampleOf(record),
    name: names.get(regrade.id) ?? regrade.id,
    ...regrade,
  }))
}

function mixed(records: SampleRecord[]): Notes['mixed'] {
  const seen = new Map<string, { id: string; name: string; prints: Set<string> }>()
  for (const { id, name, gradeFingerprint } of records.flatMap((r) => r.assertions)) {
    const entry = seen.get(id) ?? { id, name, prints: new Set() }
    if (gradeFingerprint !== null) entry.prints.add(gradeFingerprint)
    seen.set(id, entry)
  }
  return [...seen.values()]
    .filter(({ prints }) => prints.size > 1)
    .map(({ id, name, prints }) => ({ id, name, fingerprints: prints.size }))
}
