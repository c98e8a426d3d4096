import { expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { appliesTo, planSamples, sampleKey, shardOf } from './plan.ts'
import type { Suite } from './suite.ts'

const suite = {
  name: 'tiny',
  tasks: ['T1', 'T2'].map((name) => ({ name, brief: 'x', change: ['sum'], creates: [] })),
} as unknown as Suite

function plan(...names: string[]) {
  const conditions = names.map((name) => ({ name, adapter: 'nothing' }))
  return planSamples(resolveOptions({ experiment: 'e', repetitions: 2, conditions }), [suite])
}

test('a sample for each condition, task and repetition', () => {
  expect(plan('a', 'b').map(sampleKey)).toEqual([
    'e/tiny/a/T1/1',
    'e/tiny/a/T1/2',
    'e/tiny/a/T2/1',
    'e/tiny/a/T2/2',
    'e/tiny/b/T1/1',
    'e/tiny/b/T1/2',
    'e/tiny/b/T2/1',
    'e/tiny/b/T2/2',
  ])
})

test('conditions of one name are refused, whatever their case', () => {
  expect(() => plan('a', 'b', 'A')).toThrow(
    'two conditions are called a and A; rename one in `conditions`',
  )
})

test('every sample is in exactly one shard', () => {
  const samples = plan('a', 'b', 'c')
  const shards = [1, 2, 3, 4, 5].map((index) => shardOf(samples, { index, count: 5 }))
  expect(shards.flat().map(sampleKey).sort()).toEqual(samples.map(sampleKey).sort())
  expect(shards.map(({ length }) => length)).toEqual([3, 3, 2, 2, 2])
  expect(shardOf(samples, undefined)).toEqual(samples)
})

test('regress assertions apply to every task, change assertions to those of their defect', () => {
  expect(appliesTo({ defect: null }, { change: ['sum'] })).toBe(true)
  expect(appliesTo({ defect: 'sum' }, { change: ['sum', 'other'] })).toBe(true)
  expect(appliesTo({ defect: 'sum' }, { change: ['other'] })).toBe(false)
})
