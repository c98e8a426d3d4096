import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { SampleRecord } from '../../plugin/record/schema.ts'
import { figures } from '../figures.ts'
import { attempt, publishedPlan, publishedRecords, record } from '../fixtures/records.ts'
import { suiteTable } from '../terminal.ts'
import { displayWidth } from '../text.ts'

const half = 'fmt(0.005) rounds half a cent up'
const wide = { width: 120, color: false }
const one = {
  ...publishedPlan,
  suites: [{ name: 'shopkit', tasks: ['T4'] }],
  conditions: ['bare'],
}
const show = (records: SampleRecord[], plan = one, look = wide) =>
  suiteTable(figures(plan, records), 'shopkit', look)

test('the published runs', () => {
  expect(show(publishedRecords(), publishedPlan)).toMatchInlineSnapshot(`
    "shopkit: 30 of 30 samples measured, 3 repetitions, experiment published

    condition   task   change                        regress           calls  cost                 time  litter
    bare        T1     1.000 (3 of 3)                1.000 (3 of 3)     16.7  $0.0153 published  1m 07s  1 of 3
                T2     1.000 (3 of 3)                1.000 (3 of 3)      8.7  $0.0100 published   34.7s  1 of 3
                T3     1.000 (3 of 3)                1.000 (3 of 3)     13.0  $0.0173 published   52.0s  0 of 3
                T4     0.972 [0.917–1.000] (3 of 3)  1.000 (3 of 3)     15.3  $0.0251 published  1m 01s  2 of 3
                T5     0.833 [0.750–1.000] (3 of 3)  1.000 (3 of 3)     18.0  $0.0229 published  1m 12s  1 of 3
                total  15 of 15 samples              1.000 (15 of 15)   14.3  $0.0906 published   57.3s  5 of 15
    brain+plan  T1     1.000 (3 of 3)                1.000 (3 of 3)     19.0  $0.0216 published  1m 16s  2 of 3
                T2     1.000 (3 of 3)                1.000 (3 of 3)     11.7  $0.0166 published   46.7s  2 of 3
                T3     0.833 [0.500–1.000] (3 of 3)  1.000 (3 of 3)     17.7  $0.0245 published  1m 11s  2 of 3
                T4     0.944 [0.917–1.000] (3 of 3)  1.000 (3 of 3)     18.7  $0.0267 published  1m 15s  2 of 3
                T5     0.861 [0.750–1.000] (3 of 3)  1.000 (3 of 3)     22.7  $0.0351 published  1m 31s  2 of 3
                total  15 of 15 samples              1.000 (15 of 15)   17.9  $0.1245 published  1m 12s  10 of 15

    Cost is a sum; calls and time are means of a sample; change has a mean for each task only.
    Mean cost of a sample: bare $0.0060, brain+plan $0.0083.

    Failed assertions
      bare        T4  change  fmt(0.005) rounds half a cent up   1/3
                  T5  change  fmt(0.005) rounds half a cent up   2/3
                      change  overdue set                        2/3
                      change  an order due today is not overdue  2/3
      brain+plan  T3  change  a single 10%                       1/3
                      change  a single 60%                       1/3
                  T4  change  fmt(0.005) rounds half a cent up   2/3
                  T5  change  fmt(0.005) rounds half a cent up   1/3
                      change  overdue set                        2/3
                      change  an order due today is not overdue  2/3

    Left in the tree
      bare: _check_tmp.ts, _verify.ts (2×), _check.ts, _verify_fixes.ts
      brain+plan: _a.ts, _b.ts, _c.ts, _d.ts, _e.ts, _f.ts, _g.ts, _h.ts, and 5 other names

    Compared, task by task and repetition by repetition
      brain+plan − bare  change  −0.033 [−0.254, +0.198]  not distinguishable (this design sees 0.24 and more)

    Solved: all change and all regress assertions passed
      condition   solved    95% (Wilson)    pass@3  pass^3  cost per solved  output tokens
      bare        12 of 15  [0.548, 0.930]   1.000   0.600          $0.0076        unknown
      brain+plan  10 of 15  [0.417, 0.848]   1.000   0.400          $0.0125        unknown
      Cost and tokens for each task solved, failures included."
  `)
})

