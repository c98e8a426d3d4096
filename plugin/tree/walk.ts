/** Walks a tree: every entry that belongs to it, never following a link. Runs in any process. */
import { lstat, readlink } from 'node:fs/promises'
import { bounded } from './bounded.ts'
import { type Child, type Kind, kindOf, readFolder, specialOf } from './folder.ts'
import type { Ignore } from './ignore.ts'
import { decodeName, join, keyOf, type RawPath, shown } from './name.ts'
import { isGone, why } from './why.ts'

export type Entry = {
  /** Relative to the root, `/` between folders; bytes that are no UTF-8 are shown as `\xff`. */
  path: string
  /** The same path for node:fs, which takes such bytes only as a Buffer. */
  raw: RawPath
  /** The same path, one character a byte: what entries are sorted by and looked up with. */
  key: string
  kind: Kind
  /** What an `other` is: socket, pipe or device. */
  special: string | null
  /** Its owner may execute it; git's rule, and meaningful for files only. */
  executable: boolean
  /** The permission bits, such as 0o644. */
  mode: number
  /** Bytes of a file; 0 for anything else. */
  size: number
  /** Where a link points, verbatim; null for anything else. */
  target: RawPath | null
  /** Why a folder could not be listed or an entry not be looked at; null where all is known. */
  problem: string | null
}

/**
 * All entries below a root, sorted by the bytes of their paths. What vanishes meanwhile is left out;
 * what cannot be looked into is an entry with a `problem`.
 *
 * @throws when the root itself is no folder that can be read
 */
export async function walk(root: string, ignore: Ignore): Promise<Entry[]> {
  const entries: Entry[] = []
  let level: Child[] = await readFolder(root, '', ignore)
  while (level.length > 0) {
    const next: Child[] = []
    await bounded(level, async (child) => {
      const entry = await look(root, child)
      if (!entry) return
      if (entry.kind === 'folder') {
        try {
          next.push(...(await readFolder(root, entry.raw, ignore)))
        } catch (error) {
          if (isGone(error)) return
          entry.problem = why(error)
        }
      }
      entries.push(entry)
    })
    level = next
  }
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function look(root: string, { path, raw, kind, special }: Child): Promise<Entry | null> {
  const key = keyOf(raw)
  const blank = { executable: false, mode: 0, size: 0, target: null, problem: null }
  const entry: Entry = { path, raw, key, kind, special, ...blank }
  try {
    const location = join(root, raw)
    const status = await lstat(location)
    // The kind that counts is the one that belongs to these bits and this size.
    entry.kind = kindOf(status)
    entry.special = entry.kind === 'other' ? specialOf(status) : null
    entry.mode = status.mode & 0o7777
    if (entry.kind === 'file') {
      entry.executable = (status.mode & 0o100) !== 0
      entry.size = status.size
    } else if (entry.kind === 'link') {
      entry.target = decodeName(await readlink(location, { encoding: 'buffer' }))
    }
  } catch (error) {
    if (isGone(error)) return null
    entry.problem = why(error)
  }
  return entry
}

/** Where a link points, for a reader. */
export function shownTarget(entry: Entry): string {
  return entry.target === null ? '' : shown(entry.target)
}

/** Folders in which nothing is, or nothing that belongs to the tree: no other entry tells of them. */
export function emptyFolders(entries: readonly Entry[]): Set<Entry> {
  const parents = new Set(entries.map(({ key }) => key.slice(0, Math.max(0, key.lastIndexOf('/')))))
  return new Set(entries.filter(({ kind, key }) => kind === 'folder' && !parents.has(key)))
}
