import { expect, test } from 'vitest'
import { type Drive, drive } from './program/fixtures/drive.ts'
import { program } from './program/fixtures/preset.ts'
import { protocol } from './program/fixtures/protocol.ts'
import qwenCode from './qwen-code.ts'

/** As version 0.24.4 prints, shortened. */
const init = { type: 'system', subtype: 'init', session_id: 's-1', model: 'small' }
const assistant = (...content: object[]) => ({ type: 'assistant', message: { content } })
const result = (times: number) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  usage: {
    input_tokens: 1234 * times,
    output_tokens: 56 * times,
    cache_read_input_tokens: 1000 * times,
  },
})

const says = (
  first: object[],
  later: object[] = [],
  { code = 0, ...given }: Drive & { code?: number } = {},
) =>
  drive(qwenCode, {
    ...given,
    options: { path: '{base}/qwen.mjs', ...given.options },
    files: {
      'qwen.mjs': program(`
        const stdin = String(readFileSync(0)), { env } = process
        const again = process.argv.includes('--resume')
        const saved = String(readFileSync(env.QWEN_HOME + '/extensions/x/commands' + stdin + '.toml'))
        const settings = JSON.parse(readFileSync(env.QWEN_HOME + '/settings.json'))
        appendFileSync(here('given.jsonl'), JSON.stringify({ args: process.argv.slice(2), env, stdin, saved, settings }) + '\\n')
        for (const event of again ? ${JSON.stringify(later)} : ${JSON.stringify(first)}) print(event)
        process.exitCode = ${code}`),
    },
  })

test('its events become the trace; of the cumulative usage each turn has its part', async () => {
  const { turns, trace } = await says(
    [
      init,
      assistant(
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c_1', name: 'glob', input: { pattern: '*' } },
      ),
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c_1', is_error: false, content: 'a.txt' }],
        },
      },
      assistant({ type: 'text', text: 'Done.' }),
      result(2),
    ],
    // Beside the answer it has looked for memories.
    [init, assistant({ type: 'text', text: 'Again.' }), result(4)],
    { briefs: ['one', 'two'] },
  )
  const tokens = { input: 468, output: 112, cacheRead: 2000 }
  expect(turns).toEqual([
    { model: 'small', tokens },
    { model: 'small', tokens },
  ])
  expect(trace.map(({ raw, turn, ...entry }) => entry)).toEqual([
    { kind: 'turn', text: 'one' },
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'message', text: 'I look.' },
    {
      kind: 'toolCall',
      id: 'c_1',
      name: 'glob',
      arguments: { pattern: '*' },
      result: 'a.txt',
      isError: false,
      denied: false,
      durationMs: expect.any(Number),
      at: expect.any(String),
    },
    { kind: 'message', text: 'Done.' },
    { kind: 'usage', tokens, model: 'small' },
    { kind: 'stop', reason: 'success' },
    { kind: 'turn', text: 'two' },
    { kind: 'message', text: 'Again.' },
    { kind: 'usage', tokens, model: 'small' },
    { kind: 'stop', reason: 'success' },
  ])
})

test('every brief is a saved prompt; a second turn resumes; its state is below HOME', async () => {
  const { read, home } = await says([init, result(1)], [result(2)], {
    briefs: ['one\r\n', '/help'],
  })
  const given = (await read('given.jsonl')).trim().split('\n')
  const [first, second] = given.map((line) => JSON.parse(line))
  expect([first.saved, second.saved]).toEqual(['prompt = "one\\r\\n"\n', 'prompt = "/help"\n'])
  expect(first.args.slice(-2)).toEqual(['--session-id', expect.stringMatching(/^[-\da-f]{36}$/)])
  expect(second.args.slice(-2)).toEqual(['--resume', 's-1'])
  expect(first.env).toMatchObject({
    QWEN_HOME: second.env.QWEN_HOME,
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_API_KEY: 'harnessbench',
    OPENAI_MODEL: 'small',
  })
  expect(first.env.QWEN_HOME.startsWith(home)).toBe(true)
  expect(first.settings).toMatchObject({
    privacy: { usageStatisticsEnabled: false },
    ui: { enableFollowupSuggestions: false },
  })
})

test('what it says of an error is no answer of the model', async () => {
  const error = '[API Error: 401 wrong key]'
  const last = {
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    error: { message: error },
  }
  const failed = [assistant({ type: 'text', text: error }), last]
  expect(String((await says([init, ...failed], [], { code: 1 })).turns[0])).toBe(
    `Unmeasured: qwen ended with exit code 1: ${error}`,
  )
  const later = await says([assistant({ type: 'text', text: 'I look.' }), ...failed])
  expect(later.turns[0]).toMatchObject({ crashed: `qwen failed: ${error}` })
})

test('over the protocol, a brief of which it would understand something is a saved prompt', async () => {
  expect((await protocol(qwenCode, 'Mend it.\n')).said).toEqual(['Mend it.\n'])
  const { said, trace } = await protocol(qwenCode, '/help me')
  expect(said).toEqual([expect.stringMatching(/^\/[-\da-f]{36}$/)])
  expect(trace[0]).toMatchObject({ kind: 'turn', text: '/help me' })
})
