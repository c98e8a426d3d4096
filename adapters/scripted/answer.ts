/** What the scripted model answers to a request. Runs in the main process. */
import type { ChatCompletionRequest, ChatMessage, FixtureResponse } from '@copilotkit/aimock'
import type { Script, ScriptTurn } from './script.ts'

/**
 * Which turn it is stands in the request itself, so that any number of samples can follow one script
 * at the same time, and a call that is made again gets the same answer.
 */
export function answer(script: Script, request: ChatCompletionRequest): FixtureResponse {
  const past = answersIn(request.messages)
  const turn = script.turns[past]
  if (turn === undefined)
    return {
      status: 400,
      error: {
        type: 'invalid_request_error',
        message: `the script ends after ${script.turns.length} answers; whoever follows it wants another`,
      },
    }
  return { ...contentOf(turn), ...usageOf(turn), model: scripted(request.model) }
}

/** One answer may arrive as several messages, of text and of each tool call. */
function answersIn(messages: ChatMessage[]): number {
  return messages.filter(
    ({ role }, index) => role === 'assistant' && messages[index - 1]?.role !== 'assistant',
  ).length
}

function contentOf({ say = '', calls }: ScriptTurn) {
  const toolCalls = calls.flatMap((call) =>
    Object.entries(call).map(([name, input]) => ({ name, arguments: JSON.stringify(input) })),
  )
  if (toolCalls.length === 0) return { content: say }
  return say === '' ? { toolCalls } : { content: say, toolCalls }
}

/** In OpenAI's words, whose `prompt_tokens` hold the cached ones; the server translates. */
function usageOf({ usage: { input, cacheRead, output } }: ScriptTurn) {
  return {
    usage: {
      prompt_tokens: input + cacheRead,
      completion_tokens: output,
      ...(cacheRead > 0 && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    },
  }
}

function scripted(model: string): string {
  return model.startsWith('scripted') ? model : `scripted/${model}`
}
