import { expect, test } from 'vitest'
import {
  binomialAtLeast,
  choose,
  normalCdf,
  normalQuantile,
  studentQuantile,
} from './distributions.ts'

test('the normal distribution, as in Abramowitz and Stegun, table 26.1', () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 12)
  expect(normalCdf(1)).toBeCloseTo(0.841344746068543, 12)
  expect(normalCdf(-2)).toBeCloseTo(0.022750131948179, 12)
  expect(1 - normalCdf(3.5)).toBeCloseTo(0.000232629079, 11)
  expect(normalCdf(-3)).toBeCloseTo(0.00134989803163, 12)
  expect(normalCdf(-40)).toBe(0)
  expect(normalQuantile(0.975)).toBeCloseTo(1.95996398454, 9)
})

test.for([
  // Fisher and Yates, Statistical tables, table III.
  [1, 12.706],
  [2, 4.303],
  [4, 2.776],
  [5, 2.571],
  [14, 2.145],
  [29, 2.045],
  [120, 1.98],
])('Student’s t with %d degrees of freedom: 97.5%% below %d', ([degrees, t]) => {
  expect(studentQuantile(0.975, degrees as number)).toBeCloseTo(t as number, 3)
})

test('binomial tails, by counting', () => {
  // Of 32 throws of five coins, 1 + 5 have four heads or more.
  expect(binomialAtLeast(4, 5, 0.5)).toBeCloseTo(6 / 32, 12)
  expect(binomialAtLeast(0, 5, 0.1)).toBe(1)
  expect(binomialAtLeast(6, 5, 0.1)).toBe(0)
  expect(binomialAtLeast(1, 75, 0.048)).toBeCloseTo(1 - 0.952 ** 75, 12)
  expect(choose(6, 3)).toBe(20)
  expect(choose(3, 5)).toBe(0)
})
