/**
 * Anthropic messages, and all who speak them. Pure; any process.
 * Source: Claude API reference, "Create a Message"; Claude docs, "Streaming messages", "Errors".
 */
import { answerReader, type Draft, errorType } from './answer/answer.ts'
import { argumentsText, at, listAt, objectAt, textAt } from './json.ts'
import { charactersOf, conversation, isSystemRole, offered, readJsonRequest } from './request.ts'
import type { Wire } from './wire.ts'

export const anthropic: Wire = {
  name: 'anthropic-messages',
  readRequest: (_path, body) =>
    readJsonRequest(body, (json) => {
      const said = conversation(listAt(json, 'messages'), isSystemRole)
      return {
        model: textAt(json, 'model'),
        stream: at(json, 'stream') === true,
        tools: offered(
          listAt(json, 'tools').map(
            (tool) =>
              textAt(tool, 'name') ?? textAt(tool, 'mcp_server_name') ?? textAt(tool, 'type'),
          ),
        ),
        ...said,
        systemCharacters: said.systemCharacters + charactersOf(at(json, 'system')),
      }
    }),
  readAnswer: (contentType) =>
    answerReader(
      'anthropic-messages',
      { event: readEvent, document: readMessage, isPlainText: (data) => PLAIN.test(data) },
      contentType,
    ),
  /**
   * Anthropic's own answer to an empty purse is a 400 of this type. Its SDK and the AI SDK try 408,
   * 409, 429 and 5xx again, the SDK also whatever `x-should-retry` asks for.
   */
  refusal: (message) => ({
    status: 400,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
    body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }),
  }),
}

const PLAIN = /"type"\s*:\s*"(text|thinking|signature)_delta"/

function readMessage(value: unknown, draft: Draft) {
  readError(value, draft)
  draft.model = textAt(value, 'model') ?? draft.model
  draft.finish = textAt(value, 'stop_reason') ?? draft.finish
  addUsage(at(value, 'usage'), draft)
  listAt(value, 'content').forEach((block, index) => {
    openBlock(block, index, draft)
    closeBlock(index, draft)
  })
}

function readEvent(value: unknown, draft: Draft) {
  const index = at(value, 'index')
  switch (at(value, 'type')) {
    case 'message_start':
      draft.model = textAt(value, 'message', 'model') ?? draft.model
      addUsage(at(value, 'message', 'usage'), draft)
      // Its count of the output is that of the first token or so.
      draft.outputOpen = true
      return
    case 'content_block_start':
      openBlock(at(value, 'content_block'), index, draft)
      return
    case 'content_block_delta': {
      const call = draft.calls.of(`${index}`)
      if (call !== undefined)
        draft.calls.write(call, argumentsText(at(value, 'delta', 'partial_json')))
      return
    }
    case 'content_block_stop':
      closeBlock(index, draft)
      return
    case 'message_delta':
      draft.finish = textAt(value, 'delta', 'stop_reason') ?? draft.finish
      addUsage(at(value, 'usage'), draft)
      if (at(value, 'usage', 'output_tokens') !== undefined) draft.outputOpen = false
      return
    case 'message_stop':
      draft.complete = true
      draft.outputOpen = false
      return
    default:
      readError(value, draft)
  }
}

function readError(value: unknown, draft: Draft) {
  const error = at(value, 'error')
  if (error === undefined || error === null) return
  draft.error = {
    type: errorType(at(error, 'type')),
    message: textAt(error, 'message') ?? argumentsText(error),
  }
}

/** Counts of a stream are cumulative: of each field the last that came holds. */
function addUsage(usage: unknown, draft: Draft) {
  const more = objectAt(usage)
  if (more === null) return
  const given = Object.entries(more).filter(([, count]) => count !== null)
  draft.usage = { ...draft.usage, ...Object.fromEntries(given) }
}

/** `tool_use`, and the provider's own `server_tool_use` and `mcp_tool_use`. */
function openBlock(block: unknown, index: unknown, draft: Draft) {
  const type = textAt(block, 'type') ?? ''
  if (!type.endsWith('tool_use')) return
  const call = draft.calls.open(`${index}`, textAt(block, 'id'), textAt(block, 'name') ?? type)
  const input = at(block, 'input')
  // A stream begins with an empty object, whose text comes in pieces.
  if (Object.keys(Object(input)).length > 0) draft.calls.write(call, argumentsText(input))
}

function closeBlock(index: unknown, draft: Draft) {
  const call = draft.calls.of(`${index}`)
  if (call?.arguments === '') draft.calls.write(call, '{}')
}
