/** The tokens of an answer whose script names none: made up, by one rule for all. Main process. */
import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock'
import type { ScriptTurn } from './script.ts'

export type TurnUsage = NonNullable<ScriptTurn['usage']>

/** Roughly, of English and code. */
const CHARACTERS_OF_A_TOKEN = 4

/** A cache keeps whole blocks of so many tokens. */
const CACHED_BLOCK = 64

/**
 * A token for every four characters. What the request before this one held too, the beginning up to
 * the last answer, counts as read from a cache.
 */
export function usageFrom(
  { messages, tools = [] }: ChatCompletionRequest,
  answered: object,
): TurnUsage {
  const tokens = (of: object) => Math.ceil(JSON.stringify(of).length / CHARACTERS_OF_A_TOKEN)
  const all = tokens({ messages, tools })
  const before = beforeLastAnswer(messages)
  const cacheRead =
    before === null
      ? 0
      : Math.floor(tokens({ messages: before, tools }) / CACHED_BLOCK) * CACHED_BLOCK
  return { input: all - cacheRead, cacheRead, output: tokens(answered) }
}

/** What the request before held; null where this is the first one. */
function beforeLastAnswer(messages: ChatMessage[]): ChatMessage[] | null {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  if (last === -1) return null
  // One answer may arrive as several messages.
  const end = messages.slice(0, last).findLastIndex(({ role }) => role !== 'assistant')
  return messages.slice(0, end + 1)
}

export function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text = '' }) => text).join('')
}
