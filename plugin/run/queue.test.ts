import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

/** Asks as a sample does: after it was looked for, which takes a while; null is found, and does not come. */
function ask(queue: ReturnType<typeof createQueue>, log: number[]) {
  return async (turn: number, lookedFor = 0, isFound = false) => {
    const decided = queue.expect()
    try {
      await delay(lookedFor)
      if (isFound) return
      return queue.run(turn, async () => {
        log.push(turn)
        await delay(5)
      })
    } finally {
      decided()
    }
  }
}

test('those that wait are let in by their turn, whoever came first and whoever was looked for longest', async () => {
  const log: number[] = []
  const enter = ask(createQueue(1), log)
  await Promise.all([enter(3), enter(0, 20), enter(2, 5), enter(4, 0, true), enter(1, 30)])
  expect(log).toEqual([0, 1, 2, 3])
})

test('one that comes late is let in before those whose turn is later', async () => {
  const log: number[] = []
  const enter = ask(createQueue(1), log)
  const early = [enter(2), enter(3), enter(4)]
  await delay(2)
  await Promise.all([...early, enter(1)])
  expect(log).toEqual([2, 1, 3, 4])
})

test('no more run at once than there are places, and one that fails makes room', async () => {
  const queue = createQueue(2)
  let [running, most] = [0, 0]
  const tasks = Array.from({ length: 6 }, (_, turn) =>
    queue.run(turn, async () => {
      most = Math.max(most, ++running)
      await delay(2)
      running--
      if (turn === 0) throw new Error('failed')
    }),
  )
  const results = await Promise.allSettled(tasks)
  expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(5).fill('fulfilled')])
  expect(most).toBe(2)
})
