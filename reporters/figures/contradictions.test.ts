import { expect, test } from 'vitest'
import type { SampleRecord } from '../../plugin/record/schema.ts'
import { figures } from '../figures.ts'
import { publishedPlan, record, regress } from '../fixtures/records.ts'
import { suiteTable } from '../terminal.ts'
import { contradictions } from './contradictions.ts'

const half = 'fmt(0.005) rounds half a cent up'
const rulesOf = (one: SampleRecord) =>
  contradictions(one).map(({ rule, doubts }) => `${rule}: ${doubts}`)

/** With so many paths edited by the attempt that counts. */
function edited(one: SampleRecord, edits: number): SampleRecord {
  return { ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, edits })) }
}

/** Six of the regress assertions run a command. */
function spawning(one: SampleRecord, confirmed = false): SampleRecord {
  const commands = regress.slice(0, 6)
  return {
    ...one,
    assertions: one.assertions.map((assertion) => ({
      ...assertion,
      spawns: commands.includes(assertion.name),
      confirmed: confirmed && commands.includes(assertion.name),
    })),
  }
}

test('a sample of which nothing is odd', () => {
  expect(rulesOf(edited(record(), 1))).toEqual([])
  expect(rulesOf(record())).toEqual([])
})

test('the tree is the seed, yet verdicts are not the seed’s', () => {
  const [one] = contradictions(edited(record({ failed: [half] }), 0))
  expect(one).toMatchObject({ rule: 'unchanged tree', doubts: 'grades' })
  expect(one?.says).toMatch(
    /^its tree is the seed, yet fmt\(1\.999\) rounds up and \d+ more changed against the seed/,
  )
})

test('done without an edit is odd, and nothing is wrong with it', () => {
  const nothing = record({
    task: 'T1',
    failed: [
      half,
      'fmt(1.999) rounds up',
      'fmt(19.995) rounds up',
      'a receipt shows rounded amounts',
    ],
  })
  expect(rulesOf(edited(nothing, 0))).toEqual(['done without an edit: nothing'])
  expect(rulesOf(edited({ ...nothing, outcome: 'timedOut' }, 0))).toEqual([])
})

test('more litter than edits', () => {
  expect(rulesOf(edited(record({ litter: ['a', 'b'] }), 1))).toEqual(['litter: grades'])
  expect(rulesOf(edited(record({ litter: ['a', 'b'] }), 2))).toEqual([])
})

test('just what runs a command broke: suspect, until a second grading says the same', () => {
  const starved = record({ failed: regress.slice(0, 6) })
  expect(starved.regress.fraction).toBeCloseTo(7 / 13)
  expect(rulesOf(spawning(starved))).toEqual(['commands only: grades'])
  expect(rulesOf(spawning(starved, true))).toEqual([])
  expect(rulesOf(starved)).toEqual([])
  expect(rulesOf(spawning(record({ failed: regress.slice(0, 5) })))).toEqual([])
  expect(rulesOf(spawning(record({ failed: regress.slice(0, 7) })))).toEqual([])
  // What the harness left unfixed says nothing about the machine.
  expect(rulesOf(spawning(record({ failed: [half, ...regress.slice(0, 6)] })))).toEqual([
    'commands only: grades',
  ])
})

test('the meter against itself, and against the tree', () => {
  const metered = (usage: object) =>
    edited(record({ usage: { claimedBy: 'meter' as const, ...usage } }), 2)
  const tokens = { input: 10, output: 0, cacheRead: 0, cacheWrite: 0 }
  expect(rulesOf(metered({ calls: 3, tokens }))).toEqual(['calls without tokens: usage'])
  expect(rulesOf(metered({ calls: 3, tokens: { ...tokens, output: null } }))).toEqual([])
  expect(rulesOf(metered({ calls: 0 }))).toEqual(['work without calls: usage'])
})

test('harness and meter differ: a finding, and no doubt about grades', () => {
  const one = record({
    usage: { calls: 14, claimedBy: 'meter' },
    claim: { calls: 12, claimedBy: 'harness' },
  })
  expect(contradictions(one)).toMatchObject([
    { rule: 'claim', doubts: 'nothing', says: 'harness and meter differ by more than 1% in calls' },
  ])
})

test('an unmeasured sample has no grades to doubt', () => {
  expect(rulesOf(edited(record({ outcome: 'unmeasured', litter: ['a'] }), 0))).toEqual([])
})

test('out of means, out of every comparison, and said by name', () => {
  const plan = { ...publishedPlan, suites: [{ name: 'shopkit', tasks: ['T4'] }] }
  const records = plan.conditions.flatMap((condition) =>
    [1, 2, 3].map((repetition) => record({ condition, repetition })),
  )
  const [first, ...others] = records as [SampleRecord, ...SampleRecord[]]
  const shown = figures(plan, [edited(first, 0), ...others])
  const { analysis, conditions } = shown.suites[0] as (typeof shown.suites)[number]
  expect(conditions[0]?.tasks[0]?.cell.change).toMatchObject({ n: 2, of: 3 })
  expect(conditions[0]?.tasks[0]?.cell.calls.of).toBe(3)
  expect(analysis.conditions[0]).toMatchObject({ condition: 'bare', axis: 'change', n: 2, of: 3 })
  expect(analysis.comparisons[0]?.blocks).toEqual({ n: 2, of: 3 })
  expect(analysis.solved[0]).toMatchObject({ solved: 2, n: 2, of: 3 })
  expect(analysis.coverage[0]).toMatchObject({ n: 2, of: 3 })
  expect(analysis.contradictions).toHaveLength(2)
  const text = suiteTable(shown, 'shopkit', { width: 200, color: false })
  expect(text).toContain('contradictory  bare T4 #1, in no mean: its tree is the seed, yet')
  expect(text).toContain('1.000 (2 of 3)')
  expect(text).toMatch(/odd +bare T4 #1: the harness says that it is done, and edited nothing/)
})

test('doubted usage is in no sum, and the books still balance', () => {
  const tokens = { input: 10, output: 0, cacheRead: 0, cacheWrite: 0 }
  const usage = { claimedBy: 'meter' as const, calls: 3, cost: 0.25, tokens }
  const plan = {
    ...publishedPlan,
    suites: [{ name: 'shopkit', tasks: ['T4'] }],
    conditions: ['bare'],
  }
  const fine = { ...usage, tokens: { ...tokens, output: 5 } }
  const records = [record({ usage }), record({ repetition: 2, usage: fine })]
  const [suite] = figures(plan, records).suites
  expect(suite?.conditions[0]?.total.cost).toMatchObject({ n: 1, of: 3, known: { total: 0.25 } })
  expect(suite?.conditions[0]?.imbalances).toEqual([])
})
