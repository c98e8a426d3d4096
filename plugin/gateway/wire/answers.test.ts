import { describe, expect, test } from 'vitest'
import { type DocumentedAnswer, documentedAnswers } from './fixtures/documented.ts'
import { wireOf } from './index.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function read({ path, contentType }: DocumentedAnswer, chunks: Uint8Array[]) {
  const reader = wireOf('POST', path).readAnswer(contentType)
  for (const chunk of chunks) reader.push(chunk)
  return reader.facts()
}

const inBytes = (bytes: Uint8Array) => Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))

describe.for(documentedAnswers)('$title', (answer) => {
  const bytes = bytesOf(answer.body)
  const isStream = answer.body.startsWith('data:') || answer.body.startsWith('event:')

  test('tells what the provider told', () => {
    const facts = read(answer, [bytes])
    expect(facts).toMatchObject(answer.facts)
    expect(facts).toMatchObject({ error: null, complete: true })
    expect(facts.usage).toBeTypeOf('object')
  })

  test('the same byte by byte', () => {
    expect(read(answer, inBytes(bytes))).toEqual(read(answer, [bytes]))
  })

  test('the same with a byte order mark, other ends of lines, comments, keep-alives', () => {
    const lines = answer.body.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')
    const noisy = isStream ? lines.replaceAll('data:', ': ping\r\nretry: 10\r\ndata:') : lines
    const noise = bytesOf(`\ufeff\r\n \n${noisy}`)
    expect(read(answer, inBytes(noise))).toEqual(read(answer, [bytes]))
  })

  test('the same under no content type, and one document under the type of a stream', () => {
    const untold = { ...answer, contentType: isStream ? '' : 'text/event-stream' }
    expect(read(untold, [bytes])).toEqual(read(answer, [bytes]))
  })

  test('cut at any byte, usage is unknown or right, and only the whole is complete', () => {
    const whole = read(answer, [bytes])
    // Gemini tells in every part how much output there was so far.
    const outputs = [null, whole.tokens.output, ...(answer.path.includes(':stream') ? [45] : [])]
    const wrong: unknown[] = []
    for (let cut = 0; cut < bytes.length; cut++) {
      const { tokens, toolCalls, complete } = read(answer, [bytes.subarray(0, cut)])
      const rightInput = (['input', 'cacheRead', 'cacheWrite'] as const).every(
        (kind) => tokens[kind] === null || tokens[kind] === whole.tokens[kind],
      )
      const rightCalls = toolCalls.every((call, i) =>
        whole.toolCalls[i]?.arguments.startsWith(call.arguments),
      )
      const isRight = rightInput && rightCalls && outputs.includes(tokens.output)
      const isEnded = bytes.subarray(cut).every((byte) => byte <= 0x20)
      if (!isRight || (complete && !isEnded && !answer.path.includes(':stream')))
        wrong.push({ cut, tokens, toolCalls, complete })
    }
    expect(wrong).toEqual([])
  })
})

test('every wire format is there, streaming and not, with and without a cache', () => {
  expect(documentedAnswers).toHaveLength(18)
  expect(new Set(documentedAnswers.map(({ title }) => title)).size).toBe(18)
})
