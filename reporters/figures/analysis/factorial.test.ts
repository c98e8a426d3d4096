import { expect, test } from 'vitest'
import type { Axis, SampleRecord } from '../../../plugin/record/schema.ts'
import { figures } from '../../figures.ts'
import { factorialPlan, factorialRecords } from '../../fixtures/factorial.ts'
import { record } from '../../fixtures/records.ts'
import type { Levels, Plan, Prediction } from '../plan.ts'

function analysisOf(plan: Plan, records: SampleRecord[]) {
  const [suite] = figures(plan, records).suites
  if (!suite) throw new Error('no suite')
  return suite.analysis
}

const analysis = analysisOf(factorialPlan, factorialRecords())
const find = (name: string, axis: Axis, task: string | null = null) =>
  analysis.comparisons.find((one) => one.name === name && one.axis === axis && one.task === task)

test('conditions of a factorial are compared by effects, not in pairs', () => {
  const kinds = analysis.comparisons.filter(({ task }) => task === null)
  expect(kinds.map(({ kind, name, axis }) => `${kind} ${name} ${axis}`)).toEqual([
    'main map change',
    'main plan change',
    'interaction map × plan change',
    'main map regress',
    'main plan regress',
    'interaction map × plan regress',
    'twins loop.plain − loop.plain.twin change',
    'twins loop.plain − loop.plain.twin regress',
  ])
})

test('the plan does harm on T3, the map does nothing, and just that is said', () => {
  expect(find('plan', 'change', 'T3')).toMatchObject({
    effect: -0.5,
    p: 2 / 64,
    test: 'exact permutation, 64 patterns',
    verdict: 'different',
    words: 'different',
    family: 'plan by task, change',
  })
  expect(analysis.comparisons.filter(({ verdict }) => verdict === 'different')).toHaveLength(1)
  expect(find('map', 'change')).toMatchObject({
    verdict: 'not distinguishable',
    words: expect.stringMatching(/^not distinguishable \(this design sees 0\.\d\d and more\)$/),
  })
  expect(analysis.confounded).toEqual([])
})

test('families are named, with how they are handled', () => {
  expect(analysis.families).toEqual(
    expect.arrayContaining([
      { name: 'effects, change', method: 'Holm', comparisons: 3 },
      { name: 'plan by task, change', method: 'max-T', comparisons: 5 },
      { name: 'twins, change', method: 'none: one comparison', comparisons: 1 },
    ]),
  )
})

test('predictions: held, falsified, not decidable', () => {
  expect(analysis.predictions.map(({ prediction, verdict }) => [prediction.says, verdict])).toEqual(
    [
      ['the plan does harm on T3', 'held'],
      ['the map helps', 'not decidable with these repetitions'],
      ['the plan helps on T3', 'falsified'],
      ['plain solves most', 'held'],
    ],
  )
})

function predict(prediction: Omit<Prediction, 'says'>, plan: Plan = factorialPlan) {
  const statements = [{ says: 'so', ...prediction }]
  const [found] = analysisOf(
    { ...plan, predictions: { hash: 'h', statements } },
    factorialRecords(),
  ).predictions
  return found
}

test.for<[string, Omit<Prediction, 'says'>, string]>([
  ['all inside', { condition: 'loop.plan', axis: 'change', within: [0.3, 1] }, 'held'],
  ['all outside', { condition: 'loop.plan', axis: 'change', within: [0, 0.2] }, 'falsified'],
  [
    'a part inside',
    { condition: 'loop.plan', axis: 'change', within: [0.9, null] },
    'not decidable with these repetitions',
  ],
  ['wider than anything', { effect: 'map', axis: 'change', within: [-1, 1] }, 'held'],
  [
    'a point',
    { effect: 'map', axis: 'change', within: [0, 0] },
    'not decidable with these repetitions',
  ],
  [
    'a difference',
    { difference: ['loop.plan', 'loop.plain'], task: 'T3', axis: 'change', direction: 'down' },
    'not decidable with these repetitions',
  ],
  [
    'one task of a condition',
    { condition: 'loop.plan', task: 'T3', axis: 'change', within: [null, 0.1] },
    'falsified',
  ],
  [
    'nothing at all on regress',
    { effect: 'plan', axis: 'regress', direction: 'down' },
    'not decidable with these repetitions',
  ],
])('a prediction with %s', ([_, prediction, verdict]) => {
  expect(predict(prediction)?.verdict).toBe(verdict)
})

test('a prediction on what these conditions cannot tell says why it is not decidable', () => {
  const levels = {
    'loop.plain': { map: false, plan: false },
    'loop.map-plan': { map: true, plan: true },
  }
  const conditions = Object.keys(levels)
  const { twins: _, ...rest } = factorialPlan
  expect(
    predict({ effect: 'map', axis: 'change', direction: 'up' }, { ...rest, conditions, levels }),
  ).toMatchObject({
    observed: null,
    verdict: 'not decidable with these repetitions',
    why: expect.stringMatching(/^map and plan were always switched together/),
  })
})

test('a fraction: effects that it can tell, and a sentence on what it cannot', () => {
  const conditions = ['loop.plain', 'loop.map', 'loop.plan']
  const levels = Object.fromEntries(
    conditions.map((name) => [name, factorialPlan.levels?.[name] as Levels]),
  )
  const { twins: _, ...rest } = factorialPlan
  const part = analysisOf({ ...rest, conditions, levels }, factorialRecords())
  const names = part.comparisons.filter(({ task, axis }) => task === null && axis === 'change')
  expect(names.map(({ name }) => name)).toEqual(['map', 'plan'])
  expect(part.confounded).toEqual([expect.stringContaining('map=true with plan=true')])
})

test('two harnesses with the same factors are two experiments', () => {
  const names = ['a.plain', 'a.map', 'b.plain', 'b.map']
  const levels = Object.fromEntries(names.map((name) => [name, { map: name.endsWith('map') }]))
  const plan: Plan = {
    experiment: 'published',
    suites: [{ name: 'shopkit', tasks: ['T4'] }],
    conditions: names,
    repetitions: 3,
    levels,
  }
  const records = names.flatMap((condition) =>
    [1, 2, 3].map((repetition) => record({ condition, repetition })),
  )
  const { comparisons, predictions } = analysisOf(
    {
      ...plan,
      predictions: {
        hash: 'h',
        statements: [{ says: 'so', effect: 'map', axis: 'change', direction: 'up' }],
      },
    },
    records,
  )
  expect(
    comparisons
      .filter(({ task, axis }) => task === null && axis === 'change')
      .map(({ name, conditions }) => [name, conditions]),
  ).toEqual([
    ['a: map', ['a.plain', 'a.map']],
    ['b: map', ['b.plain', 'b.map']],
  ])
  expect(predictions[0]?.why).toMatch(/^2 sets of conditions switch it/)
})

test('a block that lacks a condition is left out, and counted', () => {
  const records = factorialRecords().filter(
    ({ condition, task, repetition }) =>
      !(condition === 'loop.map' && task === 'T3' && repetition === 1),
  )
  const [plan] = analysisOf(factorialPlan, records).comparisons.filter(
    ({ name, axis, task }) => name === 'plan' && axis === 'change' && task === 'T3',
  )
  expect(plan).toMatchObject({
    blocks: { n: 2, of: 3 },
    words: 'not distinguishable (with 4 pairs nothing could be seen)',
  })
})
