/** What the child of a call writes on descriptor 3: one framed message. Runs in both processes. */
import { deserialize } from 'node:v8'
import type { Thrown } from './spec.ts'

export type Answer =
  | { kind: 'returned'; value: Uint8Array }
  | { kind: 'threw'; error: Thrown }
  /** `where` is the error's location as Node prints it above a syntax error; may be empty. */
  | { kind: 'notLoaded'; error: Thrown; where: string }
  | { kind: 'noFunction'; found: string }
  | { kind: 'notPassable'; what: string }

/** An answer is preceded by its length, so that half of one is not taken for one. */
export const headerBytes = 4

/** @returns null for anything that is not exactly one whole answer. */
export function readAnswer(bytes: Buffer): Answer | null {
  if (bytes.length < headerBytes) return null
  if (bytes.readUInt32LE(0) !== bytes.length - headerBytes) return null
  try {
    return deserialize(bytes.subarray(headerBytes)) as Answer
  } catch {
    return null
  }
}
