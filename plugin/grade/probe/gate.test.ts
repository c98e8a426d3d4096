import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('lets no more through than there are places, and one alone without any other', async () => {
  const gate = createGate(2)
  let inside = 0
  const seen: { alone: number[]; shared: number[] } = { alone: [], shared: [] }
  let lasting = 5
  const task = (kind: keyof typeof seen) => async () => {
    seen[kind].push(++inside)
    lasting += 10
    await sleep(lasting)
    inside--
  }
  await Promise.all([
    gate.shared(task('shared')),
    gate.shared(task('shared')),
    gate.shared(task('shared')),
    gate.alone(task('alone')),
    gate.shared(task('shared')),
    gate.alone(task('alone')),
  ])
  expect(seen.alone).toEqual([1, 1])
  expect(seen.shared).toHaveLength(4)
  expect(Math.max(...seen.shared)).toBe(2)
})

test('a task that fails gives its place back', async () => {
  const gate = createGate(1)
  const fail = () => Promise.reject(new Error('no'))
  await expect(gate.alone(fail)).rejects.toThrow('no')
  await expect(gate.shared(fail)).rejects.toThrow('no')
  expect(await gate.shared(async () => 'in')).toBe('in')
})
