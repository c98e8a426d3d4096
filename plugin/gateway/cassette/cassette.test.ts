import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { events, type Hostile, hostile } from '../fixtures/hostile.ts'
import { ask, gatewayTo, realKey, temporaryFolder } from '../fixtures/metered.ts'
import type { Provider } from '../gateway.ts'

/** A gateway with a cassette, and calls of one sample through it. */
async function taped(upstream: Hostile, folder: string, mode: 'record' | 'replay') {
  const provider: Partial<Provider> = { cassette: { folder, mode } }
  const gateway = await gatewayTo(upstream, { provider })
  const sample = async () => {
    const meter = await gateway.open({ file: path.join(temporaryFolder(), 'calls.jsonl') })
    const call = (behave: string, body: unknown, more = {}) =>
      ask(meter.url('openai'), behave, { body: JSON.stringify(body), ...more })
    return { meter, call }
  }
  return { gateway, sample, ...(await sample()) }
}

const asks = (content: string) => ({ model: 'm', messages: [{ role: 'user', content }] })

test('recorded once, replayed in order, for nothing, with the same bytes in the same pieces', async () => {
  const folder = path.join(temporaryFolder(), 'tape')
  const upstream = await hostile()
  const recording = await taped(upstream, folder, 'record')
  const recorded = [
    await recording.call('throttled', asks('first')),
    await recording.call('streams', asks('first'), { headers: { 'accept-encoding': 'gzip' } }),
    await recording.call('echo', asks('second')),
  ]
  await expect(recording.call('cuts', asks('third'))).rejects.toThrow()
  expect(readdirSync(folder).sort()).toEqual(['0001.json', '0002.json', '0003.json'])
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'))
  expect(texts.join()).not.toContain(realKey)
  expect(JSON.parse(texts[1] ?? '').answer.chunks).toEqual(events)

  const asked = upstream.seen.length
  const replaying = await taped(upstream, folder, 'replay')
  for (const [at, content] of ['first', 'first', 'second'].entries()) {
    const answer = await replaying.call('well', asks(content))
    expect(answer.status).toBe(recorded[at]?.status)
    expect(answer.body.equals(recorded[at]?.body ?? Buffer.alloc(0))).toBe(true)
    if (at === 0) expect(answer.headers['retry-after']).toBe('7')
  }
  expect(upstream.seen).toHaveLength(asked)
  expect(await replaying.meter.close()).toMatchObject({
    calls: 3,
    ok: 2,
    failed: { status429: 1 },
    tokens: { input: 20, output: 10 },
    replayed: true,
  })

  // Another sample has the same from its beginning; nobody has it twice.
  const next = await replaying.sample()
  expect((await next.call('well', asks('first'))).status).toBe(429)
  expect((await next.call('well', asks('first'))).status).toBe(200)
  const thrice = await next.call('well', asks('first'))
  expect(thrice.body.toString()).toContain('recorded 2 times (0001.json, 0002.json)')
})

test('what is another each time is no difference', async () => {
  const folder = temporaryFolder()
  const upstream = await hostile()
  const body = (n: number) => {
    const id = `call_${n}abcdefgh`
    const call = {
      id,
      type: 'function',
      function: { name: 'read', arguments: `{"path":"${tmpdir()}/x${n}/src/a.ts"}` },
    }
    const [first, second] = [
      { role: 'assistant', tool_calls: [call] },
      {
        role: 'tool',
        tool_call_id: id,
        content: `2026-11-${10 + n}T10:00:0${n}Z took ${n}12 ms, see http://localhost:400${n}/ and /tmp/y${n}/log; Mon Nov ${10 + n} 2026`,
      },
    ]
    return n === 1
      ? { model: 'm', user: 'one', messages: [first, second] }
      : { messages: [first, second], model: 'm', user: 'another' }
  }
  await (await taped(upstream, folder, 'record')).call('well', body(1))
  const { call } = await taped(upstream, folder, 'replay')
  expect((await call('well', body(2))).status).toBe(200)
})

test('a miss shows the nearest recorded request, and is no success', async () => {
  const folder = path.join(temporaryFolder(), 'tape')
  const upstream = await hostile()
  const { call } = await taped(upstream, folder, 'record')
  await call('well', { ...asks('something else entirely'), tools: [{ type: 'function' }] })
  await call('well', asks('You are a coder.\nFix the rounding.'))
  const { call: again, meter } = await taped(upstream, folder, 'replay')
  const missed = await again('well', asks('You are a coder.\nFix the totals.'))
  expect(missed.status).toBeGreaterThanOrEqual(400)
  expect(JSON.parse(missed.body.toString()).error.message).toMatchInlineSnapshot(`
    "the cassette tape holds no answer to this request; the nearest is 0002.json (- recorded, + asked):
    @@ -3,7 +3,7 @@
      "messages": [
       {
        "content": "You are a coder.\\n
    -Fix the rounding.",
    +Fix the totals.",
        "role": "user"
       }
      ],"
  `)
  expect(await meter.close()).toMatchObject({
    calls: 1,
    ok: 0,
    failed: { other: 1 },
    overBudget: null,
  })
})

test('nothing to replay, and a file that is no recording, are said at once', async () => {
  const upstream = await hostile()
  const folder = temporaryFolder()
  await expect(taped(upstream, folder, 'replay')).rejects.toThrow(
    'holds no recorded call; record it first',
  )
  writeFileSync(path.join(folder, '0001.json'), '{"format":1}')
  await expect(taped(upstream, folder, 'replay')).rejects.toThrow(/0001\.json is no recorded call/)
})
