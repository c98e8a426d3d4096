import { expect, test } from 'vitest'
import { conventions } from './conventions.ts'
import { longCacheWrites, tokensOf, unknownTokens } from './tokens.ts'

const chat = (usage: object) => tokensOf('openai-chat', usage)
const parts = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

test.for([
  [
    'DeepSeek',
    { ...parts, prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 },
    { input: 40, output: 20, cacheRead: 60, cacheWrite: 0 },
  ],
  [
    'OpenRouter',
    { ...parts, prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 }, cost: 0.1 },
    { input: 10, output: 20, cacheRead: 60, cacheWrite: 30 },
  ],
  [
    'Alibaba Model Studio',
    { ...parts, prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 90 } },
    { input: 10, output: 20, cacheRead: 0, cacheWrite: 90 },
  ],
  [
    'Moonshot',
    { ...parts, cached_tokens: 60 },
    { input: 40, output: 20, cacheRead: 60, cacheWrite: 0 },
  ],
  [
    'xAI: thoughts beside the completion, told by the total',
    { ...parts, total_tokens: 170, completion_tokens_details: { reasoning_tokens: 50 } },
    { input: 100, output: 70, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'OpenAI: thoughts within the completion',
    { ...parts, completion_tokens_details: { reasoning_tokens: 15 } },
    { input: 100, output: 20, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'OpenAI without a total',
    {
      prompt_tokens: 100,
      completion_tokens: 20,
      completion_tokens_details: { reasoning_tokens: 15 },
    },
    { input: 100, output: 20, cacheRead: 0, cacheWrite: 0 },
  ],
  [
    'Gemini through the OpenAI format: thoughts in the total alone',
    { prompt_tokens: 758, completion_tokens: 102, total_tokens: 1725 },
    { input: 758, output: 967, cacheRead: 0, cacheWrite: 0 },
  ],
  ['a server without details', parts, { input: 100, output: 20, cacheRead: 0, cacheWrite: 0 }],
] as const)('chat completions of %s', ([, usage, expected]) => {
  expect(chat(usage)).toEqual(expected)
})

test('Gemini: thoughts beside candidates, unless the total says otherwise', () => {
  const usage = { promptTokenCount: 10, candidatesTokenCount: 30, thoughtsTokenCount: 20 }
  const output = (total: object) => tokensOf('gemini-generate', { ...usage, ...total }).output
  expect(output({})).toBe(50)
  expect(output({ totalTokenCount: 60 })).toBe(50)
  expect(output({ totalTokenCount: 40 })).toBe(30)
})

test.for([Number.NaN, -1, 1.5, '12', 1e300, 2 ** 53, Number.POSITIVE_INFINITY, true, [], {}])(
  'a count that is %j is unknown, and what depends on it',
  (count) => {
    expect(chat({ ...parts, prompt_tokens: count })).toEqual({
      input: null,
      output: 20,
      cacheRead: null,
      cacheWrite: null,
    })
    expect(chat({ ...parts, completion_tokens: count })).toMatchObject({ input: 100, output: null })
    expect(chat({ ...parts, prompt_tokens_details: { cached_tokens: count } })).toEqual({
      input: null,
      output: 20,
      cacheRead: null,
      cacheWrite: 0,
    })
    const disjoint = { input_tokens: 5, output_tokens: 6, cache_read_input_tokens: count }
    expect(tokensOf('anthropic-messages', disjoint)).toEqual({
      input: 5,
      output: 6,
      cacheRead: null,
      cacheWrite: 0,
    })
    expect(longCacheWrites({ cache_creation: { ephemeral_1h_input_tokens: count } })).toBe(0)
  },
)

test('more tokens from a cache than went in: none of these counts is to be believed', () => {
  expect(chat({ ...parts, prompt_tokens_details: { cached_tokens: 101 } })).toEqual({
    input: null,
    output: 20,
    cacheRead: null,
    cacheWrite: null,
  })
})

test.for([null, undefined, 'lots', 7, [], {}])('usage %j tells nothing', (usage) => {
  for (const { wire } of conventions) {
    const { output, ...others } = tokensOf(wire, usage)
    expect({ output, ...others }).toEqual(unknownTokens)
  }
})

test('every row names its source, and the last row of a wire format is for everybody', () => {
  for (const { source } of conventions) expect(source.length).toBeGreaterThan(40)
  for (const wire of new Set(conventions.map((row) => row.wire)))
    expect(conventions.findLast((row) => row.wire === wire)?.applies({})).toBe(true)
})
