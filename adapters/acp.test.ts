import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findFamily } from '../plugin/process/family.ts'
import type { TraceInput } from '../plugin/run/adapter.ts'
import * as acp from './acp.ts'
import { type Drive, drive } from './program/fixtures/drive.ts'

const agent = fileURLToPath(new URL('acp/fixtures/agent.mjs', import.meta.url))

function talk(how: string, { options, ...given }: Drive = {}) {
  const argv = [process.execPath, agent, how, '{base}/heard']
  return drive(acp, { ...given, options: { argv, ...options } })
}

test('a session of two turns: what is said, planned and done is traced, what is asked is allowed', async () => {
  const brief = '/exit @a "quoted" $(x)\r\n\u{1f600}'
  const { turns, trace, output, build, read } = await talk('noisy', {
    briefs: [brief, 'And more.'],
    options: { mode: 'yolo' },
  })
  expect(turns).toEqual([
    { tokens: { input: 10, output: 20, cacheRead: 5 } },
    { tokens: { input: 10, output: 20, cacheRead: 5 } },
  ])
  const once = { outcome: 'selected', optionId: 'once' }
  expect(JSON.parse(await read('heard'))).toEqual([
    { cwd: build, servers: [] },
    { mode: 'yolo' },
    { text: [brief] },
    once,
    { text: ['And more.'] },
    once,
  ])
  expect(await readFile(path.join(build, 'a.txt'), 'utf8')).toBe('written\n')
  const untimed = trace.map(({ at, raw, ...entry }) => entry)
  expect(untimed.slice(0, 8)).toEqual([
    { kind: 'turn', turn: 1, text: brief },
    { kind: 'reasoning', turn: 1, text: 'I plan.' },
    {
      kind: 'plan',
      turn: 1,
      steps: [
        { text: 'Look', status: 'completed' },
        { text: 'Write', status: 'inProgress' },
      ],
    },
    { kind: 'message', turn: 1, text: 'I write.' },
    {
      kind: 'permission',
      turn: 1,
      asked: 'Write to a.txt {"path":"a.txt"}',
      toolCallId: 'c-1',
      answer: 'allowed',
      by: 'policy',
    },
    {
      kind: 'toolCall',
      turn: 1,
      id: 'c-1',
      name: 'write',
      arguments: { path: 'a.txt', content: 'written\n' },
      result: ['true'],
      isError: false,
      denied: false,
      durationMs: expect.any(Number),
    },
    { kind: 'usage', turn: 1, tokens: { input: 10, output: 20, cacheRead: 5 } },
    { kind: 'stop', turn: 1, reason: 'end_turn' },
  ])
  expect(untimed[8]).toEqual({ kind: 'turn', turn: 2, text: 'And more.' })
  const recordOf = (wanted: string) => {
    const raw = trace.find(({ kind }) => kind === wanted)?.raw
    return raw && output.substring(raw.byte, raw.byte + raw.bytes)
  }
  expect(recordOf('message')).toMatch(/^\{.*"text":"I ".*\}$/)
  expect(recordOf('permission')).toMatch(/^\{.*"method":"session\/request_permission".*\}$/)
})

test.each([
  [{ permissions: 'refuse' }, 'no', { answer: 'refused', by: 'policy' }],
  [
    { permissions: 'ask', answers: [{ about: 'a\\.txt', answer: 'Yes, do.' }] },
    'once',
    { answer: 'allowed', by: 'user' },
  ],
  [
    { permissions: 'ask', answers: [{ answer: 'Always' }] },
    'always',
    { answer: 'allowed', by: 'user' },
  ],
  [
    { permissions: 'ask', answers: [{ about: 'b', answer: 'yes' }] },
    'no',
    { answer: 'refused', by: 'user' },
  ],
])('who asks for leave is answered by the policy %j', async (options, optionId, told) => {
  const { trace, build, read } = await talk('works', { options })
  expect(JSON.parse(await read('heard')).at(-1)).toEqual({ outcome: 'selected', optionId })
  expect(trace.find(({ kind }) => kind === 'permission')).toMatchObject(told)
  const denied = told.answer === 'refused'
  expect(trace.find(({ kind }) => kind === 'toolCall')).toMatchObject({ denied })
  expect(existsSync(path.join(build, 'a.txt'))).toBe(!denied)
})

test.each([
  [{ permissions: 'ask' }, 'without any, all would be refused in his name'],
  [{ answers: [{ answer: 'yes' }] }, "nobody is asked; write `permissions: 'ask'`"],
  [{ permissions: 'refuse', answers: 'a.yaml' }, "nobody is asked; write `permissions: 'ask'`"],
])('a policy that would not do what it says is refused: %j', (options, message) => {
  const parsed = acp.options.safeParse({ argv: ['agent'], ...options })
  expect(parsed.error?.issues).toMatchObject([
    { path: ['answers'], message: expect.stringContaining(message) },
  ])
})

test('an agent that dies or answers with an error has crashed', async () => {
  const { turns } = await talk('dies')
  expect(turns).toEqual([
    {
      crashed: expect.stringMatching(
        /^node agent.mjs ended with exit code 7 while it worked: out of memory$/,
      ),
    },
  ])
  const { turns: failed, trace } = await talk('fails')
  expect(failed).toEqual([
    {
      crashed: expect.stringMatching(
        /answered `session\/prompt` with an error: .*the model said no/,
      ),
    },
  ])
  expect(trace.at(-1)).toMatchObject({ kind: 'error' })
})

