import { expect, test } from 'vitest'
import geminiCli from './gemini-cli.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'
import { program } from './program/fixtures/preset.ts'
import { protocol } from './program/fixtures/protocol.ts'

/** As version 0.61.0 prints, shortened. */
const events = (session: string) => [
  { type: 'init', session_id: session, model: 'small' },
  { type: 'message', role: 'user', content: 'Mend it.' },
  { type: 'message', role: 'assistant', content: 'I ', delta: true },
  { type: 'message', role: 'assistant', content: 'look.', delta: true },
  {
    type: 'tool_use',
    timestamp: '2026-11-30T12:00:01.000Z',
    tool_name: 'run_shell_command',
    tool_id: 'r_0',
    parameters: { command: 'ls' },
  },
  { type: 'tool_result', tool_id: 'r_0', status: 'success', output: 'a.txt' },
  { type: 'tool_use', tool_name: 'replace', tool_id: 'r_1', parameters: {} },
  { type: 'tool_result', tool_id: 'r_1', status: 'error', error: { message: 'not there' } },
  {
    type: 'result',
    status: 'success',
    stats: { total_tokens: 2594, input_tokens: 2468, output_tokens: 112, cached: 2000, input: 468 },
  },
]

const failed = { type: 'result', status: 'error', error: { message: 'bad key' }, stats: {} }

const says = (printed: object[], { code = 0, ...given }: Drive & { code?: number } = {}) =>
  drive(geminiCli, {
    ...given,
    options: { path: '{base}/gemini.mjs', ...given.options },
    files: {
      'gemini.mjs': program(`
        const stdin = String(readFileSync(0)), home = process.env.GEMINI_CLI_HOME
        const saved = stdin.startsWith('/') ? String(readFileSync(home + '/.gemini/commands' + stdin + '.toml')) : null
        const settings = JSON.parse(readFileSync(home + '/.gemini/settings.json'))
        appendFileSync(here('given.jsonl'), JSON.stringify({ args: process.argv.slice(2), env: process.env, stdin, saved, settings }) + '\\n')
        for (const event of ${JSON.stringify(printed)}) print(event)
        process.exitCode = ${code}`),
    },
  })

test('its events become the trace; thoughts are output, cached tokens no input', async () => {
  const { turns, trace } = await says(events('s-1'))
  const tokens = { input: 468, output: 126, cacheRead: 2000 }
  expect(turns).toEqual([{ model: 'small', tokens }])
  const call = { kind: 'toolCall', denied: false, durationMs: expect.any(Number) }
  expect(trace.map(({ raw, turn, ...entry }) => entry)).toEqual([
    { kind: 'turn', text: 'Mend it.\n' },
    { kind: 'message', text: 'I look.' },
    {
      ...call,
      id: 'r_0',
      name: 'run_shell_command',
      arguments: { command: 'ls' },
      result: 'a.txt',
      isError: false,
      at: '2026-11-30T12:00:01.000Z',
    },
    {
      ...call,
      id: 'r_1',
      name: 'replace',
      arguments: {},
      result: 'not there',
      isError: true,
      at: expect.any(String),
    },
    { kind: 'usage', tokens, model: 'small' },
    { kind: 'stop', reason: 'completed' },
  ])
})

test('a second turn resumes; what it would understand of a brief is a saved prompt', async () => {
  const { read } = await says(events('s-1'), { briefs: ['$(one)\r\n', '/help @README.md'] })
  const given = (await read('given.jsonl')).trim().split('\n')
  const [first, second] = given.map((line) => JSON.parse(line))
  expect(first.stdin).toBe('$(one)\r\n')
  expect(first.args.join(' ')).toMatch(/--model small --session-id [-\da-f]{36}$/)
  expect(second.args.slice(-2)).toEqual(['--resume', 's-1'])
  expect(second.stdin).toMatch(/^\/[-\da-f]{36}$/)
  expect(second.saved).toBe('prompt = "/help @README.md"\n')
  expect(first.env).toMatchObject({
    GEMINI_API_KEY: 'harnessbench',
    GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9',
  })
  expect(first.settings).toMatchObject({
    privacy: { usageStatisticsEnabled: false },
    context: { memoryBoundaryMarkers: [] },
  })
})

test('its exit code is an HTTP status; without its last event it has not done its work', async () => {
  const refused = await says([failed], { code: 401 - 256 })
  expect(String(refused.turns[0])).toBe(
    'Unmeasured: gemini ended with exit code 145, HTTP status 401: bad key',
  )
  const later = await says([...events('s').slice(0, -1), failed], { code: 500 - 256 })
  expect(later.turns[0]).toMatchObject({
    crashed: 'gemini ended with exit code 244, HTTP status 500: bad key',
  })
  const ended = await says(events('s').slice(0, -1))
  expect(ended.turns[0]).toMatchObject({
    crashed: 'gemini ended without a word of having done its work',
  })
})

test.for(['/init\nand mend it', '$ help'])('over the protocol, %j is no brief', async (brief) => {
  const { turns } = await protocol(geminiCli, brief)
  expect(String(turns[0])).toMatch(/^Unmeasured: .* takes a brief that begins with `[/$] ?\w+`/)
})

test.for(['/initial @README.md', '/usr/bin/env node'])(
  'over the protocol, %j is',
  async (brief) => {
    expect((await protocol(geminiCli, brief)).said).toEqual([brief])
  },
)
