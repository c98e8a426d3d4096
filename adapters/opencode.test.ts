import path from 'node:path'
import { expect, test } from 'vitest'
import opencode from './opencode.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'

/** A program that keeps how it was started, and prints what it is given, turn by turn. */
const fake = (...turns: object[][]) => `#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const kept = new URL('started.json', import.meta.url)
const started = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []
const { env, argv } = process
const lock = readFileSync(env.XDG_CONFIG_HOME + '/opencode/package-lock.json', 'utf8')
const modules = existsSync(env.XDG_CONFIG_HOME + '/opencode/node_modules')
started.push({ env, argv: argv.slice(2), stdin: readFileSync(0, 'utf8'), lock, modules })
writeFileSync(kept, JSON.stringify(started))
const events = ${JSON.stringify(turns)}[started.length - 1]
for (const event of events) console.log(JSON.stringify({ sessionID: 'ses_1', ...event }))
process.exitCode = events.some(({ type }) => type === 'error') ? 1 : 0
`

const talk = (turns: object[][], given: Drive = {}) =>
  drive(opencode, {
    ...given,
    files: { ...given.files, 'opencode.mjs': fake(...turns) },
    options: { path: '{base}/opencode.mjs', ...given.options },
  })

const tool = (callID: string, tool: string, state: object) => ({
  type: 'tool_use',
  part: { callID, tool, state },
})

const step = (id: string, reason: string, input: number) => ({
  type: 'step_finish',
  part: {
    id,
    reason,
    tokens: { input, output: 40, reasoning: 2, cache: { read: 100, write: 0 } },
    cost: 0,
  },
})

test('two turns: all that it says and does, and its tokens, those of reasoning among them', async () => {
  const brief = '/init "x" @README.md\r\n'
  const todos = [{ content: 'Look', status: 'in_progress' }]
  const { turns, trace, home, build, read } = await talk(
    [
      [
        { type: 'step_start', part: {} },
        { type: 'reasoning', part: { text: 'First a look.' } },
        { type: 'text', part: { text: 'I look.' } },
        tool('c-1', 'read', { status: 'completed', input: { filePath: 'a' }, output: '1: a' }),
        tool('c-2', 'bash', {
          status: 'error',
          input: { command: 'rm b' },
          error: 'The user rejected permission to use this specific tool call.',
        }),
        tool('c-3', 'grep', { status: 'error', input: {}, error: 'ripgrep execution failed' }),
        tool('c-4', 'todowrite', { status: 'completed', input: { todos }, output: '[]' }),
        step('p-1', 'tool-calls', 1000),
        { type: 'text', part: { text: 'Done.' } },
        step('p-2', 'stop', 10),
      ],
      [{ type: 'text', part: { text: 'Again.' } }, step('p-3', 'stop', 20)],
    ],
    { briefs: [brief, 'More.'] },
  )
  expect(turns).toEqual([
    { calls: 2, tokens: { input: 1010, output: 84, cacheRead: 200, cacheWrite: 0 } },
    { calls: 1, tokens: { input: 20, output: 42, cacheRead: 100, cacheWrite: 0 } },
  ])
  expect(trace.map(({ at, raw, ...entry }) => entry)).toMatchObject([
    { kind: 'turn', text: brief },
    { kind: 'reasoning', text: 'First a look.' },
    { kind: 'message', text: 'I look.' },
    { kind: 'toolCall', name: 'read', arguments: { filePath: 'a' }, result: '1: a', denied: false },
    { kind: 'toolCall', name: 'bash', isError: true, denied: true },
    { kind: 'toolCall', name: 'grep', isError: true, denied: false },
    { kind: 'toolCall', name: 'todowrite' },
    { kind: 'plan', steps: [{ text: 'Look', status: 'inProgress' }] },
    { kind: 'usage' },
    { kind: 'message', text: 'Done.' },
    { kind: 'usage' },
    { kind: 'stop', reason: 'stop' },
    { kind: 'turn', turn: 2 },
    { kind: 'message', text: 'Again.' },
    { kind: 'usage' },
    { kind: 'stop' },
  ])

  const [first, second] = JSON.parse(await read('started.json'))
  expect(first.stdin).toBe(brief)
  expect(first.argv).not.toContain('--session')
  expect(second.argv.join(' ')).toMatch('--session ses_1')
  for (const folder of ['CONFIG', 'DATA', 'STATE', 'CACHE'])
    expect(path.dirname(path.dirname(first.env[`XDG_${folder}_HOME`]))).toBe(home)
  // Else it would install a package.
  expect(first.modules).toBe(true)
  expect(first.lock).toMatch('@opencode-ai/plugin')
  const config = JSON.parse(first.env.OPENCODE_CONFIG_CONTENT)
  expect(config.agent).toEqual({ title: { disable: true } })
  expect(first.argv.join(' ')).toMatch(`--dir ${build}`)
})

test('an error is the provider’s before any answer, the harness’s afterwards', async () => {
  const error = {
    type: 'error',
    error: { name: 'APIError', data: { message: 'no key', statusCode: 401 } },
  }
  const unanswered = await talk([[error]])
  expect(String(unanswered.turns[0])).toBe('Unmeasured: opencode ended with exit code 1: no key')
  const answered = await talk([[{ type: 'text', part: { text: 'I look.' } }, error]])
  expect(answered.turns).toEqual([{ crashed: 'opencode ended with exit code 1: no key' }])
  const silent = await talk([[{ type: 'step_start', part: {} }]])
  expect(silent.turns).toEqual([
    { crashed: 'opencode ended without a word of having done its work' },
  ])
})
