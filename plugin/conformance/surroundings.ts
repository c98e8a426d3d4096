/** What changes in places that are not a harness's own, while it works. Main process. */
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { ownerOf } from '../process/temporary.ts'

/** Path to what would be another after a change. */
export type Surroundings = ReadonlyMap<string, string>

/** Levels below a place that are looked at; of what was not there before, all. */
export const DEPTH = 3

/** Of one place, level by level: so many take some hundredths of a second. */
const MOST_ENTRIES = 10_000

/** Where programs like to leave things: the user's own HOME, and the system's temporary folders. */
export function placesAround(): string[] {
  const shared = process.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/dev/shm']
  const real = [homedir(), tmpdir(), ...shared].flatMap((place) => {
    try {
      return [realpathSync(place)]
    } catch {
      return []
    }
  })
  return [...new Set(real)]
}

/** @param since what came after this is looked at to its ground */
export function lookAround(since?: Surroundings): Surroundings {
  const seen = new Map<string, string>()
  for (const place of placesAround()) look(place, seen, since)
  return seen
}

function look(place: string, seen: Map<string, string>, since: Surroundings | undefined): void {
  let level = [place]
  for (let depth = 1, left = MOST_ENTRIES; level.length > 0; depth++) {
    const next: string[] = []
    for (const folder of level)
      for (const entry of entriesOf(folder)) {
        const at = path.join(folder, entry.name)
        // Those are ours, of this run or of another one.
        if (ownerOf(at) !== null) continue
        if (left-- <= 0) return
        seen.set(at, stateOf(at, entry))
        const isNew = since !== undefined && !since.has(at)
        if (entry.isDirectory() && entry.name !== 'node_modules' && (depth < DEPTH || isNew))
          next.push(at)
      }
    level = next
  }
}

function stateOf(place: string, entry: Dirent): string {
  if (entry.isDirectory()) return 'folder'
  try {
    const { mtimeMs, size } = lstatSync(place)
    return `${mtimeMs} ${size}`
  } catch {
    return 'gone'
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** What came or changed: by its name with numbers masked, so that it is known again next time. */
export type Changes = ReadonlyMap<string, string>

export function differences(before: Surroundings, after: Surroundings): Changes {
  const changed = [...after].flatMap(([place, state]) =>
    state !== 'gone' && before.get(place) !== state ? [place] : [],
  )
  // A folder is told by what is in it.
  const parents = new Set(changed.map((place) => path.dirname(place)))
  const told = changed.filter((place) => !parents.has(place))
  return new Map(told.map((place) => [place.replace(/[\da-f]{4,}|\d+/g, '*'), place]))
}
