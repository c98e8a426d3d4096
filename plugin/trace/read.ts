/** Reads a stored trace, and the record that an entry was read from. Writes nothing; any process. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Attempt } from '../record/schema.ts'
import { entrySchema, type TraceEntry } from './schema.ts'
import { TRACE } from './write.ts'

export interface Trace {
  entries: TraceEntry[]
  /** Lines that are no entries: a run that was killed leaves half of one. */
  broken: number
}

/** @returns null where the harness's adapter told none */
export async function readTrace(attemptFolder: string): Promise<Trace | null> {
  const text = await readFile(path.join(attemptFolder, TRACE), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const lines = text.split('\n').filter((line) => line !== '')
  const entries = lines.flatMap((line) => entryIn(line) ?? [])
  return { entries, broken: lines.length - entries.length }
}

function entryIn(line: string): TraceEntry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/**
 * Where an entry's raw record stands in `output.txt`, of which the middle may have been cut.
 * @returns null where it was cut
 */
export function placeInOutput(
  { byte, bytes }: NonNullable<TraceEntry['raw']>,
  text: Buffer,
  output: Attempt['output'],
): { byte: number; bytes: number } | null {
  const cut = output.bytes - output.kept
  if (cut === 0) return byte < text.length ? { byte, bytes } : null
  // What is kept is a beginning and an end, with a note between them.
  const note = Buffer.from(`\n[… ${cut} bytes cut …]\n`)
  const head = text.indexOf(note)
  if (head === -1 || byte + bytes <= head) return { byte, bytes }
  const moved = byte - cut + note.length
  return moved >= head + note.length ? { byte: moved, bytes } : null
}
