/** This package's version, for records. Main process. */
import { readFileSync } from 'node:fs'

/** From the package.json above this file, wherever it was built to. */
export const version: string = readVersion(new URL('.', import.meta.url))

function readVersion(folder: URL): string {
  try {
    const found = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
    if (found.name === 'harnessbench') return found.version
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return readVersion(new URL('..', folder))
}
