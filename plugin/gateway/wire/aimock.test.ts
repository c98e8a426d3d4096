import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wireOf } from './index.ts'

let server: LLMock

const usage = { prompt_tokens: 1234, completion_tokens: 56 }
const weather = { name: 'get_weather', arguments: '{"city":"Köln"}' }
const details = { prompt_tokens_details: { cached_tokens: 1000, cache_write_tokens: 34 } }

beforeAll(async () => {
  server = new LLMock({ port: 0 })
  server.onMessage('Say it', { content: 'Said, in some words, 🌧.', usage })
  server.onMessage('Call it', { toolCalls: [weather], usage })
  server.onMessage('From the cache', { content: 'Read.', usage: { ...usage, ...details } })
  await server.start()
})

afterAll(() => server.stop())

const chat = (content: string, stream: boolean) => ({
  model: 'm',
  stream,
  ...(stream ? { stream_options: { include_usage: true } } : {}),
  messages: [{ role: 'user', content }],
})

const formats: [string, (stream: boolean) => string, (text: string, stream: boolean) => object][] =
  [
    ['chat completions', () => '/v1/chat/completions', chat],
    ['responses', () => '/v1/responses', (input, stream) => ({ model: 'm', stream, input })],
    [
      'messages',
      () => '/v1/messages',
      (text, stream) => ({ ...chat(text, stream), max_tokens: 99 }),
    ],
    [
      'Gemini',
      (stream) =>
        `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    ],
  ]

async function ask(path: string, body: object) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer dummy' },
    body: JSON.stringify(body),
  })
  const reader = wireOf('POST', path).readAnswer(response.headers.get('content-type'))
  for await (const chunk of response.body ?? []) reader.push(chunk)
  return reader.facts()
}

describe.for(formats)('aimock speaks %s', ([, path, body]) => {
  describe.for([false, true])('streaming %s', (stream) => {
    test('a text', async () => {
      expect(await ask(path(stream), body('Say it', stream))).toMatchObject({
        // aimock leaves Gemini's modelVersion out.
        model: path(stream).includes(':') ? null : 'm',
        tokens: { input: 1234, output: 56, cacheRead: 0, cacheWrite: 0 },
        toolCalls: [],
        error: null,
        complete: true,
      })
    })

    test('a tool call', async () => {
      const facts = await ask(path(stream), body('Call it', stream))
      expect(facts.tokens).toEqual({ input: 1234, output: 56, cacheRead: 0, cacheWrite: 0 })
      expect(facts.toolCalls).toMatchObject([{ name: 'get_weather' }])
      expect(JSON.parse(facts.toolCalls[0]?.arguments ?? '')).toEqual({ city: 'Köln' })
      expect(facts.finish).toBeTypeOf('string')
    })

    test('an error', async () => {
      server.nextRequestError(400, { message: 'No such model', type: 'invalid_request_error' })
      const facts = await ask(path(stream), body('Say it', stream))
      expect(facts.error?.message).toBe('No such model')
      expect(facts.tokens.input).toBeNull()
    })
  })
})

test.for([false, true])('aimock speaks OpenRouter, with a cache, streaming %s', async (stream) => {
  const facts = await ask('/api/v1/chat/completions', chat('From the cache', stream))
  expect(facts.tokens).toEqual({ input: 200, output: 56, cacheRead: 1000, cacheWrite: 34 })
})
