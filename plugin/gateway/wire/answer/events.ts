/** Splits bytes of a stream of server-sent events into its events. Pure; any process. */
import { createParser } from 'eventsource-parser'

/** Characters of one event; a longer one is passed over and the stream read on behind it. */
export const EVENT_LIMIT = 16 * 1024 * 1024

/**
 * Cuts anywhere are fine: within a character, a line, a CRLF. Comments are passed over, and so is
 * an event that its blank line does not end (the standard wants it so, and clients do the same).
 */
export function eventReader(onEvent: (data: string) => void): { push(chunk: Uint8Array): void } {
  const decoder = new TextDecoder()
  let overflowed = false
  const parser = createParser({
    maxBufferSize: EVENT_LIMIT,
    onEvent: ({ data }) => onEvent(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflowed = true
    },
  })
  return {
    push(chunk) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (!overflowed) return
      overflowed = false
      parser.reset()
    },
  }
}
