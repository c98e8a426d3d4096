/**
 * OpenAI responses. Pure; any process.
 * Source: OpenAI API reference, "Responses": "Create a model response", "The response object",
 * "Streaming events".
 */
import { answerReader, type Draft, takeUsage } from './answer/answer.ts'
import { argumentsText, at, listAt, objectAt, textAt } from './json.ts'
import { openaiError, openaiRefusal } from './openai-chat.ts'
import { conversation, isSystemRole, offered, readJsonRequest } from './request.ts'
import type { Wire } from './wire.ts'

export const openaiResponses: Wire = {
  name: 'openai-responses',
  readRequest: (_path, body) =>
    readJsonRequest(body, (json) => {
      const input = at(json, 'input')
      const said = conversation(
        typeof input === 'string' ? [{ role: 'user', content: input }] : listAt(json, 'input'),
        isSystemRole,
      )
      return {
        model: textAt(json, 'model'),
        stream: at(json, 'stream') === true,
        tools: offered(
          listAt(json, 'tools').map(
            (tool) => textAt(tool, 'name') ?? textAt(tool, 'server_label') ?? textAt(tool, 'type'),
          ),
        ),
        ...said,
        systemCharacters: said.systemCharacters + (textAt(json, 'instructions')?.length ?? 0),
      }
    }),
  readAnswer: (contentType) =>
    answerReader(
      'openai-responses',
      { event: readEvent, document: readDocument, isPlainText: (data) => PLAIN.test(data) },
      contentType,
    ),
  refusal: openaiRefusal,
}

const PLAIN =
  /^\{\s*"type"\s*:\s*"response\.(output_text|refusal|reasoning_text|reasoning_summary_text)\.delta"/

function readDocument(value: unknown, draft: Draft) {
  readResponse(value, draft)
  listAt(value, 'output').forEach((item, index) => {
    readItem(item, index, draft)
  })
}

function readEvent(value: unknown, draft: Draft) {
  const type = textAt(value, 'type') ?? ''
  const index = at(value, 'output_index')
  const call = draft.calls.of(`${index}`)
  if (type === 'response.output_item.added' || type === 'response.output_item.done')
    readItem(at(value, 'item'), index, draft)
  else if (
    /^response\.(function_call_arguments|custom_tool_call_input|mcp_call_arguments)\.delta$/.test(
      type,
    )
  ) {
    if (call !== undefined) draft.calls.write(call, argumentsText(at(value, 'delta')))
  } else if (type === 'error' || objectAt(value, 'error') !== null)
    // Documented flat, sent nested as well.
    draft.error = openaiError(objectAt(value, 'error') ?? { ...Object(value), type: undefined })
  if (objectAt(value, 'response') !== null) readResponse(at(value, 'response'), draft)
  if (/^response\.(completed|incomplete|failed|done)$/.test(type)) draft.complete = true
}

function readResponse(response: unknown, draft: Draft) {
  draft.model = textAt(response, 'model') ?? draft.model
  draft.error = openaiError(at(response, 'error')) ?? draft.error
  takeUsage(draft, at(response, 'usage'))
  const status = textAt(response, 'status')
  if (status !== null && status !== 'in_progress' && status !== 'queued')
    draft.finish = textAt(response, 'incomplete_details', 'reason') ?? status
}

/** Built-in tools call themselves by their type, and keep what they do under `action`. */
function readItem(item: unknown, index: unknown, draft: Draft) {
  const type = textAt(item, 'type') ?? ''
  if (!type.endsWith('_call')) return
  const call =
    draft.calls.of(`${index}`) ??
    draft.calls.open(
      `${index}`,
      textAt(item, 'call_id') ?? textAt(item, 'id'),
      textAt(item, 'name') ?? type,
    )
  const whole = argumentsText(
    at(item, 'arguments') ?? at(item, 'input') ?? at(item, 'action') ?? at(item, 'operation'),
  )
  if (whole !== '') draft.calls.rewrite(call, whole)
}
