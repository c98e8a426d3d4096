import { expect, test } from 'vitest'
import { figures } from '../figures.ts'
import { factorialPlan, factorialRecords } from '../fixtures/factorial.ts'
import { publishedPlan, publishedRecords } from '../fixtures/records.ts'
import { analysisSections, twinSentences } from './analysis.ts'

function sections(plan = factorialPlan, records = factorialRecords()) {
  const [suite] = figures(plan, records).suites
  if (!suite) throw new Error('no suite')
  return analysisSections(suite.analysis, { width: 110, color: false })
    .filter(([, body]) => body)
    .map(([title, body]) => `${title}\n${body}`)
    .join('\n\n')
}

test('a factorial with twins and predictions', () => {
  expect(sections()).toMatchInlineSnapshot(`
    "Compared, task by task and repetition by repetition
      map         change  0.000 [−0.117, +0.117]  not distinguishable (this design sees 0.02 and more)
      plan        change  −0.100 [−0.229, 0.000]  not distinguishable (this design sees 0.14 and more)
      map × plan  change  0.000 [−0.219, +0.219]  not distinguishable (this design sees 0.05 and more)
      plan, T3    change  −0.500 [−0.730, 0.000]  different
      Checked, one condition under two names (loop.plain − loop.plain.twin): not distinguishable on change and
      regress, as it must be.

    Predictions
      held                                  the plan does harm on T3  −0.500 [−0.730, 0.000]
      not decidable with these repetitions  the map helps             0.000 [−0.117, +0.117]
      falsified                             the plan helps on T3      −0.500 [−0.730, 0.000]
      held                                  plain solves most         0.994 [0.473, 1.000]

    Solved: all change and all regress assertions passed
      condition        solved    95% (Wilson)    pass@3  pass^3  cost per solved  output tokens
      loop.plain       14 of 15  [0.702, 0.988]   1.000   0.800          $0.0107            214
      loop.map         14 of 15  [0.702, 0.988]   1.000   0.800          $0.0214            215
      loop.plan        11 of 15  [0.480, 0.891]   0.800   0.600          $0.0409            275
      loop.map-plan    11 of 15  [0.480, 0.891]   0.800   0.600          $0.0545            277
      loop.plain.twin  14 of 15  [0.702, 0.988]   1.000   0.800          $0.0536            219
      Cost and tokens for each task solved, failures included."
  `)
})

test('what was always switched together is said', () => {
  const levels = {
    bare: { brain: false, plan: false },
    'brain+plan': { brain: true, plan: true },
  }
  expect(sections({ ...publishedPlan, levels }, publishedRecords())).toContain(
    'Confounded: brain and plan were always switched together',
  )
})

test('twins that differ, and twins that are not there yet', () => {
  const { comparisons } = figures(factorialPlan, factorialRecords()).suites[0]?.analysis ?? {}
  const twins = (comparisons ?? []).filter(({ kind, task }) => kind === 'twins' && task === null)
  const different = twins.map((one) => ({ ...one, verdict: 'different' as const }))
  expect(twinSentences({ comparisons: different })).toEqual([
    'Checked, one condition under two names (loop.plain − loop.plain.twin): different on change and regress, which chance alone does in 5% of experiments at most: suspect the instrument.',
  ])
  const none = factorialRecords().filter(({ condition }) => condition !== 'loop.plain.twin')
  expect(sections(factorialPlan, none)).toMatch(
    /\(loop\.plain − loop\.plain\.twin\): no block is complete yet/,
  )
})
