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

/**
 * The environment in which an adapter is only asked what it is: programs are found in it as in a
 * harness's.
 */
export function workerEnvironment(
  passEnv: readonly string[],
  hidden: string,
): Record<string, string> {
  const own = path.dirname(process.execPath)
  return {
    ...pick([...allowed, ...allowedOnWindows]),
    // Our own Node, where it is a package: nothing else is ever looked for in such a folder.
    PATH: [...(isOfPackage(own) ? [own] : []), ...searched(hidden)].join(path.delimiter),
    ...pick(passEnv.filter((name) => name === 'PATH')),
  }
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
  return {
    ...pick([...allowed, ...(process.platform === 'win32' ? allowedOnWindows : [])]),
    PATH: [...(nodeFolder ? [nodeFolder] : []), ...searched(hidden)].join(path.delimiter),
    HOME: place.home,
    ...(process.platform === 'win32'
      ? { USERPROFILE: place.home, TEMP: place.temporary, TMP: place.temporary }
      : {}),
    TMPDIR: place.temporary,
    TERM: 'dumb',
    ...pick(passEnv),
  }
}

/** Folders of our own PATH that a harness may look for programs in. */
function searched(hidden: string): string[] {
  const folders = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !isBelow(hidden, folder))
    .filter((folder) => path.basename(folder) !== 'node-gyp-bin' && !isOfPackage(folder))
  return [...new Set(folders)]
}

const isOfPackage = (folder: string) => folder.includes('node_modules')

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
