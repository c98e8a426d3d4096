/** What OpenClaw keeps of a session, in a database in its state folder. In the adapter's process. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import * as zlib from 'node:zlib'
import type { Place } from '../program/preset.ts'

/** Of its records, as far as they are read. */
export type Transcribed =
  | {
      type: 'message'
      timestamp: string
      message: {
        role: 'user' | 'assistant' | 'toolResult'
        content?: string | Part[]
        toolCallId?: string
        toolName?: string
        isError?: boolean
        stopReason?: string
        errorMessage?: string
      }
    }
  | { type: 'session' | 'compaction' | 'custom' }

interface Part {
  type: string
  text?: string
  thinking?: string
  id?: string
  name?: string
  arguments?: unknown
}

interface Row {
  id: number
  event_json: string | null
  event_zstd: Uint8Array | null
}

/** How far the record of a session was read in earlier turns. */
const read = new WeakMap<Place, number>()

/** @returns what was added since the last turn, one JSON value each */
export async function recordOf(place: Place): Promise<string[]> {
  const file = path.join(place.home, 'state', 'agents', 'main', 'agent', 'openclaw-agent.sqlite')
  if (!existsSync(file)) return [] // it ended before it began
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database
      .prepare(
        'SELECT rowid AS id, event_json, event_zstd FROM transcript_events WHERE rowid > ? ORDER BY rowid',
      )
      .all(read.get(place) ?? 0) as unknown as Row[]
    read.set(place, rows.at(-1)?.id ?? read.get(place) ?? 0)
    return rows.map(textOf)
  } finally {
    database.close()
  }
}

/** Long ones are kept compressed. */
function textOf({ event_json, event_zstd }: Row): string {
  if (event_json !== null) return event_json
  return zlib.zstdDecompressSync(event_zstd as Uint8Array).toString()
}
