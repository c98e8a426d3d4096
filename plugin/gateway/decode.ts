/** Reads a copy of a body as it was before its content encoding, beside the original. Main process. */
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'

/** Bytes that may wait to be decoded, and bytes that may come of one body; beyond, the copy is given up. */
const mostWaiting = 32 * 1024 * 1024
const mostDecoded = 256 * 1024 * 1024

export interface Decoder {
  push(chunk: Buffer): void
  /** Calls back when all is read, with what could not be; at once where nothing is encoded. */
  end(done: (problem: string | null) => void): void
}

// A body that was cut off is read as far as it came.
const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }),
}

/** @param sink may throw: the rest is not read then */
export function decoder(encoding: string | null, sink: (chunk: Buffer) => void): Decoder {
  let problem: string | null = null
  let decoded = 0
  const give = (chunk: Buffer) => {
    if (problem !== null) return
    decoded += chunk.length
    if (decoded > mostDecoded) {
      problem = `only the first ${mostDecoded} bytes of the body were read`
      return
    }
    try {
      sink(chunk)
    } catch (error) {
      problem = `the body could not be read: ${(error as Error).message}`
    }
  }

  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === '' || name === 'identity') return { push: give, end: (done) => done(problem) }
  const make = decoders[name]
  if (!make) {
    problem = `the body was not read: it is encoded as ${JSON.stringify(name)}`
    return { push: () => {}, end: (done) => done(problem) }
  }

  const stream = make()
  stream.on('data', give)
  stream.on('error', (error) => {
    problem ??= `the body could not be decoded to its end: ${error.message}`
  })
  return {
    push(chunk) {
      if (problem !== null || stream.destroyed) return
      if (stream.writableLength > mostWaiting) {
        problem = 'the rest of the body was not read: it came faster than it could be decoded'
        stream.destroy()
      } else stream.write(chunk)
    },
    end(done) {
      if (stream.closed) return done(problem)
      stream.once('close', () => done(problem))
      if (stream.destroyed) return
      stream.end()
    },
  }
}
