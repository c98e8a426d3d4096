import { describe, expect, test } from 'vitest'
import { wireOf } from './index.ts'

function read(path: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return wireOf('POST', path).readRequest(path, new TextEncoder().encode(text))
}

const image = 'data:image/png;base64,AAAA'
const gemini = '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse'
/** What each request below holds: the system says 12 characters, three messages 4 + 13 + 6. */
const counted = { systemCharacters: 12, messages: { count: 3, characters: 23 } }

test('chat completions', () => {
  const facts = read('/v1/chat/completions', {
    model: 'gpt-5',
    stream: true,
    tools: [
      { type: 'function', function: { name: 'read', description: 'long', parameters: {} } },
      { type: 'custom', custom: { name: 'patch' } },
      { type: 'web_search' },
      null,
    ],
    messages: [
      { role: 'system', content: 'sys.' },
      { role: 'developer', content: [{ type: 'text', text: 'develops' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'user' },
          { type: 'image_url', image_url: { url: image } },
        ],
      },
      {
        role: 'assistant',
        content: 'said',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"a":"b"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'result' },
    ],
  })
  expect(facts).toEqual({
    model: 'gpt-5',
    stream: true,
    tools: { count: 3, names: ['read', 'patch', 'web_search'] },
    ...counted,
  })
})

test('responses', () => {
  const facts = read('/v1/responses', {
    model: 'gpt-5',
    instructions: 'sys.',
    tools: [
      { type: 'function', name: 'read', parameters: {} },
      { type: 'mcp', server_label: 'deepwiki', server_url: 'https://example.com' },
      { type: 'local_shell' },
    ],
    input: [
      { role: 'developer', content: [{ type: 'input_text', text: 'develops' }] },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'user' },
          { type: 'input_image', image_url: image },
        ],
      },
      { type: 'function_call', call_id: 'c', name: 'read', arguments: '{"a":"b","c":1' },
      { type: 'function_call_output', call_id: 'c', output: 'resul' },
    ],
  })
  expect(facts).toEqual({
    model: 'gpt-5',
    stream: false,
    tools: { count: 3, names: ['read', 'deepwiki', 'local_shell'] },
    ...counted,
  })
  expect(read('/v1/responses', { model: 'm', input: 'four' })).toMatchObject({
    systemCharacters: 0,
    messages: { count: 1, characters: 4 },
  })
})

test('messages', () => {
  const body = {
    model: 'claude-sonnet-5',
    stream: true,
    tools: [
      { name: 'read', input_schema: {} },
      { type: 'web_search_20250305', name: 'web_search' },
    ],
    system: [
      { type: 'text', text: 'sys.', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'develops' },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'text', text: 'user' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'said', signature: 'AAAA' },
          { type: 'tool_use', id: 't', name: 'read', input: { a: 'b' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'result' }] },
        ],
      },
    ],
  }
  expect(read('/v1/messages', body)).toEqual({
    model: 'claude-sonnet-5',
    stream: true,
    tools: { count: 2, names: ['read', 'web_search'] },
    ...counted,
  })
  expect(read('/v1/messages', { ...body, system: 'sys.develops' }).systemCharacters).toBe(12)
})

test('generateContent', () => {
  const body = {
    tools: [{ functionDeclarations: [{ name: 'read' }, { name: 'write' }] }, { googleSearch: {} }],
    systemInstruction: { parts: [{ text: 'sys.' }, { text: 'develops' }] },
    contents: [
      {
        role: 'user',
        parts: [{ text: 'user' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
      },
      {
        role: 'model',
        parts: [{ text: 'said' }, { functionCall: { name: 'read', args: { a: 'b' } } }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { r: 0 } } }] },
    ],
  }
  // {"r":0} is 7 characters.
  const expected = {
    model: 'gemini-2.5-flash',
    stream: true,
    tools: { count: 3, names: ['read', 'write', 'googleSearch'] },
    systemCharacters: 12,
    messages: { count: 3, characters: 24 },
  }
  expect(read(gemini, body)).toEqual(expected)
  const { systemInstruction: system_instruction, ...others } = body
  expect(read(gemini, { ...others, system_instruction })).toEqual(expected)
  expect(read('/v1/models/a%3AgenerateContent', '{}')).toMatchObject({ model: 'a', stream: false })
})

describe.for(['/v1/chat/completions', '/v1/responses', '/v1/messages', gemini])('%s', (path) => {
  const nothing = {
    tools: { count: 0, names: [] },
    systemCharacters: 0,
    messages: { count: 0, characters: 0 },
  }

  test.for([
    '',
    'not JSON',
    '{"model":"m"',
    'null',
    '[]',
    '7',
    '{"model":1,"tools":"all","messages":{},"input":7,"contents":[],"system":true}',
    `{"messages":[{"content":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
  ])('a malformed body, %s, has no facts', (body) => {
    const facts = read(path, body)
    expect(facts).toMatchObject({ model: path === gemini ? 'gemini-2.5-flash' : null })
    if (!body.startsWith('{"messages"'))
      expect(facts).toMatchObject({ ...nothing, messages: { characters: 0 } })
  })
})
