import { describe, expect, test } from 'vitest'
import { figures } from './figures.ts'
import {
  attempt,
  publishedPlan,
  publishedRecords,
  record,
  regress,
  type Wanted,
} from './fixtures/records.ts'

const half = 'fmt(0.005) rounds half a cent up'
const plan = {
  ...publishedPlan,
  suites: [{ name: 'shopkit', tasks: ['T4'] }],
  conditions: ['bare'],
}

/** Figures of three repetitions of bare T4, of which those given have a record. */
function three(...wanted: Wanted[]) {
  return ofBareT4(wanted.map((one, index) => record({ repetition: index + 1, ...one })))
}

function ofBareT4(records: ReturnType<typeof record>[]) {
  const all = figures(plan, records)
  const bare = all.suites[0]?.conditions[0]
  const cell = bare?.tasks[0]?.cell
  if (!bare || !cell) throw new Error('no cell')
  return { all, cell, total: bare.total }
}

describe('the published runs', () => {
  const { suites } = figures(publishedPlan, publishedRecords())
  const conditions = suites[0]?.conditions ?? []

  test('change, calls and cost of each task', () => {
    const rows = conditions.flatMap(({ condition, tasks }) =>
      tasks.map(({ task, cell: { change, regress, calls, cost } }) =>
        [
          condition,
          task,
          change.known?.mean.toFixed(3),
          change.known?.min.toFixed(3),
          change.known?.max.toFixed(3),
          regress.known?.mean,
          calls.known?.total,
          cost.known?.total.toFixed(4),
        ].join(' '),
      ),
    )
    expect(rows.join('\n')).toMatchInlineSnapshot(`
      "bare T1 1.000 1.000 1.000 1 50 0.0153
      bare T2 1.000 1.000 1.000 1 26 0.0100
      bare T3 1.000 1.000 1.000 1 39 0.0173
      bare T4 0.972 0.917 1.000 1 46 0.0251
      bare T5 0.833 0.750 1.000 1 54 0.0229
      brain+plan T1 1.000 1.000 1.000 1 57 0.0216
      brain+plan T2 1.000 1.000 1.000 1 35 0.0166
      brain+plan T3 0.833 0.500 1.000 1 53 0.0245
      brain+plan T4 0.944 0.917 1.000 1 56 0.0267
      brain+plan T5 0.861 0.750 1.000 1 68 0.0351"
    `)
  })

  test('totals of each condition', () => {
    expect(
      conditions.map(({ condition, total: { cost, litter, measured, asked, regress } }) => ({
        condition,
        cost: cost.known?.total.toFixed(4),
        mean: cost.known?.mean.toFixed(4),
        words: cost.words,
        litter: `${litter.samples} of ${litter.of}`,
        samples: `${measured} of ${asked}`,
        regress: regress.known?.min,
      })),
    ).toMatchInlineSnapshot(`
      [
        {
          "condition": "bare",
          "cost": "0.0906",
          "litter": "5 of 15",
          "mean": "0.0060",
          "regress": 1,
          "samples": "15 of 15",
          "words": {
            "harness": 0,
            "meter": 0,
            "nobody": 0,
            "published": 15,
            "replayed": 0,
            "scripted": 0,
          },
        },
        {
          "condition": "brain+plan",
          "cost": "0.1245",
          "litter": "10 of 15",
          "mean": "0.0083",
          "regress": 1,
          "samples": "15 of 15",
          "words": {
            "harness": 0,
            "meter": 0,
            "nobody": 0,
            "published": 15,
            "replayed": 0,
            "scripted": 0,
          },
        },
      ]
    `)
  })

  test('no mean of change is taken over tasks', () => {
    expect(conditions[0]?.total).not.toHaveProperty('change')
    expect(conditions[0]?.total).not.toHaveProperty('gain')
  })

  test('the failed assertions, with how often', () => {
    const failed = conditions.flatMap(({ condition, tasks }) =>
      tasks.flatMap(({ task, cell }) =>
        cell.failed.map((f) => `${condition} ${task} ${f.name} ${f.failed}/${f.of}`),
      ),
    )
    expect(failed.join('\n')).toMatchInlineSnapshot(`
      "bare T4 fmt(0.005) rounds half a cent up 1/3
      bare T5 fmt(0.005) rounds half a cent up 2/3
      bare T5 overdue set 2/3
      bare T5 an order due today is not overdue 2/3
      brain+plan T3 a single 10% 1/3
      brain+plan T3 a single 60% 1/3
      brain+plan T4 fmt(0.005) rounds half a cent up 2/3
      brain+plan T5 fmt(0.005) rounds half a cent up 1/3
      brain+plan T5 overdue set 2/3
      brain+plan T5 an order due today is not overdue 2/3"
    `)
  })
})

