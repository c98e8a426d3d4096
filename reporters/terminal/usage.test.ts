import { expect, test } from 'vitest'
import type { SampleRecord } from '../../plugin/record/schema.ts'
import { figures } from '../figures.ts'
import { attempt, publishedPlan, publishedRecords, record } from '../fixtures/records.ts'
import { suiteTable } from '../terminal.ts'
import { displayWidth } from '../text.ts'

const half = 'fmt(0.005) rounds half a cent up'
const one = {
  ...publishedPlan,
  suites: [{ name: 'shopkit', tasks: ['T4'] }],
  conditions: ['bare'],
}
const show = (records: SampleRecord[], plan = one) =>
  suiteTable(figures(plan, records), 'shopkit', { width: 120, color: false })

const tokens = { input: 9000, output: 412, cacheRead: 700, cacheWrite: 100 }
const metered = { calls: 14, tokens, cost: 0.0123, claimedBy: 'meter' } as const

test('a scripted condition beside a published one, at 120 columns', () => {
  const loop = ['T1', 'T2', 'T3', 'T4', 'T5'].flatMap((task) =>
    [1, 2, 3].map((repetition) =>
      record({
        condition: 'loop',
        task,
        repetition,
        usage: { ...metered, scripted: true },
        failed: task === 'T4' ? [half] : [],
        litter: task === 'T4' ? ['notes.md'] : [],
      }),
    ),
  )
  const records = [...publishedRecords(), ...loop]
  const plan = { ...publishedPlan, conditions: ['bare', 'brain+plan', 'loop'] }
  const text = show(records, plan)
  expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(120)
  expect(text).toMatchInlineSnapshot(`
    "shopkit: 45 of 45 samples measured, 3 repetitions, experiment published

    condition   task   change                        regress           calls    tokens  cost                 time  litter
    bare        T1     1.000 (3 of 3)                1.000 (3 of 3)     16.7   unknown  $0.0153 published  1m 07s  1 of 3
                T2     1.000 (3 of 3)                1.000 (3 of 3)      8.7   unknown  $0.0100 published   34.7s  1 of 3
                T3     1.000 (3 of 3)                1.000 (3 of 3)     13.0   unknown  $0.0173 published   52.0s  0 of 3
                T4     0.972 [0.917–1.000] (3 of 3)  1.000 (3 of 3)     15.3   unknown  $0.0251 published  1m 01s  2 of 3
                T5     0.833 [0.750–1.000] (3 of 3)  1.000 (3 of 3)     18.0   unknown  $0.0229 published  1m 12s  1 of 3
                total  15 of 15 samples              1.000 (15 of 15)   14.3   unknown  $0.0906 published   57.3s  5 of 15
    brain+plan  T1     1.000 (3 of 3)                1.000 (3 of 3)     19.0   unknown  $0.0216 published  1m 16s  2 of 3
                T2     1.000 (3 of 3)                1.000 (3 of 3)     11.7   unknown  $0.0166 published   46.7s  2 of 3
                T3     0.833 [0.500–1.000] (3 of 3)  1.000 (3 of 3)     17.7   unknown  $0.0245 published  1m 11s  2 of 3
                T4     0.944 [0.917–1.000] (3 of 3)  1.000 (3 of 3)     18.7   unknown  $0.0267 published  1m 15s  2 of 3
                T5     0.861 [0.750–1.000] (3 of 3)  1.000 (3 of 3)     22.7   unknown  $0.0351 published  1m 31s  2 of 3
                total  15 of 15 samples              1.000 (15 of 15)   17.9   unknown  $0.1245 published  1m 12s  10 of 15
    loop        T1     1.000 (3 of 3)                1.000 (3 of 3)     14.0  9.8k/412  $0.0369 scripted   1m 00s  0 of 3
    (scripted)  T2     1.000 (3 of 3)                1.000 (3 of 3)     14.0  9.8k/412  $0.0369 scripted   1m 00s  0 of 3
                T3     1.000 (3 of 3)                1.000 (3 of 3)     14.0  9.8k/412  $0.0369 scripted   1m 00s  0 of 3
                T4     0.917 (3 of 3)                1.000 (3 of 3)     14.0  9.8k/412  $0.0369 scripted   1m 00s  3 of 3
                T5     1.000 (3 of 3)                1.000 (3 of 3)     14.0  9.8k/412  $0.0369 scripted   1m 00s  0 of 3
                total  15 of 15 samples              1.000 (15 of 15)   14.0  9.8k/412  $0.1845 scripted   1m 00s  3 of 15

    Cost is a sum; calls, tokens (in/out) and time are means of a sample; change has a mean for each task only.
    Mean cost of a sample: bare $0.0060, brain+plan $0.0083, loop (scripted) $0.0123.

    Failed assertions
      bare             T4  change  fmt(0.005) rounds half a cent up   1/3
                       T5  change  fmt(0.005) rounds half a cent up   2/3
                           change  overdue set                        2/3
                           change  an order due today is not overdue  2/3
      brain+plan       T3  change  a single 10%                       1/3
                           change  a single 60%                       1/3
                       T4  change  fmt(0.005) rounds half a cent up   2/3
                       T5  change  fmt(0.005) rounds half a cent up   1/3
                           change  overdue set                        2/3
                           change  an order due today is not overdue  2/3
      loop (scripted)  T4  change  fmt(0.005) rounds half a cent up   3/3

    Left in the tree
      bare: _check_tmp.ts, _verify.ts (2×), _check.ts, _verify_fixes.ts
      brain+plan: _a.ts, _b.ts, _c.ts, _d.ts, _e.ts, _f.ts, _g.ts, _h.ts, and 5 other names
      loop (scripted): notes.md (3×)

    Compared, task by task and repetition by repetition
      brain+plan − bare  change  −0.033 [−0.254, +0.198]  not distinguishable (this design sees 0.27 and more)
      loop − bare        change  +0.022 [−0.205, +0.240]  not distinguishable (this design sees 0.14 and more)
      loop − brain+plan  change  +0.056 [−0.182, +0.273]  not distinguishable (this design sees 0.27 and more)

    Solved: all change and all regress assertions passed
      condition   solved    95% (Wilson)    pass@3  pass^3  cost per solved  output tokens
      bare        12 of 15  [0.548, 0.930]   1.000   0.600          $0.0076        unknown
      brain+plan  10 of 15  [0.417, 0.848]   1.000   0.400          $0.0125        unknown
      loop        12 of 15  [0.548, 0.930]   0.800   0.800          $0.0154            515
      Cost and tokens for each task solved, failures included."
  `)
})

