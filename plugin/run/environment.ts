/** The environment of a harness: an allow-list, so that nothing names this repository, suite or task. */
import { constants, copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'

const allowed = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'USER', 'LOGNAME', 'SHELL']
const allowedOnWindows = [
  'SYSTEMROOT',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'SYSTEMDRIVE',
  'OS',
  'USERNAME',
]

/** The environment in which an adapter is only asked what it is. */
export function workerEnvironment(): Record<string, string> {
  return pick([...allowed, ...allowedOnWindows, 'PATH'])
}

/**
 * @param passEnv names that the condition lets through
 * @param hidden absolute folder that nothing may name: PATH entries below it are dropped
 * @param nodeFolder folder with a copy of this Node, put first in PATH
 */
export function harnessEnvironment(
  place: { home: string; temporary: string },
  passEnv: readonly string[],
  hidden: string,
  nodeFolder: string | null,
): Record<string, string> {
  const search = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '' && path.isAbsolute(folder) && !isBelow(hidden, folder))
    .filter(
      (folder) => path.basename(folder) !== 'node-gyp-bin' && !folder.includes('node_modules'),
    )
  return {
    ...pick([...allowed, ...(process.platform === 'win32' ? allowedOnWindows : [])]),
    PATH: [...(nodeFolder ? [nodeFolder] : []), ...new Set(search)].join(path.delimiter),
    HOME: place.home,
    ...(process.platform === 'win32'
      ? { USERPROFILE: place.home, TEMP: place.temporary, TMP: place.temporary }
      : {}),
    TMPDIR: place.temporary,
    TERM: 'dumb',
    ...pick(passEnv),
  }
}

const copies = new Map<string, Promise<string>>()

/** A copy of this very Node under a name that says nothing, so that `node` in a build is the pinned one. */
export function copyNode(folder: string): Promise<string> {
  let copy = copies.get(folder)
  if (!copy) {
    copy = makeCopy(folder)
    copies.set(folder, copy)
  }
  return copy
}

async function makeCopy(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, path.basename(process.execPath))
  await copyFile(process.execPath, file, constants.COPYFILE_FICLONE)
  return folder
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function isBelow(folder: string, place: string): boolean {
  const way = path.relative(folder, place)
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way))
}
