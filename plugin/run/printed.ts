/**
 * Counts what the adapter's process writes to its standard output, by whatever part of it, so that a
 * trace can say where a record stands. In the adapter's process.
 */
import type { Context } from './adapter.ts'

export interface Printed {
  log: Context['log']
  bytes(): number
}

export function countPrinted(): Printed {
  const { stdout } = process
  const write = stdout.write.bind(stdout) as (...args: unknown[]) => boolean
  let bytes = 0
  stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const [encoding] = rest
    bytes += Buffer.byteLength(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8')
    return write(chunk, ...rest)
  }
  return {
    log(text) {
      const begin = bytes
      stdout.write(text)
      return begin
    },
    bytes: () => bytes,
  }
}
