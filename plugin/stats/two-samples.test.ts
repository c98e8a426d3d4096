import { expect, test } from 'vitest'
import { permuteTwoSamples } from './two-samples.ts'

test('all ways, counted by hand', () => {
  // {3} against {1, 2}: of three ways, one has the greatest first; two are as far from the middle.
  expect(permuteTwoSamples([3], [1, 2], 'greater')).toEqual({
    p: 1 / 3,
    exact: true,
    permutations: 3,
  })
  expect(permuteTwoSamples([3], [1, 2])).toEqual({ p: 2 / 3, exact: true, permutations: 3 })
  expect(permuteTwoSamples([3], [1, 2], 'less').p).toBe(1)
})

test('separated as far as can be: the two ends, and no other way', () => {
  expect(permuteTwoSamples([1, 1.1, 1.2], [0, 0.1, 0.2])).toEqual({
    p: 2 / 20,
    exact: true,
    permutations: 20,
  })
  expect(permuteTwoSamples([0, 0.1, 0.2], [1, 1.1, 1.2], 'less').p).toBe(1 / 20)
})

test('equal values are ties, whatever rounding did to them', () => {
  // 0.1 + 0.2 is 0.30000000000000004.
  expect(permuteTwoSamples([0.1 + 0.2], [0.3, 0.3], 'greater').p).toBe(1)
})

test('of too many ways a seeded sample is dealt', () => {
  const many = Array.from({ length: 20 }, (_, i) => i)
  const apart = permuteTwoSamples(
    many.map((value) => value + 30),
    many,
    'greater',
  )
  expect(apart).toEqual({ p: 1 / 10_000, exact: false, permutations: 9_999 })
  const same = permuteTwoSamples(many, many, 'greater')
  expect(same.p).toBeCloseTo(0.5, 1)
  expect(permuteTwoSamples(many, many, 'greater')).toEqual(same)
  expect(permuteTwoSamples(many, many).p).toBe(1)
})
