/**
 * What is counted of a request, whatever its wire format. Pure; any process.
 *
 * Characters are UTF-16 units, as JavaScript counts them. Counted are: text of messages, thoughts
 * that are sent back, arguments of tool calls (as JSON) and results of tools. Not counted are roles,
 * ids, names, images and other data, and the declarations of tools.
 */
import { at } from './json.ts'
import type { RequestFacts } from './wire.ts'

const texts = [
  'text',
  'content',
  'parts',
  'thinking',
  'reasoning_content',
  'refusal',
  'summary',
  'output',
  'tool_calls',
  'function_call',
  'function',
  'custom',
  'functionCall',
  'functionResponse',
]
const json = ['arguments', 'args', 'input', 'response', 'action']

/** Characters of a message, a part, a list of them, or a plain text. */
export function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, part) => sum + charactersOf(part), 0)
  if (typeof value !== 'object' || value === null) return 0
  const ofTexts = texts.reduce((sum, key) => sum + charactersOf(at(value, key)), 0)
  return json.reduce((sum, key) => sum + jsonCharacters(at(value, key)), ofTexts)
}

function jsonCharacters(value: unknown): number {
  if (value === undefined || value === null) return 0
  return typeof value === 'string' ? value.length : JSON.stringify(value).length
}

export const unreadRequest = (): RequestFacts => ({
  model: null,
  stream: false,
  tools: { count: 0, names: [] },
  systemCharacters: 0,
  messages: { count: 0, characters: 0 },
})

/** Reads a request's body as JSON; one that cannot be read has no facts. */
export function readJsonRequest(
  body: Uint8Array,
  read: (json: unknown) => RequestFacts,
): RequestFacts {
  try {
    return read(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    // Not JSON, or nested beyond all measure: the provider will say so to the client.
    return unreadRequest()
  }
}

export function offered(names: (string | null)[]): RequestFacts['tools'] {
  const known = names.filter((name) => name !== null)
  return { count: known.length, names: known }
}

/** Messages of a conversation, those of the system counted apart. */
export function conversation(
  messages: unknown[],
  isSystem: (message: unknown) => boolean,
): Pick<RequestFacts, 'systemCharacters' | 'messages'> {
  const others = messages.filter((message) => !isSystem(message))
  return {
    systemCharacters: charactersOf(messages.filter(isSystem)),
    messages: { count: others.length, characters: charactersOf(others) },
  }
}

/** System prompts have carried both names; both are the system's word. */
export const isSystemRole = (message: unknown): boolean =>
  at(message, 'role') === 'system' || at(message, 'role') === 'developer'
