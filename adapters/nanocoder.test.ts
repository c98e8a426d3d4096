import { expect, test } from 'vitest'
import nanocoder from './nanocoder.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'
import { program } from './program/fixtures/preset.ts'
import { protocol } from './program/fixtures/protocol.ts'

/** As version 1.30.0 prints, shortened. */
const document = {
  kind: 'success',
  exitCode: 0,
  finalText: 'Done.',
  reasoning: 'Hm.',
  toolCalls: [
    { name: 'read_file', arguments: { path: 'a' }, result: 'text', error: null },
    { name: 'write_file', arguments: { path: 'b' }, result: null, error: 'read it first' },
  ],
  filesChanged: ['b'],
  usage: { inputTokens: 2468, outputTokens: 112, totalTokens: 2580 },
}

const says = (printed: unknown, { code = 0, ...given }: Drive & { code?: number } = {}) =>
  drive(nanocoder, {
    ...given,
    options: { path: '{base}/nanocoder.mjs', door: 'cli', ...given.options },
    files: {
      'nanocoder.mjs': program(`
        const config = JSON.parse(readFileSync(process.env.NANOCODER_CONFIG_DIR + '/agents.config.json'))
        writeFileSync(here('given'), JSON.stringify({ args: process.argv.slice(2), config }))
        process.stdout.write(${JSON.stringify(printed && JSON.stringify(printed, null, 2))} ?? '')
        if (${code}) console.error('Server error')
        process.exitCode = ${code}`),
    },
  })

test('its document becomes the trace; how many of its tokens a cache took is unknown', async () => {
  const { turns, trace, read } = await says(document, { briefs: ['-Mend "it"\r\n', 'again'] })
  expect(turns).toEqual([{ tokens: { output: 112 } }, expect.any(Error)])
  expect(String(turns[1])).toMatch(/has no second turn; write `door: acp` in `options`$/)
  const call = { kind: 'toolCall', denied: false, durationMs: null }
  expect(trace.map(({ raw, turn, ...entry }) => entry)).toEqual([
    { kind: 'turn', text: '-Mend "it"\r\n' },
    { kind: 'reasoning', text: 'Hm.' },
    {
      ...call,
      id: '0',
      name: 'read_file',
      arguments: { path: 'a' },
      result: 'text',
      isError: false,
    },
    {
      ...call,
      id: '1',
      name: 'write_file',
      arguments: { path: 'b' },
      result: 'read it first',
      isError: true,
    },
    { kind: 'message', text: 'Done.' },
    { kind: 'usage', tokens: { output: 112 } },
    { kind: 'stop', reason: 'success' },
  ])
  const { args, config } = JSON.parse(await read('given'))
  expect(args.slice(-2)).toEqual(['run', '-Mend "it"\r\n'])
  expect(config.nanocoder.providers[0]).toEqual({
    name: 'metered',
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'harnessbench',
    models: ['small'],
  })
})

test('what it asks its user is told as a question', async () => {
  const args = { question: 'Which one?', options: ['this', 'that'] }
  const call = { name: 'ask_user', arguments: args, result: 'Error: not ready', error: null }
  const { trace } = await says({ ...document, toolCalls: [call] })
  expect(trace).toContainEqual(
    expect.objectContaining({ kind: 'question', text: 'Which one?', answer: null, by: null }),
  )
})

test('a document that is missing or says so is a failure, whatever the exit code', async () => {
  expect((await says(null)).turns).toEqual([
    { crashed: 'nanocoder ended without a word of having done its work' },
  ])
  expect((await says(null, { code: 1 })).turns).toEqual([
    { crashed: 'nanocoder ended with exit code 1: Server error' },
  ])
  const asking = { ...document, kind: 'tool-approval-required', toolNames: ['execute_bash'] }
  expect((await says(asking)).turns[0]).toMatchObject({
    crashed: 'nanocoder failed: tool-approval-required: execute_bash',
  })
})

test('over the protocol, a brief that begins with a command is none', async () => {
  const { turns } = await protocol(nanocoder, '\n/clear the table')
  expect(String(turns[0])).toMatch(/^Unmeasured: .* begins with `\/clear` for a command of its own/)
  expect((await protocol(nanocoder, '/usr/bin/env')).said).toEqual(['/usr/bin/env'])
})

test('over the protocol it asks for all that it does where that is not allowed anyway', async () => {
  expect((await protocol(nanocoder, 'Mend it.')).modes).toEqual([])
  expect((await protocol(nanocoder, 'Mend it.', { permissions: 'refuse' })).modes).toEqual([
    'normal',
  ])
})