test('80 columns', () => {
  const text = show(publishedRecords(), publishedPlan, { width: 80, color: false })
  expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(80)
  expect(text.split('\n').slice(0, 16).join('\n')).toMatchInlineSnapshot(`
    "shopkit: 30 of 30 samples measured, 3 repetitions, experiment published

    condition   task   change         regress     calls  cost         time  litter
    bare        T1     1.000          1.000        16.7  $0.0153    1m 07s  1 of 3
                       (3 of 3)       (3 of 3)           published
                T2     1.000          1.000         8.7  $0.0100     34.7s  1 of 3
                       (3 of 3)       (3 of 3)           published
                T3     1.000          1.000        13.0  $0.0173     52.0s  0 of 3
                       (3 of 3)       (3 of 3)           published
                T4     0.972          1.000        15.3  $0.0251    1m 01s  2 of 3
                       [0.917–1.000]  (3 of 3)           published
                       (3 of 3)
                T5     0.833          1.000        18.0  $0.0229    1m 12s  1 of 3
                       [0.750–1.000]  (3 of 3)           published
                       (3 of 3)
                total  15 of 15       1.000        14.3  $0.0906     57.3s  5 of 15"
  `)
})

test('all that is not covered stands next to the figure, and below it why', () => {
  const retried = record({ repetition: 2, usage: { cost: 0.01, calls: 8, claimedBy: 'harness' } })
  retried.attempt = 2
  retried.attempts = [
    attempt({
      runFingerprint: retried.runFingerprint,
      outcome: 'crashed',
      reason: 'exit code 1',
      usage: { ...retried.usage, cost: 0.003 },
    }),
    attempt({ number: 2, usage: retried.usage }),
  ]
  const id = retried.assertions[0]?.id ?? ''
  retried.regraded = [{ id, before: 'fail', after: 'pass', cause: 'nothing changed' }]
  const text = show(
    [
      record({ ungraded: [half], litter: ['a\nb.ts'], outcome: 'timedOut', reason: '600 s' }),
      retried,
      record({ repetition: 3, outcome: 'unmeasured', reason: 'the provider\nanswered 503' }),
      record({ repetition: 9 }),
    ],
    { ...one, repetitions: 5 },
  )
  expect(text).toMatchInlineSnapshot(`
    "shopkit: 2 of 5 samples measured, 5 repetitions, experiment published

    condition  task   change          regress                calls  cost                         time  litter
    bare       T4     1.000 (1 of 5)  1.000 (2 of 5)  8.0 (1 of 5)  $0.0100 harness,  1m 00s (2 of 5)  1 of 5, 3 unknown
                                                                    4 of 5 unknown
               total  2 of 5 samples  1.000 (2 of 5)  8.0 (1 of 5)  $0.0100 harness,  1m 00s (2 of 5)  1 of 5, 3 unknown
                                                                    4 of 5 unknown

    Cost is a sum; calls and time are means of a sample; change has a mean for each task only.
    Mean cost of a sample: bare $0.0100 (1 of 5).

    Left in the tree
      bare: a\\nb.ts

    Solved: all change and all regress assertions passed
      condition  solved            95% (Wilson)    pass@5  pass^5  cost per solved  output tokens
      bare       1 of 1 (5 asked)  [0.207, 1.000]       –       –          unknown        unknown
      Cost and tokens for each task solved, failures included.

    Not in the figures, or changed
      missing        bare T4 #4 #5 (2 samples)
      unmeasured     bare T4 #3: the provider answered 503; its cost is unknown
      timedOut       bare T4 #1: 600 s; graded as it stands
      ungraded       bare T4 #1, fmt(0.005) rounds half a cent up: expected one thing, received another
      superseded     bare T4 #2, attempt 1 by attempt 2; it ended crashed: exit code 1; its $0.0030 is in no figure
      regraded       bare T4 #2, fmt(0.005) rounds half a cent up: fail → pass, nothing changed: suspect the grader
      not asked for  1 record of other samples"
  `)
})

