/**
 * Keeps a harness's output up to a cap: the beginning and the end, with what was cut said between
 * them. Main process.
 */
import { closeSync, openSync, writeSync } from 'node:fs'

/** Bytes of the beginning that are kept where not all of it is. */
export const HEAD = 1_000_000
const TAIL = 1_000_000

export interface Output {
  write(chunk: Uint8Array): void
  /** Writes the end; @returns how many bytes there were, and how many are in the file. */
  close(): { bytes: number; kept: number }
}

/** Stands in the place of what is not kept. */
export const cutNote = (bytes: number) => `\n[… ${bytes} bytes cut …]\n`

/** @param file what is kept is written as it comes, so that a killed run leaves its beginning */
export function openOutput(file: string): Output {
  const descriptor = openSync(file, 'w')
  let bytes = 0
  let tail: Buffer[] = []
  let held = 0
  let closed: { bytes: number; kept: number } | undefined

  return {
    write(chunk) {
      if (closed) return
      const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk)
      const room = Math.max(0, HEAD - bytes)
      if (room > 0) writeSync(descriptor, buffer.subarray(0, room))
      bytes += buffer.length
      const rest = buffer.subarray(room)
      if (rest.length === 0) return
      tail.push(rest)
      held += rest.length
      if (held > 4 * TAIL) {
        tail = [Buffer.concat(tail).subarray(-TAIL)]
        held = TAIL
      }
    },
    close() {
      if (closed) return closed
      const end = Buffer.concat(tail).subarray(-TAIL)
      const cut = bytes - Math.min(bytes, HEAD) - end.length
      if (cut > 0) writeSync(descriptor, cutNote(cut))
      if (end.length > 0) writeSync(descriptor, end)
      closeSync(descriptor)
      closed = { bytes, kept: bytes - cut }
      return closed
    },
  }
}
