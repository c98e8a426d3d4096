/** Makes lines of a trace from what an adapter tells, within bounds. In the adapter's process. */
import type { TraceInput } from './schema.ts'

/** What goes to the main process for each entry: its line, or why there is none. */
export type TraceMessage = { trace: string } | { traceOmitted: string }

/** Characters of a whole entry; one that is longer has its long texts cut. */
const LONGEST_ENTRY = 1_000_000

/** Of a text in such an entry. */
const LONGEST_TEXT = 10_000

/** Characters of a whole trace. */
const LONGEST_TRACE = 16_000_000

/** Most entries of it. */
const MOST_ENTRIES = 100_000

/**
 * @param printed bytes so far: a record that is not among them stands nowhere
 * @returns a function that never throws: a trace must not be what a run fails by
 */
export function openTelling(
  send: (message: TraceMessage) => void,
  printed: () => number,
): (entry: TraceInput) => void {
  let characters = 0
  let entries = 0
  return (entry) => {
    const message = messageOf(entry, printed())
    if ('trace' in message) {
      if (characters + message.trace.length > LONGEST_TRACE || entries >= MOST_ENTRIES) {
        send({
          traceOmitted: `a trace holds at most ${MOST_ENTRIES} entries and ${LONGEST_TRACE} characters`,
        })
        return
      }
      characters += message.trace.length
      entries++
    }
    send(message)
  }
}

function messageOf(entry: TraceInput, printed: number): TraceMessage {
  try {
    const timed = { at: new Date().toISOString(), turn: 1, ...entry }
    const { raw } = timed
    if (raw && raw.byte + raw.bytes > printed) delete timed.raw
    let line = JSON.stringify(timed)
    if (line.length > LONGEST_ENTRY) line = JSON.stringify(shortened(timed))
    return line.length > LONGEST_ENTRY
      ? { traceOmitted: `an entry has more than ${LONGEST_ENTRY} characters` }
      : { trace: line }
  } catch (error) {
    return { traceOmitted: `no JSON: ${(error as Error).message.split('\n')[0]}` }
  }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return `${value.slice(0, LONGEST_TEXT)} … [${value.length - LONGEST_TEXT} characters cut]`
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}