test('what a sum lacks, whose word it is, and what tokens cover', () => {
  const unknown = { ...tokens, cacheRead: null }
  const text = show([
    record({ usage: { ...metered, unpriced: 2 } }),
    record({ repetition: 2, usage: { ...metered, scripted: true, tokens: unknown } }),
    record({ repetition: 3, usage: { ...metered, cost: null, unpriced: 14 } }),
  ])
  expect(text.split('\n').slice(2, 9).join('\n')).toMatchInlineSnapshot(`
    "condition          task   change    regress   calls          tokens  cost                                 time  litter
    bare               T4     1.000     1.000      14.0        9.8k/412  $0.0246 scripted+metered,          1m 00s  0 of 3
                              (3 of 3)  (3 of 3)         (2 and 3 of 3)  1 of 3 unknown, 16 calls unpriced
    (1 of 3 scripted)  total  3 of 3    1.000      14.0        9.8k/412  $0.0246 scripted+metered,          1m 00s  0 of 3
                              samples   (3 of 3)         (2 and 3 of 3)  1 of 3 unknown, 16 calls unpriced

    Cost is a sum; calls, tokens (in/out) and time are means of a sample; change has a mean for each task only."
  `)
})

test('a harness that says less than the meter counted is a finding, at more than 1%', () => {
  const claim = { calls: 12, tokens: { ...tokens, output: 410 }, cost: 0.0123 }
  const text = show([
    record({ usage: metered, claim }),
    record({ repetition: 2, usage: metered, claim: { ...claim, calls: 14, cost: 0.02 } }),
    record({ repetition: 3, usage: metered, claim: { ...claim, calls: 14 } }),
  ])
  expect(text.split('\n\n').at(-1)).toMatchInlineSnapshot(`
    "Not in the figures, or changed
      claim  bare, 3 samples together: harness says 40 calls, the meter counted 42 (+5.0%); $0.0446, the meter $0.0369
             (−17%): a finding about the harness or the meter
      claim  bare T4 #1: harness says 12 calls, the meter counted 14 (+17%): a finding about the harness or the meter
      claim  bare T4 #2: harness says $0.0200, the meter counted $0.0123 (−39%): a finding about the harness or the meter"
  `)
})

test('a total that is not the sum of its samples is told first', () => {
  const wrong = record({ usage: metered })
  wrong.attempts = [attempt({ usage: { ...wrong.usage, calls: 13 } })]
  expect(show([wrong]).split('\n\n').at(-1)).toMatchInlineSnapshot(`
    "Not in the figures, or changed
      unbalanced  bare, calls: its total says 14, its samples add up to 13; suspect the instrument
      missing     bare T4 #2 #3 (2 samples)"
  `)
})
