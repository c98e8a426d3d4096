/**
 * The technique `memory: window`: when the answers of tools have grown too long together, the oldest
 * are dropped from what the model is sent. In the adapter's process.
 */
import type { ModelMessage, ToolModelMessage } from 'ai'

/** Characters of an answer that is not worth dropping; what stands in its place is shorter. */
const SHORTEST = 200

type Part = ToolModelMessage['content'][number]

/**
 * Drops down to half of the limit at once: every drop costs what a provider's cache has kept.
 * @param limit characters of all answers of tools together. The latest ones are kept whatever it is
 */
export function withinWindow(messages: ModelMessage[], limit: number): ModelMessage[] {
  let length = messages.flatMap(partsOf).reduce((sum, part) => sum + lengthOf(part), 0)
  if (length <= limit) return messages
  const latest = messages.findLastIndex(({ role }) => role === 'tool')
  return messages.map((message, index) => {
    if (message.role !== 'tool' || index === latest) return message
    const content = message.content.map((part) => {
      const own = lengthOf(part)
      if (part.type !== 'tool-result' || own <= SHORTEST || length <= limit / 2) return part
      length -= own
      return { ...part, output: { type: 'text' as const, value: marker(own) } }
    })
    return { ...message, content }
  })
}

function marker(length: number): string {
  return `[${length} characters were dropped here; call the tool again if you need them]`
}

function partsOf(message: ModelMessage): Part[] {
  return message.role === 'tool' ? message.content : []
}

function lengthOf(part: Part): number {
  if (part.type !== 'tool-result') return 0
  const { output } = part
  return 'value' in output ? String(output.value).length : 0
}
