/**
 * Where what an adapter's process wrote to its standard output stands in the output that is kept, which
 * holds its standard error as well, as it came. Main process.
 */
import type { TraceEntry } from './schema.ts'

export type Raw = NonNullable<TraceEntry['raw']>

export interface Places {
  /** So much more was read. */
  heard(bytes: number, stream: 'stdout' | 'stderr'): void
  /** @returns undefined where not all of it was heard yet */
  inOutput(raw: Raw): Raw | undefined
}

export function openPlaces(): Places {
  let stdout = 0
  let stderr = 0
  /** Bytes of standard error that stand before that byte of standard output, and those after it. */
  const moves = [{ from: 0, by: 0 }]

  function moved(byte: number): number {
    let [low, high] = [0, moves.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((moves[middle]?.from ?? 0) <= byte) low = middle
      else high = middle - 1
    }
    return byte + (moves[low]?.by ?? 0)
  }

  return {
    heard(bytes, stream) {
      if (stream === 'stderr') {
        stderr += bytes
        return
      }
      if (moves.at(-1)?.by !== stderr) moves.push({ from: stdout, by: stderr })
      stdout += bytes
    },
    inOutput({ byte, bytes }) {
      if (byte + bytes > stdout) return undefined
      if (bytes === 0) return { byte: moved(byte), bytes }
      const begin = moved(byte)
      return { byte: begin, bytes: moved(byte + bytes - 1) + 1 - begin }
    },
  }
}
