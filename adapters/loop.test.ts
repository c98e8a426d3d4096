import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { WireName } from '../plugin/gateway/wire/wire.ts'
import { calling, following, overhearing, run, serving, setting } from './loop/fixtures/setting.ts'
import { open } from './loop.ts'

const wires = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const
const forms = wires.flatMap((wire) => [true, false].map((stream) => ({ wire, stream })))
const shopkit = fileURLToPath(new URL('../seed/shopkit', import.meta.url))

/** aimock tells cached tokens in the first format only; the scripted model has the others count them as input. */
const used = (wire: WireName, turns: number) =>
  wire === 'openai-chat'
    ? { input: 101 * turns, cacheRead: 64 * turns, output: 7 * turns }
    : { input: 165 * turns, cacheRead: 0, output: 7 * turns }

test.for(forms)(
  'works with its tools and tells its usage: $wire, streamed $stream',
  async (form) => {
    const url = await following([
      { ...calling({ list: {} }, { search: { text: 'Math.floor' } }), say: 'I will look first.' },
      calling({ read: { path: 'src/money.ts' } }),
      calling({ edit: { path: 'src/money.ts', old: 'Math.floor', new: 'Math.round' } }),
      calling({ write: { path: 'notes/done.md', content: 'rounded\n' } }),
      {
        ...calling({ run: { command: 'node src/cli.ts show SCR-40' } }),
        say: 'Now it is tried out.',
      },
      calling({ finish: { summary: 'done' } }),
      calling({ list: {} }),
    ])
    const { build, context, log } = await setting(url, form)
    await cp(shopkit, build, { recursive: true })
    const { calls, tokens } = await run(build, 'Mend the rounding.', context)
    expect(calls).toBe(6)
    expect(tokens).toMatchObject(used(form.wire, 6))
    expect(await readFile(path.join(build, 'src/money.ts'), 'utf8')).toContain('Math.round(value')
    expect(await readFile(path.join(build, 'notes/done.md'), 'utf8')).toBe('rounded\n')
    expect(log()).toContain('src/money.ts:5: const cents = Math.floor(value * 100)')
    expect(log()).toMatch(/exit code 0\nstdout:\nSCR-40.*\nprice +0\.12/)
    expect(log()).toContain('I will look first.')
    expect(log()).not.toContain('! ')
  },
)

test.for(wires)('a second turn carries the first: %s', async (wire) => {
  const model = await following([
    calling({ write: { path: 'a.txt', content: 'apple' } }),
    calling({ finish: { summary: 'wrote a.txt' } }),
    calling({ read: { path: 'a.txt' } }),
    { say: 'It says apple.', calls: [], usage: { input: 1, cacheRead: 0, output: 2 } },
  ])
  const { url, requests } = await overhearing(model)
  const { build, context, traced } = await setting(url, { wire })
  const session = await open(build, context)
  expect(await session.turn('Write a word.')).toMatchObject({ calls: 2, tokens: used(wire, 2) })
  expect(await session.turn('Which word was it?')).toMatchObject({
    calls: 2,
    tokens: { output: 9 },
  })
  await session.close()
  expect(requests).toHaveLength(4)
  for (const part of ['Write a word.', 'a.txt', 'finished', 'Which word was it?'])
    expect(requests[2]).toContain(part)
  expect(requests[1]).not.toContain('Which word')
  expect(traced.map(({ kind, turn }) => `${turn} ${kind}`)).toEqual([
    ...['1 turn', '1 toolCall', '1 usage', '1 toolCall', '1 usage'],
    ...['2 turn', '2 toolCall', '2 usage', '2 message', '2 usage'],
  ])
  expect(traced[1]).toMatchObject({
    name: 'write',
    arguments: { path: 'a.txt', content: 'apple' },
    result: expect.stringContaining('a.txt'),
    isError: false,
  })
})

