/** Writes the trace of an attempt as it is told, so that a killed run leaves its beginning. Main process. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { openPlaces } from './places.ts'
import { entrySchema, type TraceEntry } from './schema.ts'
import type { TraceMessage } from './tell.ts'

/** Name of the file with an attempt's trace, in its folder. */
export const TRACE = 'trace.jsonl'

export interface TraceFile {
  write(message: TraceMessage): void
  /** What the adapter's process printed: an entry that was read from it waits until it is there. */
  heard(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void
  /** Says what is not there, and why. */
  close(): void
}

/** @param file made with the first entry: a harness of which nothing is told has none */
export function openTrace(file: string): TraceFile {
  let descriptor: number | undefined
  const omitted = new Map<string, number>()
  let turn = 1
  const places = openPlaces()
  const waiting: TraceEntry[] = []

  function append(entry: TraceEntry) {
    descriptor ??= openSync(file, 'w')
    writeSync(descriptor, `${JSON.stringify(entry)}\n`)
  }

  function put(entry: TraceEntry) {
    try {
      append(entry)
      turn = entry.turn
    } catch (error) {
      // A full disk: what is lost with it is told by the store, for which there is no room either.
      omit((error as Error).message)
    }
  }

  const omit = (why: string) => void omitted.set(why, (omitted.get(why) ?? 0) + 1)

  /** @param isOver what was not heard by now never will be */
  function putHeard(isOver = false) {
    let done = 0
    for (const { raw, ...entry } of waiting) {
      const place = raw && places.inOutput(raw)
      if (raw && !place && !isOver) break
      put(place ? { ...entry, raw: place } : entry)
      done++
    }
    waiting.splice(0, done)
  }

  return {
    write(message) {
      const read = entryIn(message)
      if (typeof read === 'string') omit(read)
      else waiting.push(read)
      putHeard()
    },
    heard(chunk, stream) {
      places.heard(chunk.length, stream)
      putHeard()
    },
    close() {
      putHeard(true)
      const at = new Date().toISOString()
      try {
        for (const [why, entries] of omitted) append({ kind: 'omitted', entries, why, at, turn })
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
