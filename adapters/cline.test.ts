import { expect, test } from 'vitest'
import { Unmeasured } from '../plugin/run/adapter.ts'
import cline from './cline.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'

const fake = (events: object[], code = 0) => `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
const args = process.argv.slice(2)
const folder = args[args.indexOf('--data-dir') + 1]
const { providers } = JSON.parse(readFileSync(folder + '/settings/providers.json', 'utf8'))
const told = JSON.parse(readFileSync(process.env.CLINE_GLOBAL_SETTINGS_PATH, 'utf8'))
writeFileSync(new URL('told', import.meta.url), JSON.stringify({ args, providers, told }))
for (const event of ${JSON.stringify(events)}) console.log(JSON.stringify(event))
process.exitCode = ${code}
`

const talk = (events: object[], given: Drive & { code?: number } = {}) =>
  drive(cline, {
    ...given,
    files: { 'cline.mjs': fake(events, given.code) },
    options: { path: '{base}/cline.mjs', ...given.options },
  })

const agent = (event: object, ts = '2026-11-30T12:00:00.000Z') => ({
  ts,
  type: 'agent_event',
  event,
})

const result = (finishReason: string, text: string) => ({
  ts: '2026-11-30T12:00:09.000Z',
  type: 'run_result',
  finishReason,
  text,
  usage: { inputTokens: 2478, outputTokens: 49 },
  model: { id: 'small', provider: 'openai-compatible' },
})

test('what it says, does and used; cached tokens are not counted twice', async () => {
  const brief = '--help "x" $(y)\n'
  const { turns, trace, read } = await talk(
    [
      agent({ type: 'usage', inputTokens: 999, outputTokens: 26, totalInputTokens: 999 }),
      agent({ type: 'content_start', contentType: 'text', text: 'I l', accumulated: 'I l' }),
      agent({ type: 'content_end', contentType: 'text', text: 'I look.' }),
      agent({
        type: 'content_start',
        contentType: 'tool',
        toolName: 'run_commands',
        toolCallId: 'c-1',
        input: { commands: ['ls', 'false'] },
      }),
      agent(
        {
          type: 'content_end',
          contentType: 'tool',
          toolName: 'run_commands',
          toolCallId: 'c-1',
          output: [{ success: true }, { success: false }],
        },
        '2026-11-30T12:00:02.500Z',
      ),
      agent({ type: 'usage', inputTokens: 1479, outputTokens: 23, cacheReadTokens: 960 }),
      result('completed', 'Done.'),
    ],
    { briefs: [brief] },
  )
  expect(turns).toEqual([
    {
      model: 'small',
      calls: 2,
      tokens: { input: 999 + 519, output: 49, cacheRead: 960, cacheWrite: 0 },
    },
  ])
  expect(trace).toMatchObject([
    { kind: 'turn', text: brief },
    { kind: 'usage' },
    { kind: 'message', text: 'I look.' },
    {
      kind: 'toolCall',
      name: 'run_commands',
      arguments: { commands: ['ls', 'false'] },
      isError: true,
      durationMs: 2500,
      at: '2026-11-30T12:00:00.000Z',
    },
    { kind: 'usage' },
    { kind: 'stop', reason: 'completed' },
  ])
  const { args, providers, told } = JSON.parse(await read('told'))
  expect(args.slice(-2)).toEqual(['--', brief])
  expect(told.telemetryOptOut).toBe(true)
  expect(providers['openai-compatible'].settings).toMatchObject({
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'harnessbench',
    model: 'small',
  })
})

test('a second turn is refused with why; an error of the provider gives no verdict', async () => {
  const done = await talk([result('completed', 'Done.')], { briefs: ['one', 'two'] })
  expect(done.turns[1]).toBeInstanceOf(Unmeasured)
  expect(String(done.turns[1])).toMatch('cline has no second turn')
  const failed = await talk(
    [
      agent({ type: 'error', error: { name: 'Error', message: 'overloaded' } }),
      result('error', 'overloaded'),
    ],
    { code: 1 },
  )
  expect(String(failed.turns[0])).toBe('Unmeasured: cline ended with exit code 1: overloaded')
})
