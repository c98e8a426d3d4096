/** Reads a stored trace, and the record that an entry was read from. Writes nothing; any process. */
import path from 'node:path'
import { readLines } from '../record/lines.ts'
import type { Attempt } from '../record/schema.ts'
import { cutNote, HEAD } from '../run/output.ts'
import { entrySchema, type TraceEntry } from './schema.ts'
import { TRACE } from './write.ts'

export interface Trace {
  entries: TraceEntry[]
  /** Lines that are no entries: a run that was killed leaves half of one. */
  broken: number
}

/** @returns null where the harness's adapter told none */
export async function readTrace(attemptFolder: string): Promise<Trace | null> {
  const entries: TraceEntry[] = []
  let broken = 0
  try {
    for await (const entry of readLines(path.join(attemptFolder, TRACE), entrySchema))
      if (entry) entries.push(entry)
      else broken++
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { entries, broken }
}

/**
 * The record that an entry was read from, in `output.txt`, of which the middle may have been cut.
 * @returns what is kept of it, with a note where some was cut, and how many bytes of it are missing
 */
export function recordIn(
  text: Buffer,
  { byte, bytes }: NonNullable<TraceEntry['raw']>,
  output: Attempt['output'],
): { record: Buffer; missing: number } {
  const cut = output.bytes - output.kept
  const end = byte + bytes
  if (cut === 0) {
    const record = text.subarray(byte, end)
    return { record, missing: bytes - record.length }
  }
  // What is kept is a beginning and an end, with a note between them.
  const note = Buffer.from(cutNote(cut))
  const [from, to] = [HEAD, HEAD + cut]
  const missing = Math.max(0, Math.min(end, to) - Math.max(byte, from))
  const inTail = (place: number) => Math.max(place, to) - cut + note.length
  const record = Buffer.concat([
    text.subarray(Math.min(byte, from), Math.min(end, from)),
    ...(missing > 0 ? [note] : []),
    ...(end > to ? [text.subarray(inTail(byte), inTail(end))] : []),
  ])
  return { record, missing }
}
