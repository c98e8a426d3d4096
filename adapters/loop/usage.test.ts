/** Answers as the providers document them, cached tokens included, which aimock does not tell in all formats. */
import { expect, test } from 'vitest'
import { run, serving, setting } from './fixtures/setting.ts'

const answers = {
  // https://platform.openai.com/docs/api-reference/chat/object: prompt_tokens hold the cached ones.
  'openai-chat': {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' },
    ],
    usage: {
      prompt_tokens: 1000,
      completion_tokens: 50,
      total_tokens: 1050,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
  },
  // https://platform.openai.com/docs/api-reference/responses/object: input_tokens hold the cached ones.
  'openai-responses': {
    id: 'r',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'm',
    output: [
      {
        type: 'message',
        id: 'msg',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 1000,
      input_tokens_details: { cached_tokens: 600 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 1050,
    },
  },
  // https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching: input_tokens leave both out.
  'anthropic-messages': {
    id: 'a',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Done.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 400,
      cache_read_input_tokens: 600,
      cache_creation_input_tokens: 30,
      output_tokens: 50,
    },
  },
  // https://ai.google.dev/api/generate-content#UsageMetadata: promptTokenCount holds the cached ones,
  // candidatesTokenCount leaves thoughts out.
  'gemini-generate': {
    candidates: [
      { index: 0, content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP' },
    ],
    usageMetadata: {
      promptTokenCount: 1000,
      cachedContentTokenCount: 600,
      candidatesTokenCount: 30,
      thoughtsTokenCount: 20,
      totalTokenCount: 1050,
    },
  },
}

test.each(Object.keys(answers) as (keyof typeof answers)[])(
  'cached tokens are told apart, and output holds what was thought: %s',
  async (wire) => {
    const url = await serving((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answers[wire]))
    })
    const { build, context } = await setting(url, { wire, stream: false })
    expect(await run(build, 'Go.', context)).toEqual({
      calls: 1,
      tokens: {
        input: 400,
        cacheRead: 600,
        output: 50,
        ...(wire === 'anthropic-messages' ? { cacheWrite: 30 } : {}),
      },
    })
  },
)

test('what an answer does not tell is unknown', async () => {
  const url = await serving((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...answers['openai-chat'], usage: undefined }))
  })
  const { build, context } = await setting(url, { stream: false })
  expect(await run(build, 'Go.', context)).toEqual({ calls: 1, tokens: {} })
})
