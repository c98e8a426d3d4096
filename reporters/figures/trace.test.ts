import { describe, expect, test } from 'vitest'
import type { SampleRecord } from '../../plugin/record/schema.ts'
import { askedSamples, figures, type Plan } from '../figures.ts'
import { factorialPlan, factorialRecords } from '../fixtures/factorial.ts'
import { attempt, publishedPlan, publishedRecords, record } from '../fixtures/records.ts'
import { markdown } from '../markdown.ts'
import { suiteTable } from '../terminal.ts'
import { formulas } from './formulas.ts'
import { trace } from './trace.ts'

/** Wide enough that nothing is broken into lines. */
const look = { width: 10_000, color: false }

function traced(plan: Plan, records: SampleRecord[]) {
  const shown = figures(plan, records)
  return { shown, entries: trace(shown, askedSamples(plan, records).asked) }
}

/** Every sort of trouble that a line is printed for. */
function troubled(): SampleRecord[] {
  const [first, second, _third, ...rest] = publishedRecords() as [
    SampleRecord,
    SampleRecord,
    SampleRecord,
    ...SampleRecord[],
  ]
  const wrong = { ...first, change: { passed: 1, graded: 1, of: 1, fraction: 1 } }
  const idle = {
    ...record({ condition: 'bare', task: 'T1', repetition: 2, failed: ['fmt(1.999) rounds up'] }),
    attempt: 2,
    attempts: [
      attempt({
        outcome: 'unmeasured',
        reason: 'status 503',
        usage: { ...second.usage, cost: 0.5 },
      }),
      attempt({ number: 2, edits: 0 }),
    ],
  }
  const lost = record({
    condition: 'bare',
    task: 'T1',
    repetition: 3,
    outcome: 'unmeasured',
    reason: '429',
  })
  const apart = record({
    condition: 'bare',
    task: 'T2',
    repetition: 1,
    usage: { calls: 14, cost: 0.02, claimedBy: 'meter', unpriced: 2 },
    claim: { calls: 12, claimedBy: 'harness' },
  })
  return [wrong, idle, lost, apart, ...rest.slice(1, -8)]
}

describe.for<[string, Plan, SampleRecord[]]>([
  ['the published runs', publishedPlan, publishedRecords()],
  ['a factorial with twins and predictions', factorialPlan, factorialRecords()],
  ['runs with every trouble', publishedPlan, troubled()],
])('%s', ([_, plan, records]) => {
  const { shown, entries } = traced(plan, records)
  // Only the HTML shows these: single digits, which would blot out anything.
  const printed = entries.filter(({ id }) => !/\/(transitions|coverage)\//.test(id))
  const names = [
    ...plan.suites.flatMap(({ name, tasks }) => [name, ...tasks]),
    ...plan.conditions,
    ...records.flatMap((one) => one.assertions.map(({ name }) => name)),
    ...(plan.predictions?.statements ?? []).map(({ says }) => says),
    // Titles of columns say which k and which interval.
    ...['pass@3', 'pass^3', '95% (Wilson)'],
  ]
  const known = [...printed.map(({ value }) => value), ...names]
    .filter((text) => /\d/.test(text))
    .sort((a, b) => b.length - a.length)

  test.for([
    ['terminal', suiteTable(shown, 'shopkit', look)],
    ['Markdown', markdown(shown).replaceAll('\\', '')],
  ] as const)('every number of the %s is traced', ([, text]) => {
    // What is traced is blotted out where it stands for itself; names are none of our numbers.
    let left = text
    for (const one of known)
      left = left.replaceAll(new RegExp(`(?<![\\w.])${RegExp.escape(one)}(?!\\w)`, 'g'), '·')
    expect(left.split('\n').filter((line) => /\d/.test(line))).toEqual([])
  })

  test('ids differ, formulas are known, records are there', () => {
    const ids = entries.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const { formula } of entries) expect(formulas[formula].says).toMatch(/\.$/)
    const keys = new Set(
      askedSamples(plan, records).asked.map(({ suite, condition, task, repetition }) =>
        JSON.stringify([suite, condition, task, repetition]),
      ),
    )
    for (const entry of entries) for (const key of entry.records) expect(keys).toContain(key)
  })
})

test('a figure names the records that went into it, and no other', () => {
  const { entries } = traced(publishedPlan, troubled())
  const of = (id: string) => entries.find((entry) => entry.id === id)
  const key = (repetition: number) => JSON.stringify(['shopkit', 'bare', 'T1', repetition])
  // The first contradicts itself, the second changed verdicts without an edit, the third is not measured.
  expect(of('shopkit/bare/T1/change')).toMatchObject({ value: 'unknown (0 of 3)', records: [] })
  expect(of('shopkit/bare/T1/calls')?.records).toEqual([key(1), key(2)])
  expect(of('shopkit/bare/T3/change')?.records).toHaveLength(3)
  const tokens = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 }
  const usage = { claimedBy: 'meter' as const, calls: 2, tokens }
  const doubted = traced(publishedPlan, [record({ usage })]).entries
  expect(doubted.find(({ id }) => id === 'shopkit/bare/T4/calls')).toMatchObject({
    value: 'unknown',
    records: [],
  })
  expect(doubted.find(({ id }) => id === 'shopkit/bare/T4/change')?.records).toHaveLength(1)
})

test('entries of the same samples share one list', () => {
  const { entries } = traced(publishedPlan, publishedRecords())
  expect(new Set(entries.map(({ records }) => records)).size).toBeLessThan(80)
})
