/** Reads one folder of a tree, leaving out what does not belong to it. Runs in any process. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Ignore } from './ignore.ts'
import { decodeName, join, type RawPath, shown } from './name.ts'

/** `other` is a socket, a pipe or a device. */
export type Kind = 'file' | 'link' | 'folder' | 'other'

export type Child = {
  /** Relative to the root, for a reader. */
  path: string
  /** Relative to the root, for node:fs. */
  raw: RawPath
  kind: Kind
  /** What an `other` is. */
  special: string | null
}

/**
 * The children of a folder, unsorted.
 *
 * @param folder relative to the root, '' for the root itself
 * @throws what readdir throws
 */
export async function readFolder(root: string, folder: RawPath, ignore: Ignore): Promise<Child[]> {
  const location = folder === '' ? root : join(root, folder)
  const children: Child[] = []
  for (const entry of await list(location)) {
    const raw = join(folder, typeof entry.name === 'string' ? entry.name : decodeName(entry.name))
    const path = shown(raw)
    const kind = kindOf(entry)
    if (ignore(path, kind === 'folder')) continue
    children.push({ path, raw, kind, special: kind === 'other' ? specialOf(entry) : null })
  }
  return children
}

/** Names as strings, which is faster, unless one may have lost bytes in becoming a string. */
async function list(location: RawPath): Promise<(Dirent | Dirent<Buffer>)[]> {
  const found = await readdir(location, { withFileTypes: true })
  if (!found.some(({ name }) => name.includes('\ufffd'))) return found
  return readdir(location, { withFileTypes: true, encoding: 'buffer' })
}

type Kinded = Pick<
  Dirent,
  'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isSocket' | 'isFIFO' | 'isBlockDevice'
>

export function kindOf(entry: Kinded): Kind {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

export function specialOf(entry: Kinded): string {
  if (entry.isSocket()) return 'socket'
  return entry.isFIFO() ? 'pipe' : 'device'
}
