import { expect, test } from 'vitest'
import { figures } from '../../figures.ts'
import { publishedPlan, publishedRecords } from '../../fixtures/records.ts'

const plan = {
  ...publishedPlan,
  suites: publishedPlan.suites.map((suite) => ({
    ...suite,
    compare: [{ easier: 'T4', harder: 'T5' }],
  })),
  levels: {
    bare: { brain: false, plan: false },
    'brain+plan': { brain: true, plan: true },
  },
}
const [suite] = figures(plan, publishedRecords()).suites
const analysis = suite?.analysis
if (!analysis) throw new Error('no analysis')

/** The statistics that the study did not print. */
test('told and untold: T4 against T5, exact, one-sided', () => {
  expect(analysis.taskComparisons[0]).toMatchObject({
    condition: 'bare',
    axis: 'change',
    effect: expect.closeTo(0.139, 3),
    p: expect.closeTo(0.2, 10),
    test: 'exact permutation, one-sided, 20 deals',
    verdict: 'not distinguishable',
  })
})

test('one in three for T5: from 0.8% to 90.6%', () => {
  const one = { condition: 'bare', task: 'T5' }
  const interval = { low: expect.closeTo(0.0084, 4), high: expect.closeTo(0.9057, 4) }
  expect(analysis.solved).toContainEqual(
    expect.objectContaining({
      ...one,
      solved: 1,
      n: 3,
      interval: expect.objectContaining(interval),
    }),
  )
})

test('T3, one in three against none; litter, 5 of 15 against 10 of 15', () => {
  const p = (what: string, task: string | null) =>
    analysis.rateComparisons.find((one) => one.what === what && one.task === task)?.p
  expect(p('solved', 'T3')).toBeCloseTo(1, 10)
  expect(p('littered', null)).toBeCloseTo(0.143, 3)
})

test('that regress never fired in 15 runs bounds the rate only', () => {
  const damaged = analysis.rates.filter(({ what, task }) => what === 'damaged' && task === null)
  expect(damaged).toMatchObject([
    { count: 0, n: 15, interval: { low: 0, high: expect.closeTo(0.204, 3) } },
    { count: 0, n: 15, interval: { low: 0, high: expect.closeTo(0.204, 3) } },
  ])
})

test('brain and plan were switched together: no effect of either, one comparison of both', () => {
  expect(analysis.confounded).toEqual([
    'brain and plan were always switched together: what one did cannot be told from what the other did.',
  ])
  const overall = analysis.comparisons.filter(({ task }) => task === null)
  expect(overall.map(({ kind, name, axis }) => `${kind} ${name} ${axis}`)).toEqual([
    'pair brain+plan − bare change',
    'pair brain+plan − bare regress',
  ])
  expect(overall[0]).toMatchObject({
    effect: expect.closeTo(-1 / 30, 10),
    p: 0.75,
    test: 'exact permutation, 8 patterns',
    blocks: { n: 15, of: 15 },
    verdict: 'not distinguishable',
  })
})

test('three pairs of one task could show nothing', () => {
  const [, ...byTask] = analysis.comparisons.filter(({ axis }) => axis === 'change')
  expect(byTask.map(({ task }) => task)).toEqual(['T1', 'T2', 'T3', 'T4', 'T5'])
  for (const one of byTask)
    expect(one).toMatchObject({
      sees: null,
      words: 'not distinguishable (with 3 pairs nothing could be seen)',
    })
})

test('coverage by name', () => {
  expect(analysis.coverage).toMatchObject([
    {
      a: 'bare',
      b: 'brain+plan',
      gained: [],
      lost: ['T3 #2', 'T4 #1'],
      both: 10,
      union: 12,
      neither: 3,
      p: 0.5,
    },
  ])
})

test('solved: of all, in k tries, and at what price', () => {
  expect(analysis.solved[0]).toMatchObject({
    condition: 'bare',
    task: null,
    solved: 12,
    n: 15,
    avg: 0.8,
    passAt: [{ k: 1 }, { k: 2, value: expect.closeTo(14 / 15, 10) }, { k: 3, value: 1 }],
    passHat: [{ k: 1 }, { k: 2, value: expect.closeTo(2 / 3, 10) }, { k: 3, value: 0.6 }],
    costPerSolved: expect.closeTo(0.0906 / 12, 10),
    outputTokensPerSolved: null,
    unknown: 'output tokens of 15 of 15 samples not known',
  })
})

test('assertions that never failed measure nothing here; transitions are counted', () => {
  expect(analysis.idle.filter(({ axis }) => axis === 'regress')).toHaveLength(13)
  const half = analysis.transitions.find(({ name }) => name.startsWith('fmt(0.005)'))
  expect(half).toMatchObject({ condition: 'bare', fixed: 6, unfixed: 3, kept: 0, broke: 0, of: 9 })
  expect(
    analysis.transitions.find((one) => one.condition !== 'bare' && one.name === 'a single 60%'),
  ).toMatchObject({ broke: 1, kept: 8, of: 9 })
})

test('without a twin, a prediction or a doubt there is none', () => {
  expect(analysis.predictions).toEqual([])
  expect(analysis.contradictions).toEqual([])
})
