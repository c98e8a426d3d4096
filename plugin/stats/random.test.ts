import { expect, test } from 'vitest'
import { random } from './random.ts'

test('equal seeds give equal sequences, others do not', () => {
  const draws = (seed: string | number) => {
    const { uniform, below, bits } = random(seed)
    return [uniform(), below(1000), bits(), uniform()]
  }
  expect(draws('shopkit')).toEqual(draws('shopkit'))
  expect(draws(1)).toEqual(draws('1'))
  expect(draws('shopkit')).not.toEqual(draws('shopkit2'))
})

test('a shuffle keeps all, and reaches each order about as often', () => {
  const { shuffled } = random('orders')
  const counts = new Map<string, number>()
  for (let i = 0; i < 6000; i++) {
    const order = shuffled(['a', 'b', 'c']).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
  // 1000 each; 29 is one standard deviation.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120)
})

test('below and uniform stay in their ranges', () => {
  const { below, uniform } = random('ranges')
  const whole = Array.from({ length: 2000 }, () => below(3))
  expect(new Set(whole)).toEqual(new Set([0, 1, 2]))
  const fractions = Array.from({ length: 2000 }, uniform)
  expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...fractions)).toBeLessThan(1)
})
