/**
 * Turns the verdicts of one Vitest run into records. Verdicts of assertions that were not selected
 * this time are kept from the record before, where nothing that they depend on changed. Main process.
 */
import type { Levels } from '../../reporters/figures/plan.ts'
import type { ControlReport } from '../controls/schema.ts'
import { appliesTo, type Sample } from '../plan/plan.ts'
import type { Suite } from '../plan/suite.ts'
import { hashValue } from '../tree/hash.ts'
import {
  type AssertionRecord,
  type Attempt,
  RECORD_FORMAT,
  type Regrade,
  type SampleRecord,
  type Score,
  type Transition,
  type Verdict,
} from './schema.ts'

export interface FreshVerdict {
  verdict: Verdict
  reason: string | null
  name: string
  spawns: boolean | null
}

export interface RecordParts {
  sample: Sample
  suite: Suite
  /** Of the condition's factors. */
  levels: Levels
  /** All attempts, oldest first; never empty. */
  attempts: Attempt[]
  /** The one that counts. */
  counting: Attempt
  runFingerprint: string
  /** What this run saw, by assertion id. */
  verdicts: Map<string, FreshVerdict>
  before: SampleRecord | undefined
  controls: ControlReport | undefined
  gradeFingerprints: Map<string, string>
  versions: SampleRecord['versions']
}

export function makeRecord(parts: RecordParts): SampleRecord {
  const { sample, suite, counting, verdicts, controls, gradeFingerprints } = parts
  const task = suite.tasks.find(({ name }) => name === sample.task) as Suite['tasks'][number]
  // Verdicts of another attempt say nothing about this build.
  const before = parts.before?.attempt === counting.number ? parts.before : undefined
  const regraded: Regrade[] = []
  const assertions = suite.assertions
    .filter((assertion) => appliesTo(assertion, task))
    .map(({ id, axis }): AssertionRecord => {
      let fresh = counting.outcome === 'unmeasured' ? undefined : verdicts.get(id)
      const old = before?.assertions.find((assertion) => assertion.id === id)
      const fingerprint = gradeFingerprints.get(id) ?? null
      const seed =
        controls?.rows.find(({ kind }) => kind === 'nothing')?.verdicts[id]?.verdict ?? null
      const same = old?.gradeFingerprint === fingerprint
      if (fresh && old?.verdict && isFlip(old.verdict, fresh.verdict)) {
        regraded.push({
          id,
          before: old.verdict,
          after: fresh.verdict,
          cause: same ? 'nothing changed' : 'assertion changed',
        })
        // Two gradings of one build contradict each other: neither is believed.
        if (same) fresh = { ...fresh, verdict: 'ungraded', reason: suspicion(old.verdict, fresh) }
      }
      const now = fresh ?? (old && same ? old : undefined)
      const verdict = now?.verdict ?? null
      return {
        id,
        axis,
        name: fresh?.name ?? controls?.assertions.find((known) => known.id === id)?.name ?? id,
        verdict,
        reason: now?.reason ?? null,
        seed,
        transition: transition(seed, verdict),
        spawns: now?.spawns ?? null,
        gradeFingerprint: verdict === null ? null : fingerprint,
        // What runs a command can fail for want of time: of that a second grading is remembered.
        confirmed:
          verdict === 'fail' &&
          now?.spawns === true &&
          same &&
          (old?.confirmed === true || (fresh !== undefined && old?.verdict === 'fail')),
      }
    })
  const kept = before?.regraded.filter(({ id }) => !verdicts.has(id)) ?? []
  const change = score(assertions, 'change')
  return {
    format: RECORD_FORMAT,
    ...identityOf(sample),
    levels: parts.levels,
    order: counting.design?.order ?? null,
    seed: counting.design?.seed ?? null,
    predictions: counting.design?.predictions ?? null,
    runFingerprint: parts.runFingerprint,
    gradeFingerprint: hashValue(assertions.map(({ gradeFingerprint }) => gradeFingerprint)).slice(
      0,
      32,
    ),
    outcome: counting.outcome,
    reason: counting.reason,
    attempt: counting.number,
    attempts: parts.attempts,
    change,
    regress: score(assertions, 'regress'),
    gain: gain(change, assertions),
    assertions,
    regraded: [...kept, ...regraded],
    usage: counting.usage,
    seconds: counting.seconds,
    litter: counting.litter,
    versions: parts.versions,
  }
}

function identityOf({ experiment, suite, condition, task, repetition }: Sample) {
  return { experiment, suite, condition, task, repetition }
}

function suspicion(before: Verdict, { verdict, reason }: FreshVerdict): string {
  const why = reason ? `: ${reason}` : ''
  return `suspect: ${before} before and ${verdict} now, though nothing changed; look in the assertion first, then in the build, for what is not the same each time${why}`
}

/** `ungraded` is the absence of a verdict: coming from it or going to it is no change of one. */
function isFlip(before: Verdict, after: Verdict): boolean {
  return before !== after && before !== 'ungraded' && after !== 'ungraded'
}

function transition(seed: Verdict | null, now: Verdict | null): Transition | null {
  if (seed === null || now === null || seed === 'ungraded' || now === 'ungraded') return null
  if (seed === 'pass') return now === 'pass' ? 'kept' : 'broke'
  return now === 'pass' ? 'fixed' : 'unfixed'
}

/** `of` is what was asked for; the fraction is known only when all of it was graded. */
function score(assertions: AssertionRecord[], axis: 'change' | 'regress'): Score {
  const own = assertions.filter((assertion) => assertion.axis === axis)
  const graded = own.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length
  const passed = own.filter(({ verdict }) => verdict === 'pass').length
  return {
    passed,
    graded,
    of: own.length,
    fraction: own.length > 0 && graded === own.length ? passed / own.length : null,
  }
}

/** (passed − passed by `nothing`) / (of − passed by `nothing`): 0 is as good as doing nothing, 1 is all. */
function gain(change: Score, assertions: AssertionRecord[]): number | null {
  const own = assertions.filter(({ axis }) => axis === 'change')
  if (change.fraction === null || own.some(({ seed }) => seed === null || seed === 'ungraded'))
    return null
  const byNothing = own.filter(({ seed }) => seed === 'pass').length
  return change.of === byNothing ? null : (change.passed - byNothing) / (change.of - byNothing)
}