test('a sample without a fraction is in no mean, and never 0', () => {
  const { cell } = three({}, { ungraded: [half] }, { failed: [half] })
  expect(cell.change).toMatchObject({ n: 2, of: 3, known: { max: 1, min: 11 / 12 } })
  expect(cell.regress).toMatchObject({ n: 3, of: 3 })
  expect(cell.ungraded).toMatchObject([{ sample: { repetition: 2 }, name: half }])
  expect(cell.failed).toMatchObject([{ name: half, failed: 1, graded: 2, of: 3 }])
})

test('an unmeasured sample is in no mean, and what it spent is in no sum', () => {
  const usage = { cost: 0.5, calls: 7, claimedBy: 'harness' } as const
  const { cell } = three(
    { usage: { cost: 0.25, calls: 3, claimedBy: 'harness' } },
    { outcome: 'unmeasured', reason: '503 from the provider', usage, litter: ['x'] },
    { usage: { cost: 0.25, calls: 5, claimedBy: 'harness' } },
  )
  expect(cell).toMatchObject({
    asked: 3,
    measured: 2,
    change: { n: 2, of: 3 },
    calls: { n: 2, of: 3, known: { total: 8 } },
    cost: { n: 2, of: 3, known: { total: 0.5 } },
    litter: { samples: 0, n: 2, of: 3 },
    unmeasured: [{ sample: { repetition: 2 }, reason: '503 from the provider', spent: 0.5 }],
    outcomes: { finished: 2, unmeasured: 1 },
    ungraded: [],
  })
})

test('a missing repetition stays in every denominator', () => {
  const { cell, total } = three({}, {})
  expect(cell.missing).toEqual([{ suite: 'shopkit', condition: 'bare', task: 'T4', repetition: 3 }])
  expect(cell.change).toMatchObject({ n: 2, of: 3, known: { mean: 1 } })
  expect(total).toMatchObject({ asked: 3, measured: 2 })
})

test('no records at all: nothing is known, and nothing is 0', () => {
  const { cell } = three()
  expect(cell.missing).toHaveLength(3)
  for (const spread of [
    cell.change,
    cell.regress,
    cell.gain,
    cell.calls,
    cell.cost,
    cell.seconds,
  ]) {
    expect(spread).toMatchObject({ n: 0, of: 3, known: null })
  }
})

test('one unknown cost of three leaves the sum and the mean of the other two', () => {
  const usage = { cost: 0.25, claimedBy: 'published' } as const
  const { cell } = three({ usage }, {}, { usage: { ...usage, claimedBy: 'harness' } })
  expect(cell.cost).toEqual({
    n: 2,
    of: 3,
    known: { mean: 0.25, min: 0.25, max: 0.25, total: 0.5 },
    words: { published: 1, harness: 1, scripted: 0, replayed: 0, meter: 0, nobody: 0 },
    unpriced: 0,
  })
})

test('the mean of equal values is that value, to the last bit', () => {
  const usage = { cost: 0.1 }
  const { cell } = three({ usage }, { usage }, { usage })
  expect(cell.cost.known).toMatchObject({ mean: 0.1, min: 0.1, max: 0.1 })
})

test('an axis without assertions has no fraction, and that is no contradiction', () => {
  const bare = record({})
  bare.assertions = bare.assertions.filter(({ axis }) => axis === 'change')
  bare.regress = { passed: 0, graded: 0, of: 0, fraction: null }
  const { cell } = ofBareT4([bare])
  expect(cell.contradictory).toEqual([])
  expect(cell.regress).toMatchObject({ n: 0, known: null })
  expect(cell.change.n).toBe(1)
})

test('outcomes other than finished are counted and graded as they stand', () => {
  const { cell } = three({}, { outcome: 'timedOut', reason: 'budget of 600 s' }, {})
  expect(cell.outcomes).toMatchObject({ finished: 2, timedOut: 1 })
  expect(cell.endings).toMatchObject([{ outcome: 'timedOut', reason: 'budget of 600 s' }])
  expect(cell.change.n).toBe(3)
})