test('contradictory, duplicate and differently graded records', () => {
  const wrong = record({ failed: [half] })
  wrong.change = { passed: 12, graded: 12, of: 12, fraction: 1 }
  const edited = record({ repetition: 2, failed: [half] })
  const [first] = edited.assertions
  if (first) first.gradeFingerprint = 'edited'
  const text = show([wrong, edited, record({ repetition: 3 }), record({ repetition: 3 })])
  expect(text.split('\n').slice(3)).toMatchInlineSnapshot(`
    [
      "bare       T4     0.958 [0.917–1.000] (2 of 3)  1.000 (2 of 3)  unknown  unknown  1m 00s  0 of 3",
      "           total  3 of 3 samples                1.000 (2 of 3)  unknown  unknown  1m 00s  0 of 3",
      "",
      "Cost is a sum; calls and time are means of a sample; change has a mean for each task only.",
      "Mean cost of a sample: bare unknown.",
      "",
      "Failed assertions",
      "  bare  T4  change  fmt(0.005) rounds half a cent up  1/3 (2 graded)",
      "",
      "Solved: all change and all regress assertions passed",
      "  condition  solved            95% (Wilson)    pass@3  pass^3  cost per solved  output tokens",
      "  bare       1 of 2 (3 asked)  [0.095, 0.905]       –       –          unknown        unknown",
      "  Cost and tokens for each task solved, failures included.",
      "",
      "Not in the figures, or changed",
      "  contradictory  bare T4 #1, in no mean: change says 12 passed, 12 graded, of 12; its assertions say 11 passed, 12",
      "                 graded, of 12",
      "  mixed          T4, fmt(0.005) rounds half a cent up: graded by 2 versions of it",
      "  duplicate      bare T4 #3: of two records the later one counts",
    ]
  `)
})

test('an assertion that waits for its grading, and a reason that is too long to show', () => {
  const fresh = record({})
  const [first] = fresh.assertions
  if (first) first.verdict = null
  fresh.change = { passed: 11, graded: 11, of: 12, fraction: null }
  const endless = record({ repetition: 2, outcome: 'crashed', reason: 'no '.repeat(1000) })
  const lines = show([fresh, endless, record({ repetition: 3 })]).split('\n')
  expect(lines.slice(lines.indexOf('Not in the figures, or changed'))).toMatchInlineSnapshot(`
    [
      "Not in the figures, or changed",
      "  crashed   bare T4 #2: no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no",
      "            no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no",
      "            no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no no…; graded as",
      "            it stands",
      "  ungraded  bare T4 #1, fmt(0.005) rounds half a cent up: not graded yet",
    ]
  `)
})

test('attempts on an earlier seed are one line a condition', () => {
  const stale = [1, 2, 3].map((repetition) => {
    const one = record({ repetition })
    const usage = { ...one.usage, cost: repetition === 1 ? null : 0.01 }
    one.attempt = 2
    one.attempts = [attempt({ runFingerprint: 'earlier', usage }), attempt({ number: 2 })]
    return one
  })
  expect(show(stale).split('\n').at(-1)).toBe(
    '  stale  bare, 3 attempts with another seed, brief, adapter or budget; their $0.0200 (1 unknown) is in no figure',
  )
})

test('of many lines of one kind some are shown, and the rest is counted', () => {
  const names = record({}).assertions.map(({ name }) => name)
  const lines = show([record({ ungraded: names })]).split('\n')
  expect(lines.filter((line) => line.startsWith('  ungraded'))).toHaveLength(11)
  expect(lines.at(-1)).toBe('  ungraded  and 15 more: see the records')
})

