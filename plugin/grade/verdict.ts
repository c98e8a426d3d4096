/** Reads the verdict of a finished test. Main process. */
import { stripVTControlCharacters } from 'node:util'
import type { TestCase } from 'vitest/node'
import type { Verdict } from '../record/schema.ts'
import { UNGRADED } from './errors.ts'

const LONGEST = 600

export interface SeenVerdict {
  verdict: Verdict
  reason: string | null
  /** It ran a command; null where it asked nothing. */
  spawns: boolean | null
}

/** A skipped or unfinished test is never a pass. */
export function verdictOfTest(test: TestCase): SeenVerdict {
  const { state, errors } = test.result()
  const spawns = test.meta().harnessbenchSpawns ?? null
  if (state === 'passed') return { verdict: 'pass', reason: null, spawns }
  if (state !== 'failed') return { verdict: 'ungraded', reason: `the test is ${state}`, spawns }
  const [error] = errors ?? []
  const text = stripVTControlCharacters(describe(error))
  const reason = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return { verdict: error?.name === UNGRADED ? 'ungraded' : 'fail', reason, spawns }
}

function describe(
  error: { message?: string; expected?: unknown; actual?: unknown } | undefined,
): string {
  if (!error) return 'no error was reported'
  return error.expected === undefined && error.actual === undefined
    ? (error.message ?? String(error))
    : `expected ${String(error.expected)}, received ${String(error.actual)}`
}
