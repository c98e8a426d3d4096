import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import copilot from './copilot.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'
import { protocol } from './program/fixtures/protocol.ts'

/** Prints the events of a turn, and puts its tokens into the record of the session. */
const fake = (turns: object[][], code = 0) => `#!/usr/bin/env node
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
const told = new URL('told', import.meta.url)
const number = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\\n').length : 0
const { env, argv } = process
appendFileSync(told, JSON.stringify({ args: argv.slice(2), env, stdin: readFileSync(0, 'utf8') }) + '\\n')
const folder = env.COPILOT_HOME + '/session-state/s-1'
mkdirSync(folder, { recursive: true })
for (const event of ${JSON.stringify(turns)}[number]) {
  const line = JSON.stringify(event) + '\\n'
  if (event.type === 'session.usage_record') appendFileSync(folder + '/events.jsonl', line)
  else process.stdout.write(line)
}
process.exitCode = ${code}
`

const talk = (turns: object[][], given: Drive & { code?: number } = {}) =>
  drive(copilot, {
    ...given,
    files: { 'copilot.mjs': fake(turns, given.code) },
    options: { path: '{base}/copilot.mjs', ...given.options },
  })

const at = (seconds: number) => ({ timestamp: `2026-11-30T12:00:0${seconds}.000Z` })

const usage = (id: string, inputTokens: number, cacheReadTokens: number) => ({
  type: 'session.usage_record',
  data: { usage: { inputTokens, outputTokens: 7, cacheReadTokens, cacheWriteTokens: 0 } },
  id,
  ...at(1),
})

const message = (content: string) => ({
  type: 'assistant.message',
  data: { model: 'small-1', content },
  ...at(1),
})

const result = (exitCode: number) => ({ type: 'result', sessionId: 's-1', exitCode, ...at(9) })

test('two turns: what it does as it tells it, its tokens from the record, each counted once', async () => {
  const brief = '/help "x" @README.md\r\n'
  const { turns, trace, read } = await talk(
    [
      [
        message('I look.'),
        {
          type: 'tool.execution_start',
          data: { toolCallId: 'c-1', toolName: 'view', arguments: { path: 'a' } },
          ...at(2),
        },
        {
          type: 'tool.execution_complete',
          data: { toolCallId: 'c-1', success: true, result: { content: 'text' } },
          ...at(4),
        },
        usage('u-1', 999, 0),
        usage('u-2', 1479, 960),
        result(0),
      ],
      [message('Done.'), usage('u-3', 11, 0), result(0)],
    ],
    { briefs: [brief, 'Once more.'] },
  )
  expect(turns).toEqual([
    {
      model: 'small-1',
      calls: 2,
      tokens: { input: 999 + 519, output: 14, cacheRead: 960, cacheWrite: 0 },
    },
    {
      model: 'small-1',
      calls: 1,
      tokens: { input: 11, output: 7, cacheRead: 0, cacheWrite: 0 },
    },
  ])
  expect(trace.filter(({ turn }) => turn === 1)).toMatchObject([
    { kind: 'turn' },
    { kind: 'message', text: 'I look.', at: '2026-11-30T12:00:01.000Z' },
    { kind: 'toolCall', name: 'view', arguments: { path: 'a' }, result: 'text', durationMs: 2000 },
    { kind: 'usage' },
    { kind: 'usage' },
    { kind: 'stop', reason: 'completed' },
  ])
  const [first, second] = (await read('told'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first.stdin).toBe(brief)
  expect(first.args[0]).toMatch(/^--session-id=.{36}$/)
  expect(second.args).toEqual(first.args)
  expect(first.env).toMatchObject({
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_WIRE_API: 'completions',
    COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:9/v1',
    COPILOT_OFFLINE: 'true',
  })
})

test('a session that failed without an answer gives no verdict; one that is cut off is a crash', async () => {
  const error = { type: 'session.error', data: { message: 'retried 5 times' }, ...at(3) }
  const failed = await talk([[error, result(1)]], { code: 1 })
  expect(String(failed.turns[0])).toBe(
    'Unmeasured: copilot ended with exit code 1: retried 5 times',
  )
  const cut = await talk([[message('I look.')]])
  expect(cut.turns).toEqual([
    { model: 'small-1', crashed: 'copilot ended without a word of having done its work' },
  ])
})

/** Over the protocol, where it says that each turn has ended well. */
async function speak(turns: object[][], briefs: string[]) {
  const lines = turns.map((events) => events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const agent = new URL('acp/fixtures/agent.mjs', import.meta.url)
  const records = `#!/usr/bin/env node
import { appendFileSync, mkdirSync } from 'node:fs'
const folder = process.env.COPILOT_HOME + '/session-state/s-1'
mkdirSync(folder, { recursive: true })
const turns = ${JSON.stringify(lines)}
let heard = ''
process.stdin.on('data', (chunk) => {
  heard += chunk
  if (turns.length > 0 && heard.includes('session/prompt')) {
    appendFileSync(folder + '/events.jsonl', turns.shift())
    heard = ''
  }
})
await import(${JSON.stringify(agent.href)})
`
  const { turns: told } = await drive(copilot, {
    briefs,
    files: { 'copilot.mjs': records },
    options: { path: '{base}/copilot.mjs', door: 'acp' },
  })
  return told
}

test('over the protocol a turn has failed where the record of the session says so last', async () => {
  const error = { type: 'session.error', data: { message: 'the key was taken back' } }
  const [recovered, failed] = await speak(
    [
      [error, message('I look.'), usage('u-1', 10, 0)],
      [message('I go on.'), error],
    ],
    ['Look.', 'Go on.'],
  )
  expect(recovered).not.toHaveProperty('crashed')
  expect(failed).toMatchObject({ crashed: 'copilot failed: the key was taken back' })
})

test('over the protocol it asks where that is not allowed anyway', async () => {
  const given = async (options: Record<string, unknown>) =>
    // The agent names a file by the argument that follows `--acp`.
    readdir((await protocol(copilot, 'Mend it.', options)).build)
  expect(await given({})).toContain('--allow-all-tools')
  expect(await given({ permissions: 'refuse' })).toEqual(['--log-dir'])
})