test('a suite of which no sample was asked for', () => {
  const plan = { ...one, selected: [] }
  expect(show([], plan)).toBe('shopkit: no sample was asked for')
})

test('no records', () => {
  expect(show([])).toMatchInlineSnapshot(`
    "shopkit: 0 of 3 samples measured, 3 repetitions, experiment published

    condition  task   change            regress             calls  cost        time  litter
    bare       T4     unknown (0 of 3)  unknown (0 of 3)  unknown  unknown  unknown  unknown
               total  0 of 3 samples    unknown (0 of 3)  unknown  unknown  unknown  unknown

    Cost is a sum; calls and time are means of a sample; change has a mean for each task only.
    Mean cost of a sample: bare unknown.

    Solved: all change and all regress assertions passed
      condition  solved            95% (Wilson)  pass@3  pass^3  cost per solved  output tokens
      bare       0 of 0 (3 asked)  –                  –       –          unknown        unknown
      Cost and tokens for each task solved, failures included.

    Not in the figures, or changed
      missing  bare T4 #1 #2 #3 (3 samples)"
  `)
})

test('one repetition', () => {
  expect(show([record({})], { ...one, repetitions: 1 }).split('\n')[0]).toBe(
    'shopkit: 1 of 1 sample measured, 1 repetition, experiment published',
  )
})

test('very long names', () => {
  const name = 'a-condition-whose-name-says-everything-about-it-and-then-some-more'
  const long = record({ condition: name, failed: [half] })
  const text = show(
    [long],
    { ...one, conditions: [name], repetitions: 1 },
    { width: 80, color: false },
  )
  expect(text).toMatchInlineSnapshot(`
    "shopkit: 1 of 1 sample measured, 1 repetition, experiment published

    condition            task   change    regress     calls  cost       time  litter
    a-condition-whose-n  T4     0.917     1.000     unknown  unknown  1m 00s  0 of 1
    ame-says-everything         (1 of 1)  (1 of 1)
    -about-it-and-then-
    some-more
                         total  1 of 1    1.000     unknown  unknown  1m 00s  0 of 1
                                samples   (1 of 1)

    Cost is a sum; calls and time are means of a sample; change has a mean for each
    task only.
    Mean cost of a sample:
    a-condition-whose-name-says-everything-about-it-and-then-some-more unknown.

    Failed assertions
      a-condition-whose-name-says-everything-about-it-a  T4  change  fmt(0.005)  1/1
      nd-then-some-more                                              rounds
                                                                     half a
                                                                     cent up

    Solved: all change and all regress assertions passed
      condition                                     solved  95%         cost  output
                                                            (Wilson)     per  tokens
                                                                      solved
      a-condition-whose-name-says-everything-about  0 of 1  [0.000,        –       –
      -it-and-then-some-more                                0.793]
      Cost and tokens for each task solved, failures included."
  `)
})

test('colour changes nothing but colour', () => {
  const colored = show(publishedRecords(), publishedPlan, { width: 120, color: true })
  expect(colored).not.toBe(stripVTControlCharacters(colored))
  expect(stripVTControlCharacters(colored).replaceAll(/ +$/gm, '')).toBe(
    show(publishedRecords(), publishedPlan),
  )
})

test('green is only what is perfect and fully covered', () => {
  const look = { width: 120, color: true }
  const line = (records: SampleRecord[]) => show(records, one, look).split('\n')[3]
  const all = [1, 2, 3].map((repetition) => record({ repetition }))
  expect(line(all)).toContain('\u001b[32m1.000 (3 of 3)')
  expect(line(all.slice(1))).toContain('\u001b[33m1.000 (2 of 3)')
  expect(line([record({ failed: [half] })])).toContain('\u001b[31m0.917 (1 of 3)')
})

test('a suite that is not in the plan', () => {
  expect(() => suiteTable(figures(one, []), 'shop', wide)).toThrow(
    'No figures of a suite "shop": it is not in the plan',
  )
})
