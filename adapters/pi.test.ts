import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import pi from './pi.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'
import { program } from './program/fixtures/preset.ts'

/** As version 1.6.0 prints, shortened. */
const lines = {
  session: { type: 'session', version: 3, id: 'f30b31f5' },
  user: { type: 'message_end', message: { role: 'user', content: [{ type: 'text', text: 'x' }] } },
  calls: {
    type: 'message_end',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Writing.' },
        { type: 'toolCall', id: 'call_1', name: 'write', arguments: { path: 'a.txt' } },
      ],
      model: 'small-1',
      usage: { input: 234, output: 56, cacheRead: 1000, cacheWrite: 0, cost: { total: 0 } },
      stopReason: 'toolUse',
    },
  },
  start: {
    type: 'tool_execution_start',
    toolCallId: 'call_1',
    toolName: 'write',
    args: { path: 'a.txt', content: 'hello' },
  },
  end: {
    type: 'tool_execution_end',
    toolCallId: 'call_1',
    toolName: 'write',
    result: { content: [{ type: 'text', text: 'Successfully wrote to a.txt' }] },
    isError: false,
    durationMs: 2,
  },
  done: {
    type: 'message_end',
    message: {
      role: 'assistant',
      content: [{ type: 'text', text: 'Done.' }],
      model: 'small-1',
      usage: { input: 34, output: 6, cacheRead: 1200, cacheWrite: 0, cost: { total: 0 } },
      stopReason: 'stop',
    },
  },
  failed: {
    type: 'message_end',
    message: { role: 'assistant', content: [], stopReason: 'error', errorMessage: '500: faulty' },
  },
}

/** A program that prints these lines, and notes how it was started. */
function says(events: object[], given: Drive = {}) {
  const body = `writeFileSync(here('given.json'), JSON.stringify({ args: process.argv.slice(2), env: process.env, stdin: String(readFileSync(0)) }))
    for (const event of ${JSON.stringify(events)}) print(event)`
  return drive(pi, {
    ...given,
    options: { path: '{base}/pi.mjs', ...given.options },
    files: { 'pi.mjs': program(body) },
  })
}

test('its events become the trace and the claim; the end of a turn repeats nothing', async () => {
  const { session, user, calls, start, end, done } = lines
  const again = { type: 'turn_end', message: done.message }
  const { turns, trace } = await says([session, user, calls, start, end, done, again])
  const tokens = { input: 268, output: 62, cacheRead: 2200, cacheWrite: 0 }
  expect(turns).toEqual([{ calls: 2, tokens, model: 'small-1' }])
  expect(trace.map(({ raw, turn, ...entry }) => entry)).toEqual([
    { kind: 'turn', text: 'Mend it.\n' },
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'message', text: 'Writing.' },
    {
      kind: 'usage',
      model: 'small-1',
      tokens: { input: 234, output: 56, cacheRead: 1000, cacheWrite: 0 },
    },
    {
      kind: 'toolCall',
      id: 'call_1',
      name: 'write',
      arguments: { path: 'a.txt', content: 'hello' },
      result: 'Successfully wrote to a.txt',
      isError: false,
      denied: false,
      durationMs: 2,
      at: expect.any(String),
    },
    { kind: 'message', text: 'Done.' },
    {
      kind: 'usage',
      model: 'small-1',
      tokens: { input: 34, output: 6, cacheRead: 1200, cacheWrite: 0 },
    },
    { kind: 'stop', reason: 'stop' },
  ])
})

test('it is told its model in a file of its own, and its brief by standard input', async () => {
  const brief = '-x @README.md /exit'
  const { home, read } = await says([lines.done], {
    briefs: [brief, 'And more.'],
    options: { wire: 'anthropic-messages', args: ['--thinking', 'low'] },
  })
  const { args, env, stdin } = JSON.parse(await read('given.json'))
  expect(stdin).toBe('And more.')
  const id = args[args.indexOf('--session-id') + 1]
  expect(args.join(' ')).toBe(
    `-p --mode json --provider acme --model small --session-id ${id} --thinking low`,
  )
  expect(path.dirname(path.dirname(env.PI_CODING_AGENT_DIR))).toBe(home)
  const models = await readFile(path.join(env.PI_CODING_AGENT_DIR, 'models.json'), 'utf8')
  expect(JSON.parse(models).providers.acme).toMatchObject({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'harnessbench',
    api: 'anthropic-messages',
    models: [{ id: 'small' }],
  })
})

test('it exits with 0 whatever happened: what it says counts', async () => {
  const { session, calls, failed, done } = lines
  const first = await says([session, failed])
  expect(String(first.turns[0])).toBe('Unmeasured: pi failed: 500: faulty')
  const later = await says([calls, failed])
  expect(later.turns).toMatchObject([{ calls: 1, crashed: 'pi failed: 500: faulty' }])
  const recovered = await says([failed, done])
  expect(recovered.turns).toMatchObject([{ calls: 1, tokens: { output: 6 } }])
  expect(recovered.turns[0]).not.toHaveProperty('crashed')
  const empty = await says([session])
  expect(empty.turns).toMatchObject([{ crashed: expect.stringMatching(/without a word/) }])
})
