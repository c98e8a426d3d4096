import { expect, test } from 'vitest'
import { holm } from './holm.ts'

test('as R adjusts: p.adjust(c(.01, .04, .03, .005), "holm")', () => {
  const adjusted = holm([0.01, 0.04, 0.03, 0.005])
  for (const [i, p] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[i]).toBeCloseTo(p, 12)
})

test('what was not tested counts for nothing, and nothing exceeds 1', () => {
  expect(holm([null, 0.04, null])).toEqual([null, 0.04, null])
  expect(holm([0.7, 0.6])).toEqual([1, 1])
  expect(holm([])).toEqual([])
})
