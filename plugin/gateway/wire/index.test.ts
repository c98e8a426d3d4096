import { expect, test } from 'vitest'
import { costsNothing, wireOf } from './index.ts'

test.for([
  ['/v1/chat/completions', 'openai-chat'],
  ['/chat/completions', 'openai-chat'],
  ['/api/v1/chat/completions/', 'openai-chat'],
  ['/openai/deployments/gpt/chat/completions?api-version=1', 'openai-chat'],
  ['/v1/responses', 'openai-responses'],
  ['/backend-api/codex/responses', 'openai-responses'],
  ['/v1/messages', 'anthropic-messages'],
  ['/v1/messages?beta=true', 'anthropic-messages'],
  ['/v1beta/models/gemini-2.5-pro:generateContent', 'gemini-generate'],
  ['/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', 'gemini-generate'],
  ['/v1beta/models/gemini-2.5-pro%3AstreamGenerateContent', 'gemini-generate'],
  [
    '/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:generateContent',
    'gemini-generate',
  ],
  ['/v1/messages/count_tokens', 'none'],
  ['/v1/messages/batches', 'none'],
  ['/v1/threads/t/messages', 'none'],
  ['/v1/responses/input_tokens', 'none'],
  ['/v1/responses/resp_1/cancel', 'none'],
  ['/v1beta/models/gemini-2.5-pro:countTokens', 'none'],
  ['/v1/models', 'none'],
  ['/v1/chat/completions/none', 'none'],
  ['/v1/models?next=/chat/completions', 'none'],
] as const)('POST %s speaks %s', ([path, name]) => {
  expect(wireOf('POST', path).name).toBe(name)
  expect(wireOf('post', path).name).toBe(name)
  expect(wireOf('GET', path).name).toBe('none')
})

test('reading and counting cost nothing, whatever else may', () => {
  expect(costsNothing('GET', '/v1/models')).toBe(true)
  expect(costsNothing('POST', '/v1/messages/count_tokens?beta=true')).toBe(true)
  expect(costsNothing('POST', '/v1beta/models/m:countTokens')).toBe(true)
  expect(costsNothing('POST', '/v1/responses/input_tokens')).toBe(true)
  expect(costsNothing('POST', '/v1/embeddings')).toBe(false)
  expect(costsNothing('POST', '/v1/completions')).toBe(false)
  expect(costsNothing('POST', '/v1/messages/batches')).toBe(false)
})

test('what is no model call tells nothing', () => {
  const none = wireOf('GET', '/v1/models')
  const reader = none.readAnswer('application/json')
  reader.push(new TextEncoder().encode('{"usage":{"prompt_tokens":1},"model":"m"}'))
  expect(reader.facts()).toMatchObject({ usage: null, model: null, tokens: { input: null } })
  expect(none.readRequest('/v1/models', new Uint8Array())).toMatchObject({ model: null })
})

const said = 'The budget of this sample is used up: 10 of 10 calls.'

test.for([
  [
    '/v1/chat/completions',
    {
      error: {
        message: said,
        type: 'invalid_request_error',
        param: null,
        code: 'billing_hard_limit_reached',
      },
    },
  ],
  [
    '/v1/responses',
    {
      error: {
        message: said,
        type: 'invalid_request_error',
        param: null,
        code: 'billing_hard_limit_reached',
      },
    },
  ],
  ['/v1/messages', { type: 'error', error: { type: 'invalid_request_error', message: said } }],
  [
    '/v1beta/models/m:generateContent',
    { error: { code: 400, message: said, status: 'FAILED_PRECONDITION' } },
  ],
  ['/v1/embeddings', { error: { message: said, type: 'permission_denied' } }],
] as const)('%s: a refusal is an error of the provider, not to be tried again', ([path, body]) => {
  const wire = wireOf('POST', path)
  const refusal = wire.refusal(said)
  expect(JSON.parse(refusal.body)).toEqual(body)
  // What SDKs try again: OpenAI's, Anthropic's, the AI SDK, @google/genai.
  expect([408, 409, 429]).not.toContain(refusal.status)
  expect(refusal.status).toBeLessThan(500)
  expect(refusal.status).toBeGreaterThanOrEqual(400)
  const reader = wire.readAnswer(refusal.headers['content-type'] ?? null)
  reader.push(new TextEncoder().encode(refusal.body))
  if (wire.name !== 'none') expect(reader.facts().error?.message).toBe(said)
})
