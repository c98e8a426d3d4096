import { expect, test } from 'vitest'
import type { Comparison } from '../analysis.ts'
import type { Prediction } from '../plan.ts'
import { type Observations, verdictOn } from './predictions.ts'

/** As if an effect had come out so. */
function seen(low: number, high: number, p: number): Observations {
  const comparison: Comparison = {
    kind: 'main',
    name: 'plan',
    conditions: [],
    axis: 'change',
    task: null,
    effect: (low + high) / 2,
    interval: { low, high, confidence: 0.95, method: 'any' },
    p,
    adjusted: p,
    family: '',
    test: '',
    blocks: { n: 6, of: 6 },
    sees: null,
    verdict: 'not distinguishable',
    words: '',
  }
  return {
    readings: [],
    blocks: [],
    conditions: [],
    comparisons: [comparison],
    factorials: [],
    differences: 0,
  }
}

const open = 'not decidable with these repetitions'

test.for<[string, number, number, number, Pick<Prediction, 'direction' | 'within'>, string]>([
  ['above 0', 0.1, 0.3, 0.01, { direction: 'up' }, 'held'],
  ['above 0', 0.1, 0.3, 0.01, { direction: 'down' }, 'falsified'],
  ['around 0', -0.1, 0.3, 0.2, { direction: 'up' }, open],
  ['around 0', -0.1, 0.3, 0.2, { direction: 'down' }, open],
  // An end that is 0 belongs to the side that the test decides for.
  ['from 0, different', 0, 0.3, 0.03, { direction: 'up' }, 'held'],
  ['from 0, different', 0, 0.3, 0.03, { direction: 'down' }, 'falsified'],
  // More comparisons were made, and the report does not call it different.
  ['above 0, chance', 0.1, 0.3, 0.09, { direction: 'up' }, open],
  ['from 0, chance', 0, 0.3, 0.06, { direction: 'up' }, open],
  ['from 0, chance', 0, 0.3, 0.06, { direction: 'down' }, open],
  ['to 0, different', -0.3, 0, 0.03, { direction: 'down' }, 'held'],
  ['just inside', 0.1, 0.3, 0.01, { within: [0.1, 0.3] }, 'held'],
  ['inside, one side open', 0.1, 0.3, 0.01, { within: [0.1, null] }, 'held'],
  ['a bit out', 0.1, 0.3, 0.01, { within: [0.11, null] }, open],
  ['touching', 0.1, 0.3, 0.01, { within: [0.3, 0.5] }, open],
  ['beside', 0.1, 0.3, 0.01, { within: [0.31, 0.5] }, 'falsified'],
  ['below', 0.1, 0.3, 0.01, { within: [null, 0.09] }, 'falsified'],
])('an interval %s: %d to %d, p %d, %j: %s', ([_, low, high, p, claim, verdict]) => {
  const prediction = { says: 'so', effect: 'plan', axis: 'change' as const, ...claim }
  expect(verdictOn(prediction, seen(low, high, p)).verdict).toBe(verdict)
})
