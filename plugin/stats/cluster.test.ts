import { expect, test } from 'vitest'
import { bootstrapClustered } from './cluster.ts'

test('the mean of task means: a task with more repetitions weighs no more', () => {
  const { mean, clusters } = bootstrapClustered([[1, 1, 1, 1], [0.5], []])
  expect(mean).toBe(0.75)
  expect(clusters).toBe(2)
})

test('five perfect tasks leave room for worse ones: as 5 of 5 by Clopper and Pearson', () => {
  const { mean, interval } = bootstrapClustered(Array(5).fill([1, 1, 1]))
  expect(mean).toBe(1)
  expect(interval).toMatchObject({ high: 1, low: expect.closeTo(0.025 ** (1 / 5), 9) })
})

test('the published runs without brain and planner', () => {
  const { mean, interval } = bootstrapClustered([
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
    [1, 11 / 12, 1],
    [0.75, 0.75, 1],
  ])
  expect(mean).toBeCloseTo(0.961, 3)
  expect(interval?.low).toBeCloseTo(0.46, 2)
  expect(interval?.high).toBeLessThan(1)
  expect(interval?.high).toBeGreaterThan(0.98)
})

test('one task says nothing of others; none says nothing at all', () => {
  expect(bootstrapClustered([[0.5, 1]])).toEqual({ mean: 0.75, interval: null, clusters: 1 })
  expect(bootstrapClustered([[], []])).toEqual({ mean: null, interval: null, clusters: 0 })
})

test('less confidence, less width', () => {
  const values = [[0.2], [0.4], [0.6], [0.8]]
  const wide = bootstrapClustered(values).interval
  const narrow = bootstrapClustered(values, { confidence: 0.8 }).interval
  expect(narrow?.low).toBeGreaterThan(wide?.low as number)
  expect(narrow?.confidence).toBe(0.8)
})
