import { expect, test } from 'vitest'
import { servedIn } from './served.ts'

/** Of each wire format, whole and in parts: 100 tokens of input, 60 of them cached, 10 of output. */
const answers = {
  'openai-chat':
    '{"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":10,"prompt_tokens_details":{"cached_tokens":60}}}',
  'openai-chat, streamed':
    'data: {"choices":[{"delta":{"content":"data: no"}}]}\n\ndata: {"usage":{"prompt_tokens":100,"completion_tokens":10}}\n\ndata: [DONE]\n\n',
  'openai-responses, streamed':
    'event: response.completed\ndata: {"type":"response.completed","response":{"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":60},"output_tokens":10}}}\n\n',
  'anthropic-messages, streamed':
    'data: {"type":"message_start","message":{"usage":{"input_tokens":40,"cache_read_input_tokens":60,"output_tokens":1}}}\n\ndata: {"type":"message_delta","usage":{"output_tokens":10}}\n\n',
  'gemini-generate, streamed':
    'data: {"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":4}}\n\ndata: {"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":60,"candidatesTokenCount":8,"thoughtsTokenCount":2}}\n\n',
}

test.for(Object.entries(answers))('%s', ([, answer]) => {
  expect(servedIn(answer)).toEqual({ input: 100, output: 10 })
})

test('what is no answer served nothing', () => {
  expect(servedIn('')).toEqual({ input: 0, output: 0 })
  expect(servedIn('<html>')).toEqual({ input: 0, output: 0 })
})
