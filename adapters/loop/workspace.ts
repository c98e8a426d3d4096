/**
 * The folder that the file tools keep to: paths that lead out of it are refused, through links too.
 * Commands are not held by this; what they change elsewhere is the operating system's affair.
 */
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { LARGEST_FILE } from './limits.ts'

/** @returns the absolute path, which need not exist yet. @throws when it is outside of `build` */
export async function inside(build: string, given: string): Promise<string> {
  if (given.includes('\0')) throw new Error('a path holds no zero byte')
  const place = path.resolve(build, given)
  if (!isBelow(build, place)) throw outside(given)
  let existing = place
  while (existing !== build && !(await exists(existing))) existing = path.dirname(existing)
  // A link that leads nowhere has no real path, and would be written through.
  const real = await realpath(existing).catch(() => null)
  if (real === null || !isBelow(await realpath(build), real)) throw outside(given)
  return place
}

/** @throws when it is no text file, or too large */
export async function readText(build: string, given: string): Promise<string> {
  const place = await inside(build, given)
  const status = await stat(place).catch(() => null)
  if (status === null) throw new Error(`there is no file ${given}`)
  if (status.isDirectory()) throw new Error(`${given} is a folder; list it`)
  if (!status.isFile()) throw new Error(`${given} is no file`)
  if (status.size > LARGEST_FILE)
    throw new Error(`${given} has ${status.size} bytes; look at parts of it with a command`)
  const bytes = await readFile(place)
  if (bytes.includes(0)) throw new Error(`${given} is no text file (${bytes.length} bytes)`)
  return bytes.toString()
}

function outside(given: string): Error {
  return new Error(`${given} is outside of the project's folder`)
}

function exists(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  )
}

function isBelow(folder: string, place: string): boolean {
  const way = path.relative(folder, place)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}
