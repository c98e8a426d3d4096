/**
 * What whoever writes an adapter imports in a test file of his own, as `harnessbench/conformance`:
 *
 *     import { conformance } from 'harnessbench/conformance'
 *
 *     conformance({
 *       adapter: './my-harness.ts',
 *       options: { path: 'my-harness' },
 *       model: 'openai/some-model',
 *       program: (program) => ({ path: program }),
 *     })
 *
 * Each promise becomes a test; no model is called and no network used. In a Vitest worker.
 */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Conformance, checkConformance, promisesFor } from './check.ts'
import type { ConformanceOptions } from './options.ts'
import { complaint } from './promise.ts'
import { conformanceTable } from './table.ts'

export { type Conformance, checkConformance } from './check.ts'
export type { ConformanceOptions } from './options.ts'
export type { Verdict } from './promise.ts'
export { conformanceTable } from './table.ts'

/** Declares a test for each promise, and prints the table. */
export function conformance(options: ConformanceOptions): void {
  describe(`conformance of ${options.adapter}`, () => {
    let found: Conformance | undefined
    // As long as it takes: every attempt has a limit of its own.
    beforeAll(async () => {
      found = await checkConformance(options)
    }, 0)
    afterAll(() => {
      if (found) console.log(`\n${conformanceTable(found)}\n`)
    })
    for (const { promise } of promisesFor(options))
      test(promise, ({ skip }) => {
        const verdict = found?.verdicts.find((one) => one.promise === promise)
        if (!verdict) throw new Error('it was not checked')
        const wrong = complaint(verdict)
        if (wrong !== null) throw new Error(wrong)
        if (verdict.held === null) skip(verdict.why)
      })
  })
}
