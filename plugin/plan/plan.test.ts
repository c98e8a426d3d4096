import { expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { appliesTo, planSamples, samplePath, shardOf } from './plan.ts'
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
  expect(plan('a', 'b').map(samplePath)).toEqual([
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

test('every sample is in exactly one shard, with all others of its block', () => {
  const samples = plan('a', 'b', 'c')
  const shards = [1, 2, 3].map((index) => shardOf(samples, { index, count: 3 }))
  expect(shards.flat().map(samplePath).sort()).toEqual(samples.map(samplePath).sort())
  expect(shards.map((own) => own.map(({ task, repetition }) => `${task}.${repetition}`))).toEqual([
    ['T1.1', 'T2.2', 'T1.1', 'T2.2', 'T1.1', 'T2.2'],
    ['T1.2', 'T1.2', 'T1.2'],
    ['T2.1', 'T2.1', 'T2.1'],
  ])
  expect(shardOf(samples, undefined)).toEqual(samples)
})

test('where there are fewer blocks than shards, these are divided', () => {
  const samples = plan('a', 'b', 'c')
  const shards = [1, 2, 3, 4, 5].map((index) => shardOf(samples, { index, count: 5 }))
  expect(shards.flat().map(samplePath).sort()).toEqual(samples.map(samplePath).sort())
  expect(shards.map(({ length }) => length)).toEqual([3, 3, 2, 2, 2])
})

test('regress assertions apply to every task, change assertions to those of their defect', () => {
  expect(appliesTo({ defect: null }, { change: ['sum'] })).toBe(true)
  expect(appliesTo({ defect: 'sum' }, { change: ['sum', 'other'] })).toBe(true)
  expect(appliesTo({ defect: 'sum' }, { change: ['other'] })).toBe(false)
})
