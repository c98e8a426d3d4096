import { expect, test } from 'vitest'
import { lowerBound, upperBound } from './gaffke.ts'
import { clopperPearson } from './proportion/interval.ts'
import { random } from './random.ts'

test.for([
  [0, 3],
  [1, 3],
  [3, 15],
  [14, 15],
  [20, 50],
  [0, 75],
] as const)('of zeros and ones it is Clopper and Pearson’s: %d of %d', ([k, n]) => {
  const values = Array.from({ length: n }, (_, i) => (i < k ? 1 : 0))
  const exact = clopperPearson(k, n)
  // The saddle-point formula is not exact: three digits of a bound.
  expect(Math.abs(upperBound(values, 1, 0.025) - (exact?.high as number))).toBeLessThan(7e-4)
  expect(Math.abs(lowerBound(values, 0, 0.025) - (exact?.low as number))).toBeLessThan(7e-4)
})

test.for([
  [0.75, 0.75, 1],
  [1, 1, 1, 0.972, 0.833],
  [0, 0.1, 0.25, 0.25, 0.5, 0.9, 0.95, 1, 1, 1],
])('the quantile of means under random weights: %j', (values) => {
  const { uniform } = random('weights')
  const means = Array.from({ length: 40_000 }, () => {
    let [sum, weights] = [0, 0]
    for (const value of [...values, 1]) {
      const weight = -Math.log(1 - uniform())
      sum += weight * value
      weights += weight
    }
    return sum / weights
  }).sort((a, b) => a - b)
  expect(upperBound(values, 1, 0.025)).toBeCloseTo(means[39_000] as number, 2)
})

test('nothing but the greatest was seen: there is nothing above it', () => {
  expect(upperBound([1, 1], 1, 0.025)).toBe(1)
  expect(lowerBound([1, 1, 1, 1, 1], 0, 0.025)).toBeCloseTo(0.025 ** (1 / 5), 9)
})
