import { expect, test } from 'vitest'
import { clopperPearson, fisherExact, permuteTwoSamples } from './index.ts'

// Of the published runs' figures, what nobody had printed.

test('T4 against T5: p = 0.20, one-sided, over all 20 permutations', () => {
  const T4 = [1, 11 / 12, 1]
  const T5 = [0.75, 0.75, 1]
  expect(permuteTwoSamples(T4, T5, 'greater')).toEqual({ p: 0.2, exact: true, permutations: 20 })
})

test('"one in three" is anything from 0.8% to 90.6%', () => {
  const { low, high } = clopperPearson(1, 3) ?? {}
  expect(low).toBeCloseTo(0.008, 3)
  expect(high).toBeCloseTo(0.906, 3)
})

test('T3, one of three against none of three: p = 1', () => {
  expect(fisherExact(1, 2, 0, 3)).toBeCloseTo(1, 9)
})

test('litter in 5 of 15 runs against 10 of 15: p = 0.14', () => {
  expect(fisherExact(5, 10, 10, 5)).toBeCloseTo(0.14, 2)
})

test('never in 75 runs: less than 4.8%, no better', () => {
  expect(clopperPearson(0, 75)).toMatchObject({ low: 0, high: expect.closeTo(0.048, 4) })
})