test('the model is told of the limit before the work, near its end if it is steered, and stopped at it', async () => {
  const { url, requests } = await overhearing(
    await following(Array.from({ length: 9 }, () => calling({ list: {} }))),
  )
  const { build, context, log } = await setting(url, { steps: 5, stream: false, steer: true })
  expect(await run(build, 'List.', context)).toMatchObject({ calls: 5 })
  expect(requests[0]).toContain('You have 5 steps')
  const reminders = /\[.*(left|last).*\]/g
  const silent = await setting(url, { steps: 5, stream: false })
  expect(await run(silent.build, 'List.', silent.context)).toMatchObject({ calls: 5 })
  expect(silent.log()).not.toMatch(reminders)
  expect(log().match(reminders)).toEqual([
    '[3 steps are left: come to an end, and call finish.]',
    '[2 steps are left: come to an end, and call finish.]',
    '[One step is left: come to an end, and call finish.]',
    '[That was your last step.]',
  ])
})

test('the dummy key is sent, and the briefs and folder names reach nobody else', async () => {
  const seen: { authorization: unknown; body: string }[] = []
  const url = await serving(async (request, response) => {
    seen.push({
      authorization: request.headers.authorization,
      body: await new Response(request as never).text(),
    })
    response.writeHead(400).end('{"error":{"message":"no"}}')
  })
  const { build, context } = await setting(url)
  await writeFile(path.join(build, 'here.txt'), '')
  await run(build, 'The brief, "quoted".\n', context)
  expect(seen).toHaveLength(1)
  expect(seen[0]?.authorization).toBe('Bearer dummy')
  const { messages, tools } = JSON.parse(seen[0]?.body as string)
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'The brief, "quoted".\n' })
  expect(messages[0].content).toContain('here.txt')
  expect(seen[0]?.body).not.toContain(build)
  expect(tools.map(({ function: { name } }: { function: { name: string } }) => name)).toEqual(
    'list read search write edit run finish'.split(' '),
  )
})

test.for(
  [true, false].flatMap((stream) =>
    [401, 403, 429, 500, 529].map((status) => ({ stream, status })),
  ),
)('no answer but status $status gives no verdict; streamed $stream', async ({ status, stream }) => {
  let calls = 0
  const url = await serving((_, response) => {
    calls++
    response.writeHead(status, { 'retry-after-ms': '1' }).end('{"error":{"message":"not now"}}')
  })
  const { build, context } = await setting(url, { stream, retries: 1 })
  await expect(run(build, 'Go.', context)).rejects.toMatchObject({
    name: 'Unmeasured',
    message: `a call of the model failed (status ${status}: not now)`,
  })
  expect(calls).toBe(status === 401 || status === 403 ? 1 : 2)
})

test('what the harness sent wrongly, or a fault after the first answer, is a crash with its usage', async () => {
  const bad = await serving((_, response) => {
    response.writeHead(400).end('{"error":{"message":"what is this"}}')
  })
  const first = await setting(bad)
  expect(await run(first.build, 'Go.', first.context)).toEqual({
    calls: 0,
    tokens: expect.anything(),
    crashed: 'a call of the model failed (status 400: what is this)',
  })
  const ended = await setting(await following([calling({ list: {} })]))
  expect(await run(ended.build, 'Go.', ended.context)).toMatchObject({
    calls: 1,
    tokens: { input: 101, cacheRead: 64, output: 7 },
    crashed: expect.stringContaining('the script ends after 1 answers'),
  })
})

test('nobody there gives no verdict; a model that never answers is waited for until the abort', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const nobody = await setting(`http://127.0.0.1:${port}`)
  await expect(run(nobody.build, 'Go.', nobody.context)).rejects.toMatchObject({
    name: 'Unmeasured',
    message: expect.stringMatching(/^a call of the model failed \(Cannot connect to API/),
  })
  const silent = await serving(() => {})
  for (const stream of [true, false]) {
    const waiting = await setting(silent, { stream }, AbortSignal.timeout(300))
    expect(await run(waiting.build, 'Go.', waiting.context)).toEqual({
      calls: 0,
      tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    })
  }
})
