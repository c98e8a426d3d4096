/** What was asked for and not measured, a sentence each: any one of them fails the run. Main process. */
import type { TestModule } from 'vitest/node'
import { oneLine, truncate } from '../../reporters/text.ts'
import { verdictOfTest } from '../grade/verdict.ts'
import { samplePath } from '../plan/plan.ts'
import type { SampleRecord } from '../record/schema.ts'
import type { Samples } from '../run/samples.ts'

/** Records that could not be written. The builds are in the store, so that nothing is lost. */
export function unrecorded(faults: Error[]): string[] {
  const [first] = faults
  if (!first) return []
  return [
    `not recorded: ${short(first.message)}; make room in the store, then run again: what is stored is kept`,
  ]
}

/** Samples that were asked for and have no build. */
export function unmeasured(runs: Samples): string[] {
  return [...runs.settled()].flatMap(([key, readiness]) =>
    readiness.state === 'unmeasured' ? [`unmeasured: ${key}: ${short(readiness.reason)}`] : [],
  )
}

/** Assertions of this run's samples that have no verdict through the apparatus' fault. */
export function ungraded(records: SampleRecord[], runs: Samples): string[] {
  return records
    .filter((record) => runs.settled().get(samplePath(record))?.state === 'ready')
    .flatMap((record) =>
      record.assertions
        .filter(({ verdict }) => verdict === 'ungraded')
        .map(({ id, reason }) => `ungraded: ${samplePath(record)}: ${id}: ${short(reason)}`),
    )
}

/** The same of reports that are merged: all that is known of them are their tests. */
export function ungradedTests(modules: TestModule[]): string[] {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.result().state !== 'skipped')
    .flatMap((test) => {
      const { verdict, reason } = verdictOfTest(test)
      return verdict === 'ungraded' ? [`ungraded: ${test.fullName}: ${short(reason)}`] : []
    })
}

/** The record holds all of it. */
function short(reason: string | null): string {
  return truncate(oneLine(reason ?? 'no reason given'), 400)
}
