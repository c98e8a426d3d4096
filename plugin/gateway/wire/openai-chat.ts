/**
 * OpenAI chat completions, and all who speak them. Pure; any process.
 * Source: OpenAI API reference, "Chat": "Create chat completion", "The chat completion object",
 * "The chat completion chunk object".
 */
import { answerReader, type Draft, errorType, takeUsage } from './answer/answer.ts'
import type { ToolCall } from './answer/tool-calls.ts'
import { argumentsText, at, listAt, textAt } from './json.ts'
import { conversation, isSystemRole, offered, readJsonRequest } from './request.ts'
import type { Wire } from './wire.ts'

export const openaiChat: Wire = {
  name: 'openai-chat',
  readRequest: (_path, body) =>
    readJsonRequest(body, (json) => ({
      model: textAt(json, 'model'),
      stream: at(json, 'stream') === true,
      tools: offered([
        ...listAt(json, 'tools').map(
          (tool) =>
            textAt(tool, 'function', 'name') ??
            textAt(tool, 'custom', 'name') ??
            textAt(tool, 'type'),
        ),
        ...listAt(json, 'functions').map((tool) => textAt(tool, 'name')),
      ]),
      ...conversation(listAt(json, 'messages'), isSystemRole),
    })),
  readAnswer: (contentType) =>
    answerReader(
      'openai-chat',
      {
        event: readChunk,
        document: readCompletion,
        isPlainText: (data, draft) => draft.model !== null && !TELLS.test(data),
      },
      contentType,
    ),
  refusal: openaiRefusal,
}

/** What a chunk must have, to tell more than a piece of text; most have some of these as null. */
const TELLS = /\[DONE\]|"(tool_calls|function_call|usage|x_groq|finish_reason|error)"\s*:\s*[^n\s]/

/**
 * OpenAI's own word for money spent, as a 400: its SDK and the AI SDK try 408, 409, 429 and 5xx
 * again, the SDK also whatever `x-should-retry` asks for.
 */
export function openaiRefusal(message: string): ReturnType<Wire['refusal']> {
  const error = {
    message,
    type: 'invalid_request_error',
    param: null,
    code: 'billing_hard_limit_reached',
  }
  return {
    status: 400,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
    body: JSON.stringify({ error }),
  }
}

/** The error object of OpenAI's, or what OpenRouter and others put in its place. */
export function openaiError(error: unknown): Draft['error'] {
  if (error === undefined || error === null) return null
  const message = textAt(error, 'message') ?? argumentsText(error)
  return { type: errorType(at(error, 'type'), at(error, 'code')), message }
}

function readHead(value: unknown, draft: Draft) {
  draft.model = textAt(value, 'model') ?? draft.model
  draft.error = openaiError(at(value, 'error')) ?? draft.error
  // Moonshot hangs the usage of a stream on its last choice, Groq on a field of its own.
  takeUsage(
    draft,
    at(value, 'usage'),
    ...listAt(value, 'choices').map((choice) => at(choice, 'usage')),
    at(value, 'x_groq', 'usage'),
  )
}

function readCompletion(value: unknown, draft: Draft) {
  readHead(value, draft)
  for (const choice of listAt(value, 'choices')) {
    draft.finish = textAt(choice, 'finish_reason') ?? draft.finish
    const message = at(choice, 'message')
    for (const call of toolCallsOf(message)) {
      const opened = draft.calls.open('', textAt(call, 'id'), nameOf(call) ?? '')
      draft.calls.write(opened, piecesOf(call))
    }
  }
}

function readChunk(value: unknown, draft: Draft) {
  if (value === '[DONE]') {
    draft.complete = true
    return
  }
  readHead(value, draft)
  for (const choice of listAt(value, 'choices')) {
    draft.finish = textAt(choice, 'finish_reason') ?? draft.finish
    for (const call of toolCallsOf(at(choice, 'delta'))) {
      const opened = callOf(call, at(choice, 'index'), draft)
      if (opened.name === '') opened.name = nameOf(call) ?? ''
      draft.calls.write(opened, piecesOf(call))
    }
  }
}

/** The call that a piece belongs to. Some servers leave the index out, or give all calls one. */
function callOf(call: unknown, choice: unknown, draft: Draft): ToolCall {
  const index = at(call, 'index')
  const id = textAt(call, 'id')
  const key = `${choice} ${index}`
  const known = index === undefined && id === null ? draft.calls.last() : draft.calls.of(key)
  const another = id !== null && known !== undefined && known.id !== null && known.id !== id
  return known !== undefined && !another ? known : draft.calls.open(key, id, nameOf(call) ?? '')
}

/** `function_call` is the form that came before tools. */
function toolCallsOf(message: unknown): unknown[] {
  const legacy = at(message, 'function_call')
  return [
    ...listAt(message, 'tool_calls'),
    ...(legacy ? [{ index: 'function_call', function: legacy }] : []),
  ]
}

const nameOf = (call: unknown) => textAt(call, 'function', 'name') ?? textAt(call, 'custom', 'name')

const piecesOf = (call: unknown) =>
  argumentsText(at(call, 'function', 'arguments') ?? at(call, 'custom', 'input'))
