import { describe, expect, test } from 'vitest'
import { wireOf } from './index.ts'
import { unknownTokens } from './usage/tokens.ts'

const chat = '/v1/chat/completions'
const responses = '/v1/responses'
const messages = '/v1/messages'
const generate = '/v1beta/models/gemini-2.5-flash:streamGenerateContent'
const all = [chat, responses, messages, generate]
const stream = 'text/event-stream'
const json = 'application/json'

function read(path: string, contentType: string | null, ...pieces: (string | Uint8Array)[]) {
  const reader = wireOf('POST', path).readAnswer(contentType)
  for (const piece of pieces)
    reader.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
  return reader.facts()
}
const events = (...values: unknown[]) =>
  values
    .map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)
    .join('')

describe('errors, in the words of the provider', () => {
  test.for([
    [
      'OpenAI API reference, guide "Error codes"',
      chat,
      json,
      '{"error":{"message":"Incorrect API key","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
      { type: 'invalid_request_error', message: 'Incorrect API key' },
    ],
    [
      'OpenRouter, "Errors and Debugging": in the midst of a stream',
      chat,
      stream,
      events({
        model: 'a/b',
        error: { code: 502, message: 'Provider disconnected' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
      { type: '502', message: 'Provider disconnected' },
    ],
    [
      'OpenAI API reference, "Streaming events": error',
      responses,
      stream,
      events({ type: 'error', code: 'ERR_SOMETHING', message: 'Something', param: null }),
      { type: 'ERR_SOMETHING', message: 'Something' },
    ],
    [
      'OpenAI API reference, "Streaming events": response.failed',
      responses,
      stream,
      events({
        type: 'response.failed',
        response: {
          status: 'failed',
          model: 'gpt-5',
          error: { code: 'server_error', message: 'The model failed' },
          usage: null,
        },
      }),
      { type: 'server_error', message: 'The model failed' },
    ],
    [
      'Claude docs, "Errors"',
      messages,
      json,
      '{"type":"error","error":{"type":"not_found_error","message":"No such model"},"request_id":"req_1"}',
      { type: 'not_found_error', message: 'No such model' },
    ],
    [
      'Claude docs, "Streaming messages": error events',
      messages,
      stream,
      `event: error\n${events({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}`,
      { type: 'overloaded_error', message: 'Overloaded' },
    ],
    [
      'Gemini API, "Troubleshooting"; a stream as a list',
      generate,
      json,
      '[{\n"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED","details":[]}}\n]',
      { type: 'RESOURCE_EXHAUSTED', message: 'Quota' },
    ],
    [
      'a proxy that is no provider',
      chat,
      'text/html',
      '<html>502 Bad Gateway</html>',
      { type: null, message: '<html>502 Bad Gateway</html>' },
    ],
    ['an error of plain text', chat, json, '{"error":"no"}', { type: null, message: 'no' }],
  ] as const)('%s', ([, path, contentType, body, error]) => {
    const facts = read(path, contentType, body)
    expect(facts.error).toEqual(error)
    expect(facts.tokens).toEqual(unknownTokens)
    expect(facts.usage).toBeNull()
  })
})

describe.for(all)('%s', (path) => {
  test.for([
    ['nothing', ''],
    ['blanks', ' \n\r\n'],
    ['broken JSON', '{"model": "m", "usage": {"prompt_tokens": }'],
    ['JSON that is no object', '[1, "}]{", null, [[]]]'],
    [
      'everything of another type',
      '{"model":7,"usage":"lots","choices":{},"output":3,"content":1}',
    ],
    [
      'nulls',
      '{"usage":null,"usageMetadata":null,"choices":[null],"output":[null],"content":[null]}',
    ],
    ['half a character', Uint8Array.of(0x7b, 0x22, 0xf0, 0x9f)],
    ['bytes of chance', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)],
    ['nesting without end', `${'['.repeat(50_000)}`],
    ['deep nesting', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ] as const)('%s tells nothing and harms nothing', ([, body]) => {
    for (const contentType of [json, stream, null]) {
      const framed = contentType === stream && typeof body === 'string' ? `data: ${body}\n\n` : body
      const facts = read(path, contentType, framed, events('[DON'))
      expect(facts.tokens).toEqual(unknownTokens)
      expect(facts).toMatchObject({ model: null, toolCalls: [], usage: null })
    }
  })
})

test('usage that a server repeats in every chunk counts once: the last', () => {
  const chunk = (completion_tokens: number) => ({
    model: 'm',
    choices: [{ index: 0, delta: { content: 'x' }, finish_reason: null }],
    usage: { prompt_tokens: 10, completion_tokens, total_tokens: 10 + completion_tokens },
  })
  const facts = read(chat, stream, events(chunk(1), chunk(2), chunk(3)))
  expect(facts.tokens).toEqual({ input: 10, output: 3, cacheRead: 0, cacheWrite: 0 })
  expect(facts.complete).toBe(false)
})

test('usage on the last choice (Moonshot) or in a field of its own (Groq)', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, cached_tokens: 4 }
  const expected = { input: 6, output: 2, cacheRead: 4, cacheWrite: 0 }
  expect(read(chat, stream, events({ choices: [{ delta: {}, usage }] })).tokens).toEqual(expected)
  expect(read(chat, stream, events({ choices: [], x_groq: { usage } })).tokens).toEqual(expected)
})

test('without usage everything is unknown, and nothing is 0', () => {
  const body = events({ model: 'm', choices: [{ delta: {}, finish_reason: 'stop' }] }, '[DONE]')
  expect(read(chat, stream, body)).toMatchObject({ tokens: unknownTokens, complete: true })
})

test('messages: of each field the last count holds, also where the start had none', () => {
  const body = (start: object, delta: object) =>
    events(
      { type: 'message_start', message: { model: 'm', usage: start } },
      { type: 'message_delta', delta: {}, usage: delta },
    )
  const counts = (
    input_tokens: number,
    output_tokens: number,
    cache_read_input_tokens: number,
  ) => ({
    input_tokens,
    output_tokens,
    cache_read_input_tokens,
    cache_creation_input_tokens: null,
  })
  const expected = { input: 70, output: 9, cacheRead: 30, cacheWrite: 0 }
  for (const start of [counts(0, 0, 0), counts(60, 1, 30), {}])
    expect(read(messages, stream, body(start, counts(70, 9, 30))).tokens).toEqual(expected)
})

test('messages: a count that comes as null leaves the earlier one', () => {
  const start = { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 7 }
  const delta = { output_tokens: 9, input_tokens: null, cache_read_input_tokens: null }
  const facts = read(
    messages,
    stream,
    events(
      { type: 'message_start', message: { model: 'm', usage: start } },
      { type: 'message_delta', delta: {}, usage: delta },
    ),
  )
  expect(facts.tokens).toEqual({ input: 5, output: 9, cacheRead: 7, cacheWrite: 0 })
})

test('messages: a stream that is cut keeps its input, and its output is unknown', () => {
  const start = { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 7 }
  const facts = read(
    messages,
    stream,
    events({ type: 'message_start', message: { model: 'm', usage: start } }),
  )
  expect(facts.tokens).toEqual({ input: 5, output: null, cacheRead: 7, cacheWrite: 0 })
  expect(facts).toMatchObject({ usage: start, complete: false })
})

test('responses: an answer that stops early says why, with its usage', () => {
  const response = {
    model: 'gpt-5',
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    usage: { input_tokens: 10, output_tokens: 16, total_tokens: 26 },
  }
  const facts = read(responses, stream, events({ type: 'response.incomplete', response }))
  expect(facts).toMatchObject({ finish: 'max_output_tokens', complete: true, error: null })
  expect(facts.tokens).toEqual({ input: 10, output: 16, cacheRead: 0, cacheWrite: 0 })
})

test('responses: built-in tools are calls too', () => {
  const output = [
    { type: 'reasoning', id: 'rs_1' },
    { type: 'local_shell_call', call_id: 'c1', action: { command: ['ls'] } },
    { type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin' },
  ]
  expect(read(responses, json, JSON.stringify({ output })).toolCalls).toEqual([
    { id: 'c1', name: 'local_shell_call', arguments: '{"command":["ls"]}' },
    { id: 'c2', name: 'apply_patch', arguments: '*** Begin' },
  ])
})

test('a prompt that Gemini blocks is an answer without output', () => {
  const body = {
    promptFeedback: { blockReason: 'SAFETY' },
    usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
  }
  const facts = read(generate, stream, events(body))
  expect(facts).toMatchObject({ finish: 'SAFETY', complete: true })
  expect(facts.tokens).toEqual({ input: 8, output: 0, cacheRead: 0, cacheWrite: 0 })
})

describe('chat completions: tool calls in pieces', () => {
  const calls = (...pieces: object[]) =>
    read(
      chat,
      stream,
      events(
        ...pieces.map((piece) => ({ choices: [{ index: 0, delta: { tool_calls: [piece] } }] })),
      ),
    ).toolCalls
  const call = (name: string, argumentsText: string) => ({ name, arguments: argumentsText })

  test('two at once, their pieces mixed', () => {
    expect(
      calls(
        { index: 0, id: 'a', function: call('f', '') },
        { index: 1, id: 'b', function: call('g', '{"y"') },
        { index: 0, function: { arguments: '{"x":1}' } },
        { index: 1, function: { arguments: ':2}' } },
      ),
    ).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}' },
      { id: 'b', name: 'g', arguments: '{"y":2}' },
    ])
  })

  test('a server that gives whole calls one index, or none, and repeats id and name', () => {
    const expected = [
      { id: 'a', name: 'f', arguments: '{}' },
      { id: 'b', name: 'g', arguments: '{"y":2}' },
    ]
    for (const index of [{ index: 0 }, {}])
      expect(
        calls(
          { ...index, id: 'a', function: call('f', '{}') },
          { ...index, id: 'b', function: call('g', '{"y"') },
          { ...index, id: 'b', function: call('g', ':2}') },
        ),
      ).toEqual(expected)
    expect(calls({ id: 'a', function: call('f', '{') }, { function: { arguments: '}' } })).toEqual([
      { id: 'a', name: 'f', arguments: '{}' },
    ])
  })
})

test('what a model writes about usage, tools and ends is not taken for them', () => {
  const text = '"usage":{"prompt_tokens":9} "tool_calls":[1] [DONE] "type":"text_delta"'
  const body = events(
    { model: 'm', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] },
    { model: 'm', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] },
  )
  expect(read(chat, stream, body)).toMatchObject({
    usage: null,
    toolCalls: [],
    complete: false,
    finish: null,
  })
  const tool = { type: 'tool_use', id: 't', name: 'write', input: {} }
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify({ text }) }
  expect(
    read(
      messages,
      stream,
      events(
        { type: 'content_block_start', index: 0, content_block: tool },
        { type: 'content_block_delta', index: 0, delta },
      ),
    ).toolCalls[0]?.arguments,
  ).toBe(JSON.stringify({ text }))
})
