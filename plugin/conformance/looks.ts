/**
 * Looks at a harness from outside while it works: what its processes were given, and what it changed
 * in places that are not its own. Main process.
 */
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { findFamily } from '../process/family.ts'
import { ownerOf } from '../process/temporary.ts'

/** What must not be found, and how a reader calls it. */
export interface Secret {
  name: string
  text: string
  /** Arguments may hold it: a program has to be started by its path. */
  mayBeArgument?: boolean
}

/**
 * Looks into the environment and the arguments of all processes of an attempt, where the system shows
 * them.
 * @param marker folder of the attempt
 * @param found is added to: `KEY in the environment of node`
 */
export async function lookAtProcesses(
  marker: string,
  secrets: readonly Secret[],
  found: Set<string>,
): Promise<void> {
  if (process.platform !== 'linux') return
  for (const pid of await findFamily({ pid: null, marker })) {
    const environment = readProc(pid, 'environ')
    const command = readProc(pid, 'cmdline')
    for (const { name, text, mayBeArgument } of secrets) {
      const program = path.basename(command.split('\0')[0] ?? '')
      const variable = environment.split('\0').find((one) => one.includes(text))
      if (variable !== undefined)
        found.add(`${name} in ${variable.split('=')[0]} of the process ${program}`)
      if (!mayBeArgument && command.includes(text))
        found.add(`${name} in the arguments of ${program}`)
    }
  }
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

/** Path to what would be another after a change. */
export type Surroundings = ReadonlyMap<string, string>

/** Where programs like to leave things: the user's own HOME, and the system's temporary folders. */
export function lookAround(): Surroundings {
  const seen = new Map<string, string>()
  const places = new Set([homedir(), tmpdir(), ...(process.platform === 'win32' ? [] : ['/tmp'])])
  for (const place of places) look(place, 2, seen)
  return seen
}

function look(folder: string, depth: number, seen: Map<string, string>): void {
  for (const entry of entriesOf(folder)) {
    const place = path.join(folder, entry.name)
    // Those are ours, of this run or of another one.
    if (ownerOf(place) !== null) continue
    try {
      const { mtimeMs, size } = lstatSync(place)
      seen.set(place, entry.isDirectory() ? 'folder' : `${mtimeMs} ${size}`)
    } catch {
      continue
    }
    if (entry.isDirectory() && depth > 1 && entry.name !== 'node_modules')
      look(place, depth - 1, seen)
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** @returns what came or changed, with numbers in names masked, so that it is known again next time */
export function differences(before: Surroundings, after: Surroundings): Set<string> {
  const changed = [...after].filter(([place, state]) => before.get(place) !== state)
  return new Set(changed.map(([place]) => place.replace(/[\da-f]{4,}|\d+/g, '*')))
}
