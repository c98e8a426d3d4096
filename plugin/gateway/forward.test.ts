import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { events } from './fixtures/hostile.ts'
import { ask, metered, question, realKey } from './fixtures/metered.ts'

test('method, path, query, headers and body arrive as they were sent, with the real key for the dummy', async () => {
  const { call, upstream, books } = await metered()
  await call('well', {
    path: '/v1/chat/completions?a=1&b=%20x&key=dummy',
    headers: { 'X-Odd-Case': 'Kept', 'x-api-key': 'dummy', te: 'trailers' },
  })
  const [seen] = upstream.seen
  expect(seen?.method).toBe('POST')
  expect(seen?.url).toBe('/v1/chat/completions?a=1&b=%20x')
  expect(seen?.body.toString()).toBe(question)
  expect(seen?.headers).toMatchObject({
    authorization: `Bearer ${realKey}`,
    host: upstream.url.slice(7),
  })
  expect(seen?.rawHeaders).toContain('X-Odd-Case')
  expect(Object.keys(seen?.headers ?? {})).not.toContain('x-api-key')
  expect(Object.keys(seen?.headers ?? {})).not.toContain('te')
  expect(await books()).toMatchObject([
    { path: '/v1/chat/completions', status: 200, ended: 'complete' },
  ])
})

test.for([
  ['x-api-key', 'x-api-key'],
  ['x-goog-api-key', 'x-goog-api-key'],
] as const)('the key goes into %s where the provider wants it there', async ([auth, name]) => {
  const { call, upstream } = await metered({ provider: { auth } })
  await call('well')
  expect(upstream.seen[0]?.headers[name]).toBe(realKey)
  expect(upstream.seen[0]?.headers.authorization).toBeUndefined()
})

test('without authentication, what the client sends is left alone', async () => {
  const { call, upstream } = await metered({ provider: { auth: 'none' } })
  await call('well', { path: '/v1/models?key=mine', method: 'GET' })
  expect(upstream.seen[0]?.headers.authorization).toBe('Bearer dummy')
  expect(upstream.seen[0]?.url).toBe('/v1/models?key=mine')
})

test('GET and HEAD of models pass, and are no model calls', async () => {
  const { call, meter, books } = await metered()
  const get = await call('listing', { method: 'GET', path: '/v1/models' })
  expect(get.body.toString()).toBe('{"data":[{"id":"m"}]}')
  const head = await call('listing', { method: 'HEAD', path: '/v1/models' })
  expect([head.status, head.body.length]).toEqual([200, 0])
  expect(meter.summary()).toMatchObject({ calls: 0, unpriced: 0 })
  expect(await books()).toMatchObject([
    { free: true, cost: 0 },
    { free: true, method: 'HEAD' },
  ])
})

test.for(['gzip', 'br', 'deflate', 'zstd'])(
  'a body in %s passes byte by byte, and is read',
  async (encoding) => {
    const { call, upstream, books } = await metered()
    const through = await call(encoding)
    const direct = await ask(upstream.url, encoding)
    expect(through.body.equals(direct.body)).toBe(true)
    expect(through.headers['content-encoding']).toBe(encoding)
    expect(await books()).toMatchObject([
      {
        tokens: { input: 10, output: 5 },
        finish: 'stop',
        bytes: { answer: direct.body.length },
        note: null,
      },
    ])
  },
)

test('a request in gzip passes byte by byte, and is read', async () => {
  const { call, upstream, books } = await metered()
  const body = gzipSync(question)
  await call('well', { body, headers: { 'content-encoding': 'gzip' } })
  expect(upstream.seen[0]?.body.equals(body)).toBe(true)
  expect(await books()).toMatchObject([
    { model: { asked: 'm' }, messages: { count: 1, characters: 2 } },
  ])
})

test('the head of an answer, and each event of a stream, go on when they come', async () => {
  const { call } = await metered()
  const arrived: string[] = []
  const answer = await call('streams', {
    onHead(response) {
      response.on('data', (chunk) => arrived.push(String(chunk)))
    },
  })
  expect(answer.body.toString()).toBe(events.join(''))
  expect(arrived.length).toBeGreaterThan(2)
})

test('64 calls at once are all answered, and all in the books', async () => {
  const { call, meter, books } = await metered()
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, at) => call(at % 2 ? 'well' : 'streams')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(meter.summary()).toMatchObject({ calls: 64, ok: 64, tokens: { input: 640, output: 320 } })
  const numbers = (await books()).map(({ number }) => number).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 64 }, (_, at) => at + 1))
})

test('two samples at once have their own calls each', async () => {
  const { gateway, meter, call, folder, books } = await metered()
  const other = await gateway.open({ file: `${folder}/other/calls.jsonl` })
  const theirs = Array.from({ length: 5 }, () => ask(other.url('openai'), 'streams'))
  await Promise.all([call('well'), ...theirs, call('throttled')])
  expect(meter.summary()).toMatchObject({ calls: 2, ok: 1, failed: { status429: 1 } })
  expect(await other.close()).toMatchObject({ calls: 5, ok: 5 })
  expect(await books()).toHaveLength(2)
  expect(gateway.spending()).toMatchObject({ calls: 7, tokens: 90 })
})

test('a forged token, an unknown provider and a bare address are refused, and nothing is sent on', async () => {
  const { meter, upstream, books } = await metered()
  const url = new URL(meter.url('openai'))
  for (const place of [
    '/',
    '/forged/openai',
    `/${meter.token}/anthropic`,
    `/${meter.token.slice(1)}/openai`,
  ]) {
    const answer = await ask(`${url.origin}${place}`, 'well')
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body.toString()).error.type).toBe('not_found')
  }
  expect(url.hostname).toBe('127.0.0.1')
  expect(upstream.seen).toHaveLength(0)
  expect(await books()).toEqual([])
})

test('a harness that calls after its deadline is refused, in its provider’s words', async () => {
  const { call, meter, upstream, books } = await metered()
  await call('well')
  await meter.close()
  const late = await call('well')
  expect(late.status).toBeGreaterThanOrEqual(400)
  expect(JSON.parse(late.body.toString()).error.message).toContain('this sample is over')
  expect(upstream.seen).toHaveLength(1)
  expect(await books()).toHaveLength(1)
})

test('an answer that echoes the real key is passed on with asterisks', async () => {
  const { call, books, text } = await metered()
  const answer = await call('echo')
  expect(answer.body.toString()).toContain(`Bearer ${'*'.repeat(realKey.length)}`)
  expect(answer.rawHeaders.join()).not.toContain(realKey)
  await books()
  expect(text()).not.toContain(realKey)
})
