/** Gathers the tool calls of an answer from its pieces, in bounded memory. Pure; any process. */
import type { AnswerFacts } from '../wire.ts'

export type ToolCall = AnswerFacts['toolCalls'][number]

/** Characters kept of all tool calls of one answer together. */
export const TOOL_CALLS_LIMIT = 4 * 1024 * 1024
/** What a call weighs besides its arguments, so that endless empty calls come to an end too. */
const WEIGHT = 200

export interface ToolCalls {
  /** The call last opened under a key. */
  of(key: string): ToolCall | undefined
  last(): ToolCall | undefined
  open(key: string, id: string | null, name: string): ToolCall
  /** Adds to a call's arguments. */
  write(call: ToolCall, text: string): void
  /** Puts the whole arguments in the place of the pieces. */
  rewrite(call: ToolCall, text: string): void
  list(): ToolCall[]
}

export function toolCalls(): ToolCalls {
  const calls: ToolCall[] = []
  const byKey = new Map<string, ToolCall>()
  let room = TOOL_CALLS_LIMIT
  function write(call: ToolCall, text: string) {
    const piece = text.slice(0, room)
    room -= piece.length
    call.arguments += piece
  }
  return {
    of: (key) => byKey.get(key),
    last: () => calls.at(-1),
    open(key, id, name) {
      const call = { id, name, arguments: '' }
      const weight = WEIGHT + name.length + (id?.length ?? 0)
      if (weight > room) return call
      room -= weight
      calls.push(call)
      byKey.set(key, call)
      return call
    },
    write,
    rewrite(call, text) {
      room += call.arguments.length
      call.arguments = ''
      write(call, text)
    },
    list: () => calls.map((call) => ({ ...call })),
  }
}
