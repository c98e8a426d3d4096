/** Writes the trace of an attempt as it is told, so that a killed run leaves its beginning. Main process. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { entrySchema, type TraceEntry } from './schema.ts'
import type { TraceMessage } from './tell.ts'

/** Name of the file with an attempt's trace, in its folder. */
export const TRACE = 'trace.jsonl'

export interface TraceFile {
  write(message: TraceMessage): void
  /** Says what is not there, and why. */
  close(): void
}

/** @param file made with the first entry: a harness of which nothing is told has none */
export function openTrace(file: string): TraceFile {
  let descriptor: number | undefined
  const omitted = new Map<string, number>()
  let turn = 1

  function put(entry: TraceEntry) {
    descriptor ??= openSync(file, 'w')
    writeSync(descriptor, `${JSON.stringify(entry)}\n`)
  }

  return {
    write(message) {
      const read = entryIn(message)
      try {
        if (typeof read === 'string') throw new Error(read)
        put(read)
        turn = read.turn
      } catch (error) {
        // A full disk too: what is lost with it is told by the store, for which there is no room either.
        const why = (error as Error).message
        omitted.set(why, (omitted.get(why) ?? 0) + 1)
      }
    },
    close() {
      const at = new Date().toISOString()
      try {
        for (const [why, entries] of omitted) put({ kind: 'omitted', entries, why, at, turn })
        if (descriptor !== undefined) closeSync(descriptor)
      } catch {
        // As above.
      }
    },
  }
}

/** @returns why it is none, else */
function entryIn(message: TraceMessage): TraceEntry | string {
  if ('traceOmitted' in message) return String(message.traceOmitted)
  let told: unknown
  try {
    told = JSON.parse(message.trace)
  } catch {
    return 'no JSON'
  }
  const { data, error } = entrySchema.safeParse(told)
  if (data) return data
  const faults = error.issues.map(({ path, message }) => `\`${path.join('.')}\`: ${message}`)
  return `no entry of a trace: ${faults.join('; ')}`
}