test.each([
  [
    'locked',
    /^no session could be opened: node agent.mjs answered `session\/new` with an error: it wants to be logged in/,
  ],
  [
    ['node', '/nowhere/agent.mjs'],
    /^no session could be opened: node agent.mjs ended with exit code 1: Error: Cannot find module '\/nowhere\/agent.mjs'$/,
  ],
  ['newer', /node agent.mjs speaks version 2 of the protocol, and what is read here is version 1$/],
  ['nameless', /node agent.mjs answered `session\/new` without the id of a session: \{\}$/],
  [
    'huge-opening',
    /node agent.mjs sent a message of 330.* bytes, of more than .*, while `session\/new` waited$/,
  ],
  [['/nowhere/agent'], /could not be started: .*ENOENT/],
  [
    ['sh', '-c', 'echo "no such flag" >&2; exit 3'],
    /^no session could be opened: sh ended with exit code 3: no such flag$/,
  ],
])('where no session can be had, there is no verdict: %j', async (how, reason) => {
  const given = Array.isArray(how) ? { options: { argv: how } } : {}
  const opened = talk(String(how), given)
  await expect(opened).rejects.toMatchObject({ name: 'Unmeasured' })
  await expect(opened).rejects.toThrow(reason)
})

test.each(['waits', 'deaf'])('when its time is up it is told, then ended: %s', async (how) => {
  const begun = performance.now()
  const { turns, trace, home, read } = await talk(how, {
    briefs: ['a', 'b'],
    abortOn: 'Thinking',
  })
  expect(turns).toEqual([{}, {}])
  expect(performance.now() - begun).toBeLessThan(8000)
  expect(await findFamily({ pid: null, marker: path.dirname(home) })).toEqual([])
  expect(await read('heard')).toBe('cancelled')
  expect(trace).toMatchObject([{ kind: 'turn' }, { kind: 'message', text: 'Thinking' }])
})

test.each([
  ['mute', 'initialize'],
  ['hushed', 'session/new'],
])('what an agent never answered is named: %s', async (how, method) => {
  const trace: TraceInput[] = []
  const until = how === 'mute' ? { signal: AbortSignal.timeout(800) } : { abortOn: 'Hush!' }
  const message = `no session could be opened: node agent.mjs did not answer \`${method}\``
  await expect(talk(how, { ...until, trace })).rejects.toMatchObject({
    name: 'Unmeasured',
    message,
  })
  expect(trace).toMatchObject([{ kind: 'error', turn: 1, message }])
})

test.each([
  [
    'endless',
    'node agent.mjs answered `session/prompt` without a word of how the turn ended: null',
  ],
  ['gives up', 'node agent.mjs cancelled its turn, which nobody had asked for'],
  ['half', 'node agent.mjs answered `session/prompt` with neither a result nor an error'],
])('a turn without an end is a crash: %s', async (how, crashed) => {
  const { turns, trace } = await talk(how)
  expect(turns).toEqual([{ crashed }])
  expect(trace).toContainEqual({ kind: 'error', turn: 1, message: crashed })
})

test('what is told before the first prompt is of its turn; how a turn ended is kept', async () => {
  const { turns, trace } = await talk('early')
  expect(turns).toEqual([{}])
  expect(trace.map(({ raw, ...entry }) => entry)).toEqual([
    { kind: 'message', turn: 1, text: 'Hi.' },
    { kind: 'turn', turn: 1, text: 'Mend it.\n' },
    { kind: 'stop', turn: 1, reason: 'max_tokens' },
  ])
})

test('a message that is too long is told, and the work goes on', async () => {
  const { turns, trace } = await talk('huge-update')
  expect(turns).toEqual([{ tokens: expect.anything() }])
  expect(trace).toContainEqual({
    kind: 'error',
    turn: 1,
    message: expect.stringMatching(/^a message of 330.* bytes, of more than 32000000: it was not/),
    raw: { byte: expect.any(Number), bytes: expect.any(Number) },
  })
})

test('what is told of another session is not of this one', async () => {
  const { trace, output } = await talk('mothering')
  expect(output).toContain('Wah!')
  expect(trace.filter(({ kind }) => kind === 'message')).toMatchObject([{ text: 'I write.' }])
})

test('dollars of the whole session are told turn by turn', async () => {
  const { turns, trace } = await talk('dear', { briefs: ['a', 'b'] })
  expect(turns).toMatchObject([{ cost: 0.5 }, { cost: 0.5 }])
  expect(trace.filter(({ kind }) => kind === 'usage')).toMatchObject([{ cost: 0.5 }, { cost: 0.5 }])
})

test('who is asked to choose among answers is asked a question', async () => {
  const answers = [{ about: 'which', answer: 'That' }, { answer: 'yes' }]
  const { trace } = await talk('curious', { options: { permissions: 'ask', answers } })
  expect(trace.filter(({ kind }) => kind === 'question')).toMatchObject([
    { turn: 1, text: 'Which one?', answer: 'That', by: 'user' },
  ])
  expect(trace.filter(({ kind }) => kind === 'permission')).toMatchObject([{ answer: 'allowed' }])
})

test('a refused call of which nothing more is told was denied', async () => {
  const { trace } = await talk('tight-lipped', { options: { permissions: 'refuse' } })
  expect(trace.find(({ kind }) => kind === 'toolCall')).toMatchObject({ denied: true })
})

test('placeholders are filled in; a program that is told an address is metered', async () => {
  const argv = ['agent', '--base={url:acme}/v1', '{model}']
  expect(acp.metered(acp.options.parse({ argv }))).toBe(true)
  expect(acp.metered(acp.options.parse({ argv: ['agent'] }))).toBe(false)
  await expect(talk('', { options: { argv: ['agent', '{url:nobody}'] } })).rejects.toThrow(
    '`{url:nobody}`: there is no such provider; name it in the option `providers` (there are: acme)',
  )
})
