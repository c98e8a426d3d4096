import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { open, options } from '../../loop.ts'
import type { ScriptTurn } from '../../scripted/script.ts'
import {
  calling,
  following,
  overhearing,
  readChat,
  run,
  serving,
  setting,
} from '../fixtures/setting.ts'

const finish = calling({ finish: { summary: 'done' } })
const says = (say: string): ScriptTurn => ({ ...calling(), say })
const edit = { edit: { path: 'a.txt', old: 'one', new: 'two' } }

async function place(ways: Parameters<typeof following>[1], given = {}) {
  const { url, requests } = await overhearing(await following([calling(edit), finish], ways))
  const { build, context, log } = await setting(url, { plan: true, ...given })
  await writeFile(path.join(build, 'a.txt'), 'one')
  const read = () => readFile(path.join(build, 'a.txt'), 'utf8')
  return { build, context, log, read, request: (at: number) => readChat(requests[at]), requests }
}

test('a pass that can change nothing makes a plan, another one follows it, and both count', async () => {
  const planning = [
    calling({ read: { path: 'a.txt' } }),
    calling(edit, { run: { command: 'rm a.txt' } }),
    calling({ plan: { steps: ['Write two.', 'Look at it.'] } }),
    says('never asked for'),
  ]
  const { build, context, log, read, request, requests } = await place({ planning })
  const { calls, tokens, crashed } = await run(build, 'Count on.', context)
  expect({ calls, tokens, crashed }).toEqual({
    calls: 5,
    tokens: { input: 505, cacheRead: 320, output: 35 },
  })
  expect(await read()).toBe('two')

  expect(request(0).tools).toEqual(['list', 'read', 'search', 'plan'])
  expect(request(0).messages.at(-1)?.content).toBe('Count on.')
  expect(request(0).system).not.toContain('A command may take')
  expect(log()).toMatch(/! .*unavailable tool 'edit'.*! .*unavailable tool 'run'/s)

  expect(request(3).tools).not.toContain('plan')
  expect(request(3).tools).toContain('edit')
  expect(request(3).system).toContain('You have 37 steps')
  expect(request(3).messages).toHaveLength(2)
  expect(request(3).messages[1]?.content).toMatchInlineSnapshot(`
    "Count on.

    A plan has been made for this:

    1. Write two.
    2. Look at it.

    Follow it step by step, as it stands. Do not make another plan: where a step cannot be done, do what comes closest to it, and say so at the end."
  `)
  expect(requests[3]).not.toContain('never')
  expect(log()).toMatch(
    /\[Planning\.\].*1\. Write two\.\n2\. Look at it\..*\[The plan is followed\.\]/s,
  )
})

test('a plan may be written as an answer; a call that is refused is none', async () => {
  const planning = [calling({ plan: { steps: [] } }), says('1. Write two.')]
  const { build, context, request } = await place({ planning })
  expect(await run(build, 'Count on.', context)).toMatchObject({ calls: 4 })
  expect(request(2).messages[1]?.content).toContain('\n\n1. Write two.\n\n')
})

test.for([
  {
    what: 'its half of the steps is used up',
    planning: Array(9).fill({ ...calling({ list: {} }), say: 'I look.' }),
    calls: 5,
  },
  { what: 'it says nothing', planning: [says('')], calls: 3 },
])('the work is done without a plan when $what', async ({ planning, calls }) => {
  const { build, context, log, read, request } = await place({ planning }, { steps: 7 })
  expect(await run(build, 'Count on.', context)).toMatchObject({ calls })
  expect(request(calls - 1).messages[1]?.content).toBe('Count on.')
  expect(log()).toContain('[No plan was made.]')
  expect(await read()).toBe('two')
})

test('a second turn is planned too, by one who has seen the first', async () => {
  const planning = [calling({ plan: { steps: ['Write two.'] } }), says('unused'), says('1. Again.')]
  const { build, context, request } = await place({
    planning,
    planned: [calling(edit), finish, calling({ read: { path: 'a.txt' } }), finish],
  })
  const session = await open(build, context)
  await session.turn('First.')
  expect(await session.turn('Second.')).toMatchObject({ calls: 3 })
  const roles = request(3).messages.map(({ role }) => role)
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'user'])
  expect(request(3).tools).toContain('plan')
  expect(request(4).messages.at(-1)?.content).toMatch(/^Second\.\n\n.*\n\n1\. Again\./)
})

test('a provider that fails while the plan is made gives no verdict, a refusal is a crash', async () => {
  for (const [status, expected] of [
    [500, null],
    [400, 'status 400'],
  ] as const) {
    const url = await serving((_, response) =>
      response.writeHead(status).end('{"error":{"message":"no"}}'),
    )
    const { build, context } = await setting(url, { plan: true })
    const result = await run(build, 'Go.', context).catch((error: Error) => error)
    if (expected === null) expect(result).toMatchObject({ name: 'Unmeasured' })
    else expect(result).toMatchObject({ calls: 0, crashed: expect.stringContaining(expected) })
  }
})

test('an abort ends it between the passes too', async () => {
  const stop = new AbortController()
  const model = await following([finish], { planning: [calling({ plan: { steps: ['Go.'] } })] })
  const { url, requests } = await overhearing(model)
  const { build, context } = await setting(url, { plan: true }, stop.signal)
  const stopping = { ...context, log: (text: string) => text.includes('> plan') && stop.abort() }
  expect(await run(build, 'Go.', stopping as never)).toMatchObject({ calls: 1 })
  expect(requests).toHaveLength(1)
})

test('one step is too few for both', () => {
  expect(() => options.parse({ plan: true, steps: 1 })).toThrow('give 2 or more')
  expect(options.parse({ steps: 1 })).toMatchObject({ steps: 1, plan: false })
})
