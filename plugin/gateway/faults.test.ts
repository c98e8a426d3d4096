/** Whatever a provider or a harness does, the other side sees it, the books hold it once, and the gateway goes on. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { events } from './fixtures/hostile.ts'
import { ask, metered } from './fixtures/metered.ts'

const unknown = { input: null, output: null, cacheRead: null, cacheWrite: null }

test.for([
  ['unauthorized', 401, 'bad key'],
  ['throttled', 429, 'slow down'],
  ['broken', 500, null],
] as const)('%s: passed on as it is, counted with status %s', async ([behave, status, message]) => {
  const { call, upstream, books, meter } = await metered()
  const through = await call(behave)
  const direct = await ask(upstream.url, behave)
  expect(through.status).toBe(status)
  expect(through.body.equals(direct.body)).toBe(true)
  const without = ({ rawHeaders }: { rawHeaders: string[] }) =>
    rawHeaders.filter(
      (part, at) => !/^(date|connection|keep-alive)$/i.test(rawHeaders[at - (at % 2)] ?? part),
    )
  expect(without(through)).toEqual(without(direct))
  expect(meter.summary()).toMatchObject({ calls: 1, ok: 0, cost: 0, unpriced: 0 })
  const [call1, ...more] = await books()
  expect(more).toEqual([])
  expect(call1).toMatchObject({ status, ended: 'complete', cost: 0, tokens: unknown })
  if (message) expect(call1?.error?.message).toContain(message)
})

test('429 and 5xx are told apart from other failures, and a repeated body is seen', async () => {
  const { call, meter, books } = await metered()
  for (const behave of ['throttled', 'broken', 'unauthorized', 'well']) await call(behave)
  expect(meter.summary()).toMatchObject({
    calls: 4,
    ok: 1,
    failed: { status429: 1, status5xx: 1, other: 1 },
  })
  expect((await books()).map(({ retries }) => retries)).toEqual([0, 1, 2, 3])
})

test.for([
  ['resets', null],
  ['resetsAfterHead', 200],
] as const)('%s: the harness is hung up on, too', async ([behave, status]) => {
  const { call, books, meter } = await metered()
  await expect(call(behave)).rejects.toThrow()
  await call('well')
  expect(meter.summary()).toMatchObject({ calls: 2, ok: 1, failed: { other: 1 }, unpriced: 1 })
  expect(await books()).toMatchObject([
    { status, ended: 'upstreamGone', tokens: unknown, cost: null },
    { status: 200, ended: 'complete' },
  ])
})

test('a provider that is not there', async () => {
  const { call, books } = await metered({ provider: { baseUrl: 'http://127.0.0.1:1' } })
  await expect(call('well')).rejects.toThrow()
  expect(await books()).toMatchObject(
    [{ status: null, ended: 'upstreamGone', reason: /ECONNREFUSED/ }].map((line) => ({
      ...line,
      reason: expect.stringMatching(line.reason),
    })),
  )
})

test('an answer cut in mid-stream arrives as far as it came, and so it is counted', async () => {
  const { call, books } = await metered()
  let arrived = ''
  const broken = call('cuts', {
    onHead: (response) => response.on('data', (chunk) => (arrived += chunk)),
  })
  await expect(broken).rejects.toThrow('aborted')
  expect(arrived).toBe(events.slice(0, 3).join(''))
  expect(await books()).toMatchObject([
    {
      status: 200,
      ended: 'upstreamGone',
      model: { asked: 'm', answered: 'm' },
      toolCalls: [{ id: 'call_1', name: 'read', arguments: '{"pa' }],
      tokens: unknown,
      cost: null,
    },
  ])
})

test('malformed JSON is passed on, and is no success', async () => {
  const { call, books, meter } = await metered()
  expect((await call('malformed')).body.toString()).toBe('{"choices": [{"mess')
  expect(meter.summary()).toMatchObject({ calls: 1, ok: 0, failed: { other: 1 } })
  expect(await books()).toMatchObject([{ status: 200, ended: 'brokenOff' }])
})

test('an answer that never comes lasts until its meter is closed', async () => {
  const { call, meter, upstream, books } = await metered()
  const waiting = call('never')
  await expect.poll(() => upstream.seen.length).toBe(1)
  const summary = await meter.close()
  const answer = await waiting
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.body.toString()).toContain('the sample is over')
  expect(summary).toMatchObject({ calls: 1, ok: 0, failed: { other: 1 }, overBudget: null })
  expect(await books()).toMatchObject([{ ended: 'cut', status: null }])
  await expect.poll(() => upstream.abandoned).toBe(1)
})

test('50 MB pass at the pace of a slow reader, without being held in between, and are read', async () => {
  const { call, upstream, books } = await metered()
  let bytes = 0
  await call('large', {
    async onChunk(chunk) {
      if (bytes === 0) {
        await delay(300)
        // No more than what fits into the system's own buffers.
        expect(upstream.taken).toBeLessThan(25)
      }
      bytes += chunk.length
    },
  })
  expect(bytes).toBeGreaterThan(50 * 1024 * 1024)
  expect(await books()).toMatchObject([
    { ended: 'complete', tokens: { input: 10, output: 5 }, bytes: { answer: bytes } },
  ])
})

test('a harness killed in mid-stream: the provider is told, the call is counted once', async () => {
  const { call, upstream, books, meter } = await metered()
  const killed = new AbortController()
  const broken = call('endless', {
    signal: killed.signal,
    onHead: () => setTimeout(() => killed.abort(), 50),
  })
  await expect(broken).rejects.toThrow()
  await expect.poll(() => upstream.abandoned).toBe(1)
  await expect.poll(() => meter.summary().calls).toBe(1)
  await call('well')
  expect(await books()).toMatchObject([
    { ended: 'clientGone', status: 200, model: { answered: 'm' }, tokens: unknown },
    { ended: 'complete' },
  ])
})

test('a key that no header can hold, and a key function that throws, end the call and nothing else', async () => {
  for (const key of [
    () => 'sk-with\nnewline-in-it',
    () => {
      throw new Error('no keychain')
    },
  ]) {
    const { call, books, upstream } = await metered({ provider: { key } })
    const answer = await call('well')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.toString()).toContain('could not be sent on')
    expect(answer.body.toString()).not.toContain('newline-in-it')
    expect(upstream.seen).toHaveLength(0)
    expect(await books()).toMatchObject([{ ended: 'upstreamGone', status: null }])
  }
})
