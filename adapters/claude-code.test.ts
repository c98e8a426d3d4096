import path from 'node:path'
import { expect, test } from 'vitest'
import claudeCode from './claude-code.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'

/** A program that keeps how it was started, and prints what it is given, turn by turn. */
const fake = (...turns: object[][]) => `#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const kept = new URL('started.json', import.meta.url)
const started = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : []
const { env, argv } = process
const settings = readFileSync(env.CLAUDE_CONFIG_DIR + '/settings.json', 'utf8')
started.push({ env, argv: argv.slice(2), stdin: readFileSync(0, 'utf8'), settings })
writeFileSync(kept, JSON.stringify(started))
const events = ${JSON.stringify(turns)}[started.length - 1]
for (const event of events) console.log(JSON.stringify(event))
process.exitCode = events.at(-1).is_error ? 1 : 0
`

const talk = (turns: object[][], given: Drive = {}) =>
  drive(claudeCode, {
    ...given,
    files: { ...given.files, 'claude.mjs': fake(...turns) },
    options: { path: '{base}/claude.mjs', ...given.options },
  })

const init = { type: 'system', subtype: 'init', session_id: 's-1' }

const answer = (id: string, block: object) => ({
  type: 'assistant',
  message: { id, model: 'small-1', content: [block], usage: { input_tokens: 9, output_tokens: 1 } },
})

const result = (input: number, more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  stop_reason: 'end_turn',
  total_cost_usd: input / 100,
  modelUsage: {
    small: {
      inputTokens: input,
      outputTokens: 40,
      cacheReadInputTokens: 7,
      cacheCreationInputTokens: 0,
      costBasis: 'unknown',
    },
  },
  ...more,
})

test('two turns: all that it says and does, its cumulative tokens, and no price that it guessed', async () => {
  const brief = '/init "x" @README.md\r\n'
  const { turns, trace, build, home, read } = await talk(
    [
      [
        init,
        answer('m-1', { type: 'thinking', thinking: 'First a look.' }),
        answer('m-1', { type: 'text', text: 'I look.' }),
        answer('m-1', { type: 'tool_use', id: 't-1', name: 'Read', input: { file_path: 'a' } }),
        answer('m-1', { type: 'tool_use', id: 't-2', name: 'Bash', input: { command: 'rm b' } }),
        {
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 't-1', content: '1\ta' }] },
          tool_result_meta: [{ id: 't-1', permission_decision: { decision: 'accept' } }],
        },
        {
          type: 'user',
          message: {
            content: [{ type: 'tool_result', tool_use_id: 't-2', content: 'No.', is_error: true }],
          },
          tool_result_meta: [{ id: 't-2', permission_decision: { decision: 'reject' } }],
        },
        answer('m-2', { type: 'text', text: 'Done.' }),
        result(1000, {
          permission_denials: [
            { tool_name: 'Bash', tool_use_id: 't-2', tool_input: { command: 'rm b' } },
          ],
        }),
      ],
      [
        init,
        { type: 'system', subtype: 'compact_boundary', compact_metadata: { pre_tokens: 99 } },
        answer('m-3', { type: 'text', text: 'Again.' }),
        result(1500),
      ],
    ],
    { briefs: [brief, 'More.'] },
  )
  const zeros = { cacheRead: 7, cacheWrite: 0 }
  expect(turns).toEqual([
    { calls: 2, tokens: { input: 1000, output: 40, ...zeros }, model: 'small-1' },
    { calls: 1, tokens: { input: 500, output: 0, cacheRead: 0, cacheWrite: 0 }, model: 'small-1' },
  ])
  expect(trace.map(({ at, raw, ...entry }) => entry)).toMatchObject([
    { kind: 'turn', text: brief },
    { kind: 'reasoning', text: 'First a look.' },
    { kind: 'message', text: 'I look.' },
    {
      kind: 'toolCall',
      name: 'Read',
      arguments: { file_path: 'a' },
      result: '1\ta',
      denied: false,
    },
    { kind: 'toolCall', name: 'Bash', result: 'No.', isError: true, denied: true },
    { kind: 'message', text: 'Done.' },
    { kind: 'permission', asked: 'Bash {"command":"rm b"}', answer: 'refused', by: 'harness' },
    { kind: 'usage' },
    { kind: 'stop', reason: 'end_turn' },
    { kind: 'turn', turn: 2 },
    { kind: 'compaction', before: 99 },
    { kind: 'message', text: 'Again.' },
    { kind: 'usage' },
    { kind: 'stop' },
  ])

  const [first, second] = JSON.parse(await read('started.json'))
  const said = JSON.parse(first.stdin)
  expect(said.message.content).toBe(brief)
  // Else it would carry out `/init`.
  expect(said.text_not_typed).toBe(true)
  expect(first.argv).toContain('--session-id')
  expect(second.argv.join(' ')).toMatch('--resume s-1')
  expect(path.dirname(path.dirname(first.env.CLAUDE_CONFIG_DIR))).toBe(home)
  const { claudeMdExcludes } = JSON.parse(first.settings)
  expect(claudeMdExcludes).toContain(path.join(path.dirname(build), 'CLAUDE.md'))
  // Which it reads where there is no other.
  expect(claudeMdExcludes).toContain(path.join(path.dirname(build), 'AGENTS.md'))
  expect(claudeMdExcludes).toContain(path.join(path.parse(build).root, '.claude/rules/**'))
  expect(claudeMdExcludes).not.toContain(path.join(build, 'CLAUDE.md'))
})

test('an error beside `success` is one: before any answer the provider’s, afterwards the harness’s', async () => {
  const failed = result(0, {
    is_error: true,
    terminal_reason: 'api_error',
    result: 'API Error: 401',
    modelUsage: {},
  })
  const synthetic = {
    type: 'assistant',
    message: { id: 'e', model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 401' }] },
  }
  const unanswered = await talk([[init, synthetic, failed]])
  expect(String(unanswered.turns[0])).toBe(
    'Unmeasured: claude ended with exit code 1: API Error: 401',
  )
  const answered = await talk([
    [init, answer('m-1', { type: 'text', text: 'I look.' }), synthetic, failed],
  ])
  expect(answered.turns).toEqual([
    { calls: 1, model: 'small-1', crashed: 'claude ended with exit code 1: API Error: 401' },
  ])
})

test('a price that it knows is claimed', async () => {
  const known = { inputTokens: 1, outputTokens: 1, costBasis: 'list' }
  const priced = result(100, { modelUsage: { small: known }, total_cost_usd: 0.25 })
  const { turns } = await talk([[init, priced]])
  expect(turns).toMatchObject([{ cost: 0.25, tokens: { input: 1, output: 1 } }])
})
