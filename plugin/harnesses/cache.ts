/** Where `npm run harnesses` puts the programs, outside the repository. Any process. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Harness } from './harnesses.ts'

/** `HARNESSES_CACHE`, or a folder in what the system has for caches. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.HARNESSES_CACHE
    ? path.resolve(env.HARNESSES_CACHE)
    : path.join(systemCache(env), 'harnessbench', 'harnesses')
}

function systemCache(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32')
    return env.LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches')
  return env.XDG_CACHE_HOME || path.join(homedir(), '.cache')
}

export function harnessFolder({ name, version }: Harness, cache = cacheFolder()): string {
  return path.join(cache, `${name}@${version}`)
}

/** The program of a harness, whether or not it is there. */
export function programOf(harness: Harness, cache = cacheFolder()): string {
  const file = process.platform === 'win32' ? `${harness.bin}.cmd` : harness.bin
  return path.join(harnessFolder(harness, cache), 'node_modules', '.bin', file)
}

export function isInstalled(harness: Harness, cache = cacheFolder()): boolean {
  return existsSync(programOf(harness, cache))
}
