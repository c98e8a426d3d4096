import { expect, test } from 'vitest'
import { wireOf } from '../index.ts'
import { STRING_LIMIT } from './documents.ts'
import { EVENT_LIMIT } from './events.ts'
import { TOOL_CALLS_LIMIT } from './tool-calls.ts'

const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }
const tokens = { input: 5, output: 7, cacheRead: 0, cacheWrite: 0 }
const bytesOf = (text: string) => new TextEncoder().encode(text)

function openAnswer(contentType: string) {
  return wireOf('POST', '/v1/chat/completions').readAnswer(contentType)
}

function read(contentType: string, body: Uint8Array, size = 64 * 1024) {
  const reader = openAnswer(contentType)
  for (let i = 0; i < body.length; i += size) reader.push(body.subarray(i, i + size))
  return reader.facts()
}

const completion = (content: string, argumentsText = '{}') =>
  JSON.stringify({
    model: 'm',
    choices: [
      {
        message: {
          content,
          tool_calls: [{ id: 'a', function: { name: 'write', arguments: argumentsText } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage,
  })

test('a document of 5 MB in many short strings is read whole', () => {
  const many = Array.from({ length: 50_000 }, (_, i) => ({ token: `t${i}`, bytes: 'x'.repeat(80) }))
  const body = JSON.stringify({ ...JSON.parse(completion('')), logprobs: many })
  expect(body.length).toBeGreaterThan(5e6)
  expect(read('application/json', bytesOf(body))).toMatchObject({ tokens, complete: true })
})

test('a document of 50 MB with one long text tells all but the text', () => {
  const body = bytesOf(completion('A line with "quotes"\n'.repeat(2_200_000), '{"path":"a"}'))
  expect(body.length).toBeGreaterThan(50e6)
  const before = process.memoryUsage().rss
  const facts = read('application/json', body)
  expect(facts).toMatchObject({ tokens, complete: true, finish: 'tool_calls' })
  expect(facts.toolCalls).toEqual([{ id: 'a', name: 'write', arguments: '{"path":"a"}' }])
  expect(process.memoryUsage().rss - before).toBeLessThan(40e6)
})

test('a stream of 50 MB tells what comes at its end', () => {
  const reader = openAnswer('text/event-stream')
  const text = bytesOf(
    `data: ${JSON.stringify({ model: 'm', choices: [{ delta: { content: 'x'.repeat(1000) } }] })}\n\n`.repeat(
      60,
    ),
  )
  for (let sent = 0; sent < 50e6; sent += text.length) reader.push(text)
  reader.push(bytesOf(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`))
  expect(reader.facts()).toMatchObject({ tokens, complete: true })
})

test.for([
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\u0001', '\\u0001'],
  ['\\', '\\\\'],
  ['🌧', '🌧'],
] as const)('a string is not cut within an escape or a character: %j', ([character, written]) => {
  for (let shift = 0; shift < written.length + 1; shift++) {
    const start = 'x'.repeat(STRING_LIMIT - 8 + shift)
    const body = bytesOf(completion('', `${start}${character.repeat(20)}`))
    for (const size of [7, body.length]) {
      // The shortest pieces only around the cut: millions of them take their time.
      const reader = openAnswer('application/json')
      const head = size === 7 ? STRING_LIMIT - 100 : 0
      if (head > 0) reader.push(body.subarray(0, head))
      for (let i = head; i < body.length; i += size) reader.push(body.subarray(i, i + size))
      const facts = reader.facts()
      expect(facts).toMatchObject({ tokens, complete: true })
      expect(facts.toolCalls[0]?.arguments.slice(0, start.length)).toBe(start)
    }
  }
})

test('an event that is too long is passed over, and the usage behind it found', () => {
  const reader = openAnswer('text/event-stream')
  reader.push(bytesOf('data: {"choices":[{"delta":{"content":"'))
  const text = bytesOf('x'.repeat(1024 * 1024))
  for (let sent = 0; sent <= EVENT_LIMIT + text.length; sent += text.length) reader.push(text)
  reader.push(bytesOf(`"}}]}\n\ndata: ${JSON.stringify({ choices: [], usage })}\n\n`))
  expect(reader.facts()).toMatchObject({ tokens, error: null })
})

test('tool calls without end are kept up to a limit', () => {
  const call = (index: number, size: number) =>
    bytesOf(
      `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index, id: `c${index}`, function: { name: 'f', arguments: 'y'.repeat(size) } }] } }] })}\n\n`,
    )
  const long = openAnswer('text/event-stream')
  for (let i = 0; i < 10; i++) long.push(call(0, 1024 * 1024))
  expect(long.facts().toolCalls[0]?.arguments.length).toBeLessThan(TOOL_CALLS_LIMIT)
  const many = openAnswer('text/event-stream')
  for (let i = 0; i < 22_000; i++) many.push(call(i, 0))
  expect(many.facts().toolCalls.length).toBeLessThan(TOOL_CALLS_LIMIT / 200)
})
