/** Fingerprints of trees and of plain values. Runs in any process. */
import { createHash } from 'node:crypto'
import { bounded } from './bounded.ts'
import { digestContent } from './content.ts'
import type { Ignore } from './ignore.ts'
import { type Entry, emptyFolders, walk } from './walk.ts'
import { isGone } from './why.ts'

/**
 * sha256, in hex, over what belongs to a tree: path, kind, executable bit, and contents or the
 * target of a link; empty folders count. Times, owners and other mode bits don't.
 */
export async function hashTree(root: string, ignore: Ignore): Promise<string> {
  const entries = await walk(root, ignore)
  const empty = emptyFolders(entries)
  const counted = entries.filter((entry) => entry.kind !== 'folder' || empty.has(entry))
  const substances: (Buffer | null)[] = Array(counted.length).fill(null)
  await bounded(counted, async (entry, index) => {
    substances[index] = await substanceOf(root, entry)
  })

  const hash = createHash('sha256')
  // Every field goes with its length, so that no two trees read as the same run of bytes.
  const add = (field: Buffer) => {
    const length = Buffer.alloc(6)
    length.writeUIntBE(field.length, 0, 6)
    hash.update(length).update(field)
  }
  counted.forEach((entry, index) => {
    const substance = substances[index]
    if (!substance) return
    add(Buffer.from(entry.key, 'latin1'))
    add(Buffer.from(`${entry.kind} ${entry.special ?? ''} ${entry.executable}`))
    add(substance)
  })
  return hash.digest('hex')
}

/** What an entry holds; null when it has vanished since the walk. */
async function substanceOf(root: string, entry: Entry): Promise<Buffer | null> {
  const unreadable = Buffer.from(`unreadable, ${entry.size} bytes`)
  if (entry.problem !== null) return unreadable
  if (entry.kind === 'link') return Buffer.from(entry.target ?? '')
  if (entry.kind !== 'file') return Buffer.alloc(0)
  try {
    return await digestContent(root, entry)
  } catch (error) {
    return isGone(error) ? null : unreadable
  }
}

/**
 * sha256, in hex, of a value as JSON with sorted keys. A key whose value is undefined counts as absent.
 *
 * @throws on what JSON would lose or garble: NaN, functions, Map, Set, class instances, bigint, cycles
 */
export function hashValue(value: unknown): string {
  return createHash('sha256')
    .update(canonical(value, 'value', []))
    .digest('hex')
}

function canonical(value: unknown, path: string, inside: object[]): string {
  const refuse = (what: string): never => {
    throw new TypeError(`${path} is ${what}, which can't be part of a fingerprint`)
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? JSON.stringify(value) : refuse(String(value))
  }
  if (typeof value !== 'object') return refuse(typeof value)
  if (inside.includes(value)) return refuse('a cycle')
  const around = [...inside, value]
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item, i) => canonical(item, `${path}[${i}]`, around)).join()}]`
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) return JSON.stringify(value)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return refuse(`a ${value.constructor?.name ?? 'class instance'}`)
  }
  const record = value as Record<string, unknown>
  const keys = Object.keys(record).filter((key) => record[key] !== undefined)
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(record[key], `${path}.${key}`, around)}`)
    .join()}}`
}
