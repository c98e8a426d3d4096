/**
 * What aimock does not know of the wire formats: tools that take a text instead of arguments (OpenAI's
 * custom tools), schemas by Gemini's newer name, what Anthropic's system says between messages. A
 * request is put in the words that it knows, and its answer back. Runs in the main process.
 */
import { IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Json = Record<string, unknown>

/** The request as aimock can read it; what it answers to that is put back on its way out. */
export async function inPlainWords(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage> {
  const bytes = await buffer(request)
  const { body, custom } = plain(bytes)
  if (custom.size > 0) answerBack(response, custom)
  const again = new IncomingMessage(request.socket)
  const { method, url, httpVersion, headers } = request
  // One that is not complete takes the connection with it.
  Object.assign(again, { method, url, httpVersion, headers, complete: true })
  again.headers['content-length'] = String(body.length)
  again.push(body)
  again.push(null)
  return again
}

/** @returns the same bytes where there is nothing to be put otherwise */
function plain(bytes: Buffer): { body: Buffer; custom: Set<string> } {
  const custom = new Set<string>()
  const body = parsed(bytes.toString())
  const tools = Array.isArray(body?.tools) ? (body.tools as Json[]) : []
  if (body === null) return { body: bytes, custom }
  const told = tools.map((tool) => {
    if (tool.type !== 'custom') return withSchemas(tool)
    custom.add(String(tool.name))
    return { type: 'function', name: tool.name, description: tool.description, parameters: aText }
  })
  const system = systemWithin(body)
  if (custom.size === 0 && system === null && told.every((tool, index) => tool === tools[index]))
    return { body: bytes, custom }
  const input = Array.isArray(body.input) && (body.input as Json[]).map(plainItem)
  const plainBody = { ...body, tools: told, ...(input && { input }), ...system }
  return { body: Buffer.from(JSON.stringify(plainBody)), custom }
}

/** In Anthropic's format the system has a place of its own; Claude Code speaks among the messages too. */
function systemWithin({ system, messages }: Json): Json | null {
  if (system === undefined || !Array.isArray(messages)) return null
  const within = messages.filter(({ role }: Json) => role === 'system')
  if (within.length === 0) return null
  return {
    system: [system, ...within.map(({ content }: Json) => content)].flatMap((said) =>
      typeof said === 'string' ? [{ type: 'text', text: said }] : said,
    ),
    messages: messages.filter(({ role }: Json) => role !== 'system'),
  }
}

const aText = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

function withSchemas(tool: Json): Json {
  const declared = tool.functionDeclarations as Json[] | undefined
  if (!declared?.some(({ parametersJsonSchema }) => parametersJsonSchema)) return tool
  return {
    ...tool,
    functionDeclarations: declared.map(({ parametersJsonSchema: schema, ...rest }) =>
      schema === undefined ? rest : { ...rest, parameters: schema },
    ),
  }
}

function plainItem(item: Json): Json {
  if (item.type === 'custom_tool_call_output') return { ...item, type: 'function_call_output' }
  if (item.type !== 'custom_tool_call') return item
  const { input, ...rest } = item
  return { ...rest, type: 'function_call', arguments: JSON.stringify({ input }) }
}

/** aimock writes one event at a time, and an answer that is no stream as a whole. */
function answerBack(response: ServerResponse, custom: Set<string>): void {
  const calls = new Set<unknown>()
  const { write, end } = response
  const back = (chunk: unknown) =>
    typeof chunk === 'string' ? inCustomWords(chunk, custom, calls) : chunk
  response.write = ((chunk: unknown) => {
    const text = back(chunk)
    return text === '' || write.call(response, text, 'utf8')
  }) as typeof write
  response.end = ((chunk: unknown) => end.call(response, back(chunk), 'utf8')) as typeof end
}

/** @param calls the ids of the custom ones so far; they are told apart by their first event */
function inCustomWords(text: string, custom: Set<string>, calls: Set<unknown>): string {
  const [, event, data] = /^event: (.*)\ndata: (.*)\n\n$/.exec(text) ?? [null, null, text]
  const body = parsed(data ?? '')
  if (body === null) return text
  if (isCall(body.item, custom)) calls.add((body.item as Json).id)
  if (!calls.has(body.item_id)) {
    const told = JSON.stringify(body, (_, value) => (isCall(value, custom) ? called(value) : value))
    return event === null ? told : `event: ${event}\ndata: ${told}\n\n`
  }
  // Its pieces are those of a JSON; the whole comes with the last event.
  if (body.type !== 'response.function_call_arguments.done') return ''
  const { arguments: given, ...rest } = body
  const type = 'response.custom_tool_call_input'
  const input = textIn(given)
  return [
    { ...rest, type: `${type}.delta`, delta: input },
    { ...rest, type: `${type}.done`, input },
  ]
    .map((told) => `event: ${told.type}\ndata: ${JSON.stringify(told)}\n\n`)
    .join('')
}

function isCall(value: unknown, custom: Set<string>): value is Json {
  const { type, name } = (value ?? {}) as Json
  return type === 'function_call' && custom.has(String(name))
}

function called({ arguments: given, ...rest }: Json): Json {
  return { ...rest, type: 'custom_tool_call', input: textIn(given) }
}

function textIn(given: unknown): string {
  return String(parsed(String(given))?.input ?? '')
}

function parsed(text: string): Json | null {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
