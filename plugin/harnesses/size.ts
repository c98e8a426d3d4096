/** How much a folder takes. Any process. */
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Bytes of all files below, one with several names counted once; links are not followed. */
export async function sizeOf(folder: string): Promise<number> {
  const sizes = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const { dev, ino, size } = await lstat(path.join(entry.parentPath, entry.name))
    sizes.set(`${dev} ${ino}`, size)
  }
  return sizes.values().reduce((sum, size) => sum + size, 0)
}
