/** What a mean does not show and a reader must be told, sample by sample, with its cause; main process. */
import type { Outcome, SampleRecord, Verdict } from '../../plugin/record/schema.ts'
import { type Claims, claims } from './claims.ts'
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
  /** Records whose score is not what their own assertions say: in no mean of change or regress. */
  contradictory: Of<{ reason: string }>[]
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
    contradictory: measured.flatMap((record) => {
      const reason = contradiction(record)
      return reason ? [{ sample: sampleOf(record), reason }] : []
    }),
    claims: claims(measured),
    mixed: mixed(measured),
  }
}

/** What is wrong with a record whose scores are not what its assertions say; null when they agree. */
export function contradiction(record: SampleRecord): string | null {
  for (const axis of ['change', 'regress'] as const) {
    const { passed, graded, of, fraction } = record[axis]
    const verdicts = record.assertions.filter((a) => a.axis === axis).map((a) => a.verdict)
    const said = `${passed} passed, ${graded} graded, of ${of}`
    const found = [
      verdicts.filter((verdict) => verdict === 'pass').length,
      verdicts.filter((verdict) => verdict === 'pass' || verdict === 'fail').length,
      verdicts.length,
    ]
    const counted = `${found[0]} passed, ${found[1]} graded, of ${found[2]}`
    if (said !== counted) return `${axis} says ${said}; its assertions say ${counted}`
    if (of === 0) continue
    const right = graded === of ? passed / of : null
    const agrees =
      fraction === null || right === null ? fraction === right : Math.abs(fraction - right) < 1e-9
    if (!agrees)
      return `${axis} says ${fraction}; ${passed} of ${of}, ${graded} graded, is ${right}`
  }
  return null
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
