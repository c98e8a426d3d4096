/** The books: what is summed up is what is written, and what was paid for survives any death. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCalls } from './call.ts'
import { document, hostile } from './fixtures/hostile.ts'
import { ask, metered, question, temporaryFolder } from './fixtures/metered.ts'
import { spendingOf, summarise } from './summary.ts'

test('the file adds up to the summary, and samples to the experiment', async () => {
  const { call, gateway, meter, file, text } = await metered({ budget: { calls: 8 } })
  for (const behave of ['well', 'throttled', 'broken', 'malformed', 'gzip', 'streams', 'silent'])
    await call(behave)
  await call('cuts').catch(() => {})
  await call('well')
  const summary = await meter.close()
  const calls = await readCalls(file)
  expect(text().trimEnd().split('\n')).toHaveLength(calls.length)
  expect(summarise(calls)).toEqual(summary)
  expect(summary).toMatchObject({
    calls: 8,
    ok: 4,
    failed: { status429: 1, status5xx: 1, other: 2 },
  })
  expect(summary.tokens).toMatchObject({ input: 30, output: 15 })
  expect(summary.unknownTokens).toMatchObject({ input: 3, output: 3 })
  const { seconds, ...spent } = gateway.spending()
  expect(spendingOf(calls, seconds)).toEqual({ ...spent, seconds })
  expect(existsSync(`${file}.begun`)).toBe(false)
})

test('a killed run leaves the calls that were answered, and says which were under way', async () => {
  const upstream = await hostile()
  const file = path.join(temporaryFolder(), 'calls.jsonl')
  const main = fork(fileURLToPath(new URL('./fixtures/main.ts', import.meta.url)), [
    upstream.url,
    file,
  ])
  const [url] = await once(main, 'message')
  await ask(url, 'well')
  await ask(url, 'streams')
  const cut = ask(url, 'endless').catch((error) => error)
  await expect.poll(() => upstream.seen.length).toBe(3)
  const died = once(main, 'exit')
  main.kill('SIGKILL')
  await died
  expect(await cut).toBeInstanceOf(Error)
  const calls = await readCalls(file)
  expect(calls.map(({ number, ended }) => [number, ended])).toEqual([
    [1, 'complete'],
    [2, 'complete'],
    [3, 'lost'],
  ])
  expect(summarise(calls)).toMatchObject({ calls: 3, ok: 2, failed: { other: 1 }, unpriced: 1 })

  appendFileSync(file, '{"number":4,"star')
  expect(await readCalls(file)).toHaveLength(3)
  appendFileSync(file, 'tedAt":0}\n')
  await expect(readCalls(file)).rejects.toThrow(/line 3 of .*calls\.jsonl is no call/)
})

test('no file, no call', async () => {
  expect(await readCalls(path.join(temporaryFolder(), 'calls.jsonl'))).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'books on a full disk: the sample is stopped, and its end says so',
  async () => {
    const { gateway, upstream } = await metered()
    const file = path.join(temporaryFolder(), 'calls.jsonl')
    symlinkSync('/dev/full', file)
    const meter = await gateway.open({ file })
    const url = meter.url('openai')
    expect((await ask(url, 'well')).status).toBe(200)
    const refused = await ask(url, 'well')
    expect(refused.body.toString()).toContain('cannot keep its books')
    expect(upstream.seen).toHaveLength(1)
    await expect(meter.close()).rejects.toThrow('could not be written')
  },
)

test('bodies are kept when asked for', async () => {
  const { call, meter, folder } = await metered({ keepBodies: true })
  await call('br')
  await call('echo')
  await meter.close()
  const read = (name: string) => readFileSync(path.join(folder, 'bodies', name), 'utf8')
  expect(readdirSync(path.join(folder, 'bodies')).sort()).toEqual([
    '1.answer',
    '1.request',
    '2.answer',
    '2.request',
  ])
  expect(read('1.request')).toBe(question)
  expect(read('1.answer')).toBe(document(`compressed ${'again and '.repeat(500)}`))
  expect(read('2.answer')).toContain('Bearer ****')
})
