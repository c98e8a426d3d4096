/** Gathers verdicts while tests run, and writes the records of the samples that were asked for. Main process. */
import path from 'node:path'
import { type TestCase, version as vitestVersion } from 'vitest/node'
import { gradeFingerprints } from '../grade/fingerprint.ts'
import { verdictOfTest } from '../grade/verdict.ts'
import { type Sample, sampleLabel, samplePath } from '../plan/plan.ts'
import { type FreshVerdict, makeRecord } from '../record/collect.ts'
import type { SampleRecord } from '../record/schema.ts'
import { countingAttempt } from '../run/samples.ts'
import type { Session } from '../session.ts'
import { version } from '../version.ts'

export interface Recorder {
  /** Takes the verdict of a test, if it is an assertion on a sample. */
  take(test: TestCase): void
  /** Writes the records of this run's samples. */
  write(): Promise<{
    /** All current records of the experiment, in plan order. */
    records: SampleRecord[]
    /** Those that were graded again, before and after. */
    regraded: [before: SampleRecord, after: SampleRecord][]
    /** Why records could not be written. */
    faults: Error[]
  }>
}

export function createRecorder(session: Session): Recorder {
  const verdicts = new Map<string, Map<string, FreshVerdict>>()
  const assertions = new Map(
    session.suites.flatMap((suite) =>
      suite.assertions.map(
        ({ file, id }) => [path.normalize(file), { suite: suite.name, id }] as const,
      ),
    ),
  )
  const levels = new Map(session.options.conditions.map(({ name, levels }) => [name, levels]))
  const samples = new Map(
    session.samples.map((sample) => [`${sample.suite}/${sampleLabel(sample)}`, sample]),
  )

  function sampleOf(test: TestCase, suite: string): Sample | undefined {
    for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) {
      const sample = samples.get(`${suite}/${(parent as { name: string }).name}`)
      if (sample) return sample
    }
    return undefined
  }

  return {
    take(test) {
      const assertion = assertions.get(path.normalize(test.module.moduleId))
      const sample = assertion && sampleOf(test, assertion.suite)
      if (!sample || !hasRun(test)) return
      const key = samplePath(sample)
      const own = verdicts.get(key) ?? new Map()
      own.set(assertion.id, { ...verdictOfTest(test), name: test.name })
      verdicts.set(key, own)
    },

    async write() {
      const { store, runs, suites, controls, ignore } = session
      const regraded: [SampleRecord, SampleRecord][] = []
      const faults: Error[] = []
      if (!store || !runs) return { records: [], regraded, faults }
      const fingerprints = new Map(
        await Promise.all(
          suites.map(
            async (suite) => [suite.name, await gradeFingerprints(suite, ignore)] as const,
          ),
        ),
      )
      const records = await Promise.all(
        session.planned.map(async (sample) => {
          const fresh = verdicts.get(samplePath(sample))
          const before = await store.record(sample)
          const runFingerprint = runs.fingerprint(sample)
          if (!fresh && !runs.settled().has(samplePath(sample)))
            return before?.runFingerprint === runFingerprint ? before : undefined
          const attempts = await store.attempts(sample)
          const counting = countingAttempt(attempts, runFingerprint) ?? attempts.at(-1)
          const suite = suites.find(({ name }) => name === sample.suite)
          if (!counting || !suite) return undefined
          const record = makeRecord({
            sample,
            suite,
            levels: levels.get(sample.condition) ?? {},
            attempts,
            counting,
            runFingerprint,
            verdicts: fresh ?? new Map(),
            before,
            controls: controls?.find((report) => report.suite === sample.suite),
            gradeFingerprints: fingerprints.get(sample.suite) ?? new Map(),
            versions: {
              harnessbench: version,
              node: process.version,
              vitest: vitestVersion,
              platform: `${process.platform}-${process.arch}`,
            },
          })
          await store.writeRecord(record).catch((fault) => faults.push(fault))
          if (before?.attempt === record.attempt) regraded.push([before, record])
          return record
        }),
      )
      return { records: records.filter((record) => record !== undefined), regraded, faults }
    },
  }
}

/** Not one that was left out by a filter or a cancelled run; one that skipped itself has run. */
function hasRun(test: TestCase): boolean {
  return test.result().state !== 'pending' && test.attempts().length > 0
}
