/** Reads a stream to its end and keeps no more than its beginning. Runs in the main process. */
import type { Readable } from 'node:stream'

export type Captured = {
  /** The first bytes, as many as were to be kept. */
  bytes: Buffer
  /** How many more came and were dropped. */
  cut: number
}

/**
 * Starts reading. A writer is never held up, however much it writes: what is not kept is counted.
 * @returns what was read so far, whenever it is asked.
 */
export function capture(stream: Readable | null | undefined, keep: number): () => Captured {
  const chunks: Buffer[] = []
  let kept = 0
  let cut = 0
  stream?.on('data', (chunk: Buffer) => {
    const fits = Math.min(chunk.length, keep - kept)
    // A slice would keep the whole chunk alive.
    if (fits > 0) chunks.push(fits === chunk.length ? chunk : Buffer.from(chunk.subarray(0, fits)))
    kept += fits
    cut += chunk.length - fits
  })
  // A reading end that breaks (the child's end was reset) only means that there is no more.
  stream?.on('error', () => {})
  return () => ({ bytes: Buffer.concat(chunks), cut })
}
