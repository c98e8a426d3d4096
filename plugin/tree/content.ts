/** Reads the contents of files without ever being caught by a link or a pipe. Runs in any process. */

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from './name.ts'
import type { Entry } from './walk.ts'

// An entry may be swapped for a link or a pipe after the walk: refuse the one, don't wait on the other.
// Windows knows neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

const CHUNK = 1024 * 1024

/** The whole contents; for files whose size is known to be bearable. */
export async function readContent(root: string, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(root, entry)) chunks.push(Buffer.from(chunk))
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

/** sha256 of the contents. */
export async function digestContent(root: string, entry: Entry): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(root, entry)) hash.update(chunk)
  return hash.digest()
}

/** Whether two files hold the same bytes; stops at the first chunk that differs. */
export async function sameContent(
  root: string,
  entry: Entry,
  otherRoot: string,
  other: Entry,
): Promise<boolean> {
  if (entry.size !== other.size) return false
  const ours = chunksOf(root, entry)
  const theirs = chunksOf(otherRoot, other)
  try {
    for (;;) {
      const [a, b] = await Promise.all([ours.next(), theirs.next()])
      if (a.done || b.done) return a.done === b.done
      if (!a.value.equals(b.value)) return false
    }
  } finally {
    await Promise.all([ours.return(undefined), theirs.return(undefined)])
  }
}

/** Why a file can't be read now; null when it can. */
export async function refusalOf(root: string, { raw }: Pick<Entry, 'raw'>): Promise<unknown> {
  try {
    await (await open(join(root, raw), FLAGS)).close()
    return null
  } catch (error) {
    return error
  }
}

/** Each chunk is valid until the next is asked for. */
async function* chunksOf(root: string, entry: Entry): AsyncGenerator<Buffer, void> {
  const handle = await open(join(root, entry.raw), FLAGS)
  try {
    // One byte more than the file holds: a read that comes back short has seen its end.
    const buffer = Buffer.allocUnsafe(Math.min(entry.size + 1, CHUNK))
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      if (bytesRead < buffer.length) return
    }
  } finally {
    await handle.close()
  }
}
