import { expect, test } from 'vitest'
import { random } from '../random.ts'
import { type Check, measure } from './check.ts'
import { draw, lump, meanOf, noisy } from './worlds.ts'

function check(bad: Check['bad'], nominal: number, rate: number): Check {
  return {
    what: 'rate',
    of: String(rate),
    nominal,
    bad,
    happens: ({ uniform }) => uniform() < rate,
  }
}

test('a rate on the bad side is bad, beyond its own interval only', () => {
  expect(measure(check('above', 0.05, 0.1), 1000).good).toBe(false)
  expect(measure(check('above', 0.05, 0.05), 1000).good).toBe(true)
  expect(measure(check('above', 0.05, 0), 1000).good).toBe(true)
  expect(measure(check('below', 0.95, 0.9), 1000).good).toBe(false)
  expect(measure(check('below', 0.95, 1), 1000).good).toBe(true)
  expect(measure(check('shown', 0.95, 0.3), 1000).good).toBe(true)
})

test('the same check gives the same rate again', () => {
  expect(measure(check('above', 0.05, 0.1), 200)).toMatchObject({
    rate: measure(check('above', 0.05, 0.1), 200).rate,
  })
})

test('made-up scores have the mean that is taken for the truth', () => {
  const source = random('draws')
  for (const scores of [noisy(0.7), noisy(0.95, 4), lump(0.1, 0, noisy(0.8)), lump(0.3, 0.5)]) {
    expect(scores.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 12)
    const drawn = Array.from({ length: 20_000 }, () => draw(scores, source))
    const mean = drawn.reduce((sum, score) => sum + score, 0) / 20_000
    expect(Math.abs(mean - meanOf(scores))).toBeLessThan(0.01)
  }
  expect(meanOf(noisy(0.7))).toBeCloseTo(0.7, 12)
})
