/**
 * The technique `memory: notes`: the model keeps notes outside of the build, and has them before it at
 * every request. In the adapter's process.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { notesHeading } from './headings.ts'

/** Characters. They are sent with every call. */
const LONGEST_NOTES = 8000

/** @returns a section for the instructions, heading included */
export async function notesIn(home: string): Promise<string> {
  const notes = await readFile(fileIn(home), 'utf8').catch(() => '')
  return `${notesHeading}\n\n${notes.trim() || 'none yet'}`
}

/** @throws when they are too long */
export async function keepNotes(home: string, notes: string): Promise<void> {
  if (notes.length > LONGEST_NOTES)
    throw new Error(`${notes.length} characters; notes hold ${LONGEST_NOTES} at most`)
  await writeFile(fileIn(home), notes)
}

function fileIn(home: string): string {
  return path.join(home, 'notes.md')
}