test('attempts that do not count are listed and not averaged', () => {
  const retried = record({ usage: { cost: 0.25 } })
  const usage = { ...retried.usage, cost: 0.125 }
  retried.attempt = 2
  retried.attempts = [
    attempt({ outcome: 'unmeasured', reason: '503', usage }),
    attempt({ number: 2, usage: retried.usage }),
  ]
  const { cell } = ofBareT4([retried])
  expect(cell.cost.known?.total).toBe(0.25)
  expect(cell.superseded).toMatchObject([
    { attempt: 1, counted: 2, outcome: 'unmeasured', reason: '503', spent: 0.125 },
  ])
})

test('regrades are listed by name, with before, after and cause', () => {
  const again = record({ failed: [half] })
  const id = again.assertions[0]?.id ?? ''
  again.regraded = [{ id, before: 'pass', after: 'fail', cause: 'assertion changed' }]
  expect(ofBareT4([again]).cell.regraded).toMatchObject([
    { name: half, before: 'pass', after: 'fail', cause: 'assertion changed' },
  ])
})

test('a record that contradicts itself is marked, not averaged', () => {
  const wrong = record({ failed: [half] })
  wrong.change = { passed: 12, graded: 12, of: 12, fraction: 1 }
  const { cell } = ofBareT4([wrong, record({ repetition: 2 })])
  expect(cell.contradictory.map(({ says }) => says)).toMatchInlineSnapshot(`
    [
      "change says 12 passed, 12 graded, of 12; its assertions say 11 passed, 12 graded, of 12",
    ]
  `)
  expect(cell.change).toMatchObject({ n: 1, of: 3 })
  expect(cell.regress.n).toBe(1)
  expect(cell.failed).toEqual([])
  expect(cell.calls.of).toBe(3)
})

test('assertions that were graded by different versions of themselves are told', () => {
  const other = record({ repetition: 2 })
  const [first] = other.assertions
  if (first) first.gradeFingerprint = 'edited'
  const { cell } = ofBareT4([record({}), other])
  expect(cell.mixed).toMatchObject([{ name: half, fingerprints: 2 }])
})

test('change and regress fail apart', () => {
  const { cell } = three({ failed: [half, regress[0] ?? ''] }, {}, {})
  expect(cell.failed.map(({ axis, name }) => `${axis} ${name}`)).toEqual([
    `change ${half}`,
    `regress ${regress[0]}`,
  ])
  expect(cell.change.known?.min).toBe(11 / 12)
  expect(cell.regress.known?.min).toBe(12 / 13)
})

test('of two records of one sample the later counts, and both are said', () => {
  const later = record({ failed: [half] })
  later.attempts = [attempt({ startedAt: '2026-08-08T10:00:00Z' })]
  for (const records of [
    [later, record({})],
    [record({}), later],
  ]) {
    const { all, cell } = ofBareT4(records)
    expect(cell.change).toMatchObject({ n: 1, of: 3, known: { max: 11 / 12 } })
    expect(all.leftOut).toMatchObject([{ why: 'duplicate', repetition: 1 }])
  }
})

test('records that nobody asked for are in no figure, and are said', () => {
  const foreign = { ...record({ repetition: 1 }), experiment: 'another' }
  const { all, cell } = ofBareT4([record({ repetition: 4 }), record({ condition: 'x' }), foreign])
  expect(cell.missing).toHaveLength(3)
  expect(all.leftOut.map(({ why }) => why)).toEqual(Array(3).fill('not asked for'))
})

test('where a part of the plan was asked for, that is the denominator', () => {
  const selected = [{ suite: 'shopkit', condition: 'bare', task: 'T4', repetition: 2 }]
  const { suites } = figures({ ...publishedPlan, selected }, publishedRecords())
  expect(suites[0]).toMatchObject({ asked: 1, measured: 1 })
  expect(suites[0]?.conditions.map(({ condition }) => condition)).toEqual(['bare'])
  expect(suites[0]?.conditions[0]?.tasks).toMatchObject([
    { task: 'T4', cell: { change: { n: 1, of: 1, known: { mean: 11 / 12 } } } },
  ])
})

test('gain over doing nothing', () => {
  const { cell } = three({ failed: [half] }, {}, {})
  expect(cell.gain.known).toMatchObject({ min: 7 / 8, max: 1 })
})
