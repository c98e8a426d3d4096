/** Whether the books of a sample agree: calls sum to the attempt, the attempt is in the record. For tests. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { type Call, readCalls } from '../gateway/call.ts'
import type { SampleRecord } from '../record/schema.ts'

const kinds = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

/** @returns the calls of each attempt, in order */
export async function expectBalance(store: string, record: SampleRecord): Promise<Call[][]> {
  const { experiment, suite, condition, task, repetition } = record
  const folder = path.join(store, 'samples', experiment, suite, condition, task, `${repetition}`)
  expect(JSON.parse(await readFile(path.join(folder, 'record.json'), 'utf8'))).toEqual(record)
  expect(record.usage).toEqual(record.attempts[record.attempt - 1]?.usage)
  return Promise.all(
    record.attempts.map(async (attempt) => {
      const own = path.join(folder, 'attempts', `${attempt.number}`)
      expect(JSON.parse(await readFile(path.join(own, 'attempt.json'), 'utf8'))).toEqual(attempt)
      const calls = await readCalls(path.join(own, 'calls.jsonl'))
      // Added up here, by nobody else's rules.
      const passed = calls.filter(({ ended }) => ended !== 'refused')
      const charged = passed.filter(({ status }) => status === null || status < 400)
      const { usage } = attempt
      expect(usage.calls).toBe(passed.length)
      for (const kind of kinds) {
        const counts = charged.map(({ tokens }) => tokens[kind])
        const sum = counts.reduce<number>((all, count) => all + (count ?? 0), 0)
        expect(usage.tokens[kind], kind).toBe(counts.includes(null) ? null : sum)
      }
      const costs = passed.flatMap(({ cost }) => cost ?? [])
      expect(usage.unpriced).toBe(passed.length - costs.length)
      if (costs.length === 0) expect(usage.cost).toBeNull()
      else
        expect(usage.cost).toBeCloseTo(
          costs.reduce((sum, cost) => sum + cost),
          12,
        )
      return calls
    }),
  )
}
