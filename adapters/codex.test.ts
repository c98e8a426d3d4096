import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import codex from './codex.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'
import { program } from './program/fixtures/preset.ts'

/** As version 0.171.0 prints, shortened. */
const command = {
  id: 'item_1',
  type: 'command_execution',
  command: "/bin/bash -lc 'cat a.txt'",
  aggregated_output: '',
  exit_code: null,
  status: 'in_progress',
}
const done = { ...command, aggregated_output: 'hi\n', exit_code: 0, status: 'completed' }
const started = { type: 'thread.started', thread_id: '0199' }
const completed = (times: number) => ({
  type: 'turn.completed',
  usage: {
    input_tokens: 2468 * times,
    cached_input_tokens: 2000 * times,
    cache_write_input_tokens: 0,
    output_tokens: 112 * times,
    reasoning_output_tokens: 14 * times,
  },
})

/** A program that prints these lines in its first turn and those in a later one. */
function says(events: object[], later: object[] = [], given: Drive = {}) {
  const body = `const again = process.argv[3] === 'resume'
    appendFileSync(here('given.jsonl'), JSON.stringify({ args: process.argv.slice(2), env: process.env, stdin: String(readFileSync(0)) }) + '\\n')
    for (const event of again ? ${JSON.stringify(later)} : ${JSON.stringify(events)}) print(event)`
  return drive(codex, {
    ...given,
    options: { path: '{base}/codex.mjs', ...given.options },
    files: { 'codex.mjs': program(body) },
  })
}

test('its events become the trace; of the cumulative usage each turn has its part', async () => {
  const { turns, trace } = await says(
    [
      started,
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'no metadata' } },
      { type: 'item.started', item: command },
      { type: 'item.completed', item: done },
      {
        type: 'item.updated',
        item: { id: 'item_2', type: 'todo_list', items: [{ text: 'Look', completed: true }] },
      },
      { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: 'Done.' } },
      completed(1),
    ],
    [started, completed(3)],
    { briefs: ['one', 'two'] },
  )
  const used = (times: number) => ({
    tokens: { input: 468 * times, output: 112 * times, cacheRead: 2000 * times, cacheWrite: 0 },
  })
  expect(turns).toEqual([used(1), used(2)])
  expect(trace.map(({ raw, turn, ...entry }) => entry).slice(0, 8)).toEqual([
    { kind: 'turn', text: 'one' },
    { kind: 'error', message: 'no metadata' },
    {
      kind: 'toolCall',
      id: 'item_1',
      name: 'command_execution',
      arguments: { command: command.command },
      result: 'hi\n',
      isError: false,
      denied: false,
      durationMs: expect.any(Number),
      at: expect.any(String),
    },
    { kind: 'plan', steps: [{ text: 'Look', status: 'completed' }] },
    { kind: 'message', text: 'Done.' },
    { kind: 'usage', ...used(1) },
    { kind: 'stop', reason: 'completed' },
    { kind: 'turn', text: 'two' },
  ])
})

test('a second turn resumes the thread; the key is a variable that its configuration names', async () => {
  const { read } = await says([started, completed(1)], [completed(2)], {
    briefs: ['$(one)', 'two'],
    options: { args: ['-c', 'a=1'] },
  })
  const given = (await read('given.jsonl')).trim().split('\n')
  const [first, second] = given.map((line) => JSON.parse(line))
  const flags =
    '--json --skip-git-repo-check --disable plugins --dangerously-bypass-approvals-and-sandbox -c a=1 -'
  expect(first.args.join(' ')).toBe(`exec ${flags}`)
  expect(second.args.join(' ')).toBe(`exec resume 0199 ${flags}`)
  expect([first.stdin, second.stdin]).toEqual(['$(one)', 'two'])
  expect(first.env.MODEL_KEY).toBe('harnessbench')
  expect(second.env.CODEX_HOME).toBe(first.env.CODEX_HOME)
  const config = await readFile(path.join(first.env.CODEX_HOME, 'config.toml'), 'utf8')
  expect(config).toContain('base_url = "http://127.0.0.1:9/v1"\nenv_key = "MODEL_KEY"\n')
})

test('a turn that failed has no verdict where the model had said nothing', async () => {
  const failed = { type: 'turn.failed', error: { message: 'status 401' } }
  const { turns } = await says([started, { type: 'error', message: 'Reconnecting... 1/5' }, failed])
  expect(String(turns[0])).toBe('Unmeasured: codex failed: status 401')
  const later = await says([{ type: 'item.completed', item: done }, failed])
  expect(later.turns).toEqual([{ crashed: 'codex failed: status 401' }])
})
