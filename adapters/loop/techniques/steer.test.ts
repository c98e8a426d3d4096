import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptTurn } from '../../scripted/script.ts'
import { calling, following, overhearing, readChat, run, setting } from '../fixtures/setting.ts'

const says: ScriptTurn = { ...calling(), say: 'One would write the file.' }
const writes = { write: { path: 'a.txt', content: 'one' } }
const finish = calling({ finish: { summary: 'done' } })
const nudge = 'Nothing has been changed in the project.'

async function steered(turns: ScriptTurn[], given: Record<string, unknown> = {}) {
  const { url, requests } = await overhearing(await following(turns))
  const { build, context, log } = await setting(url, { steer: true, ...given })
  const { calls, crashed } = await run(build, 'Write the file.', context)
  const nudges = requests.map((body) => body.split(nudge).length - 1)
  return { build, calls, crashed, log: log(), nudges, requests }
}

test('who described what to do but did not do it is told to, and goes on', async () => {
  const { build, calls, nudges, requests, log } = await steered([says, calling(writes), finish])
  expect({ calls, nudges }).toEqual({ calls: 3, nudges: [0, 1, 1] })
  expect(await readFile(path.join(build, 'a.txt'), 'utf8')).toBe('one')
  const { messages, system } = readChat(requests[1])
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(system).toBe(readChat(requests[0]).system)
  expect(log).toContain(`[${nudge}`)
})

test('twice at most', async () => {
  expect(await steered([says, says, says, says])).toMatchObject({ calls: 3, nudges: [0, 1, 2] })
})

test('not when the steps are used up', async () => {
  const { calls, crashed } = await steered([says, says, says], { steps: 1 })
  expect({ calls, crashed }).toEqual({ calls: 1 })
})

test.for([
  { how: 'by a tool for files', call: writes },
  { how: 'by a command', call: { run: { command: `node -e "fs.writeFileSync('a.txt', '')"` } } },
])('not when the project was changed, $how', async ({ call }) => {
  expect(await steered([calling(call), says, says])).toMatchObject({ calls: 2, nudges: [0, 0] })
})

test('not when the model called finish, nor without being asked to steer', async () => {
  expect(await steered([finish, says])).toMatchObject({ calls: 1 })
  expect(await steered([says, says], { steer: false })).toMatchObject({ calls: 1, nudges: [0] })
})

test('a planner is reminded to hand over the plan', async () => {
  const planning = [calling({ list: {} }), calling({ plan: { steps: ['Go.'] } })]
  const { url } = await overhearing(await following([finish], { planning }))
  const { build, context, log } = await setting(url, { steer: true, plan: true, steps: 6 })
  await run(build, 'Go.', context)
  expect(log()).toContain('[2 steps are left: come to an end, and call plan.]')
})

test('minimal tools are five', async () => {
  const { requests } = await steered([finish], { steer: false, tools: 'minimal' })
  expect(readChat(requests[0]).tools).toEqual(['read', 'write', 'edit', 'run', 'finish'])
})
