import path from 'node:path'
import { expect, test } from 'vitest'
import openclaw from './openclaw.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'

/** Keeps a turn's records in its database, every other one compressed, and prints one document. */
const fake = (turns: { records: object[]; prints: object }[], code = 0) => `#!/usr/bin/env node
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
const { env, argv } = process
const args = argv.slice(2)
const told = new URL('told', import.meta.url)
const number = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\\n').length : 0
const brief = readFileSync(args[args.indexOf('--message-file') + 1], 'utf8')
const config = JSON.parse(readFileSync(env.OPENCLAW_CONFIG_PATH, 'utf8'))
appendFileSync(told, JSON.stringify({ args, brief, config, env }) + '\\n')
const folder = env.OPENCLAW_STATE_DIR + '/agents/main/agent'
mkdirSync(folder, { recursive: true })
const database = new DatabaseSync(folder + '/openclaw-agent.sqlite')
database.exec('CREATE TABLE IF NOT EXISTS transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, event_zstd BLOB, PRIMARY KEY (session_id, seq)) STRICT')
const { records, prints } = ${JSON.stringify(turns)}[number]
const add = database.prepare('INSERT INTO transcript_events VALUES (?, ?, ?, ?)')
records.forEach((record, index) => {
  const text = JSON.stringify(record)
  add.run('s-1', number * 100 + index, index % 2 ? null : text, index % 2 ? zstdCompressSync(text) : null)
})
console.error('[session-sqlite] slow')
console.log(JSON.stringify(prints, null, 2))
process.exitCode = ${code}
`

const talk = (
  turns: { records: object[]; prints: object }[],
  given: Drive & { code?: number } = {},
) =>
  drive(openclaw, {
    ...given,
    files: { 'openclaw.mjs': fake(turns, given.code) },
    options: { path: '{base}/openclaw.mjs', ...given.options },
  })

const record = (second: number, message: object) => ({
  type: 'message',
  timestamp: `2026-11-30T12:00:0${second}.000Z`,
  message,
})

const used = {
  usage: { input: 1518, output: 49, cacheRead: 960, cacheWrite: 0, total: 2527 },
  assistantTurns: 2,
  sessionId: 's-1',
  model: 'small',
}

test('exec for the first turn, its session for the next; the trace is from its database', async () => {
  const brief = '/help "x" @README.md\r\n'
  const call = { type: 'toolCall', id: 'c-1', name: 'exec', arguments: { command: 'ls' } }
  const { turns, trace, output, build, read } = await talk(
    [
      {
        records: [
          { type: 'session', id: 's-1' },
          record(0, { role: 'user', content: brief }),
          record(1, { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call] }),
          record(3, {
            role: 'toolResult',
            toolCallId: 'c-1',
            toolName: 'exec',
            content: [{ type: 'text', text: 'a b' }],
            isError: false,
          }),
          record(4, { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }),
        ],
        prints: { ok: true, status: 'ok', final: 'Done.', ...used },
      },
      {
        records: [record(6, { role: 'assistant', content: [{ type: 'text', text: 'Again.' }] })],
        prints: {
          payloads: [],
          meta: { agentMeta: { ...used, assistantTurns: 1 }, aborted: false, stopReason: 'stop' },
        },
      },
    ],
    { briefs: [brief, 'Once more.'] },
  )
  const tokens = { input: 1518, output: 49, cacheRead: 960, cacheWrite: 0 }
  expect(turns).toEqual([
    { model: 'small', calls: 2, tokens },
    { model: 'small', calls: 1, tokens },
  ])
  expect(trace).toMatchObject([
    { turn: 1, kind: 'turn', text: brief },
    { turn: 1, kind: 'message', text: 'I look.', at: '2026-11-30T12:00:01.000Z' },
    {
      turn: 1,
      kind: 'toolCall',
      name: 'exec',
      arguments: { command: 'ls' },
      result: 'a b',
      durationMs: 2000,
    },
    { turn: 1, kind: 'message', text: 'Done.' },
    { turn: 1, kind: 'usage', tokens },
    { turn: 1, kind: 'stop', reason: 'ok' },
    { turn: 2, kind: 'turn' },
    { turn: 2, kind: 'message', text: 'Again.' },
    { turn: 2, kind: 'usage' },
    { turn: 2, kind: 'stop', reason: 'stop' },
  ])
  const { raw } = trace.find(({ kind }) => kind === 'toolCall') ?? {}
  const begin = raw?.byte ?? 0
  expect(JSON.parse(output.slice(begin, begin + (raw?.bytes ?? 0)))).toMatchObject({
    message: { role: 'toolResult' },
  })
  const [first, second] = (await read('told'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first.brief).toBe(brief)
  expect(first.args.slice(0, 4)).toEqual(['agent', 'exec', '--cwd', build])
  expect(second.args.slice(0, 4)).toEqual(['agent', '--local', '--session-id', 's-1'])
  expect(second.config).toEqual(first.config)
  expect(first.config.agents.defaults).toMatchObject({ workspace: build, skipBootstrap: true })
  expect(first.config.tools.exec.pathPrepend).toEqual(
    (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
  )
})

test('a provider’s error gives no verdict; a broken off turn after an answer is a crash', async () => {
  const failing = record(1, {
    role: 'assistant',
    content: [],
    stopReason: 'error',
    errorMessage: '401 no such key',
  })
  const error = { message: 'LLM request failed', kind: 'exception' }
  const failed = await talk(
    [{ records: [failing], prints: { ok: false, status: 'error', error } }],
    { code: 1 },
  )
  expect(String(failed.turns[0])).toBe(
    'Unmeasured: openclaw ended with exit code 1: LLM request failed',
  )
  const answered = record(1, { role: 'assistant', content: [{ type: 'text', text: 'I look.' }] })
  const late = await talk(
    [{ records: [answered], prints: { ok: false, status: 'timeout', error } }],
    { code: 2 },
  )
  expect(late.turns).toMatchObject([
    { crashed: 'openclaw ended with exit code 2: LLM request failed' },
  ])
})
