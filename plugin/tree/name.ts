/**
 * Names of files as bytes: a file system allows names that are no valid UTF-8, and they must survive.
 * Runs in any process.
 */
import { isUtf8 } from 'node:buffer'

/** A path as node:fs takes it: a string, or the bytes where those are no valid UTF-8. */
export type RawPath = string | Buffer

export function decodeName(name: Buffer): RawPath {
  return isUtf8(name) ? name.toString() : name
}

export function join(folder: RawPath, name: RawPath): RawPath {
  if (folder === '') return name
  if (typeof folder === 'string' && typeof name === 'string') return `${folder}/${name}`
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), Buffer.from(name)])
}

/** One character a byte: equal, and ordered, exactly as the bytes are. */
export function keyOf(path: RawPath): string {
  return Buffer.from(path).toString('latin1')
}

/** The path for a reader; in a path that is no valid UTF-8, a byte beyond ASCII is shown as `\xff`. */
export function shown(path: RawPath): string {
  if (typeof path === 'string') return path
  const hex = (byte: string) => `\\x${byte.charCodeAt(0).toString(16)}`
  return path.toString('latin1').replace(/[\x80-\xff]/g, hex)
}
