/** Looks at what stands in a folder. Synchronous: options are read before Vitest waits for anything. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Absolute paths of all files, however deep; none where there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

/** Names of the folders that are not hidden. */
export function foldersIn(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

export function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}
