/** What a run depends on, as one hash: another one, and the stored build is stale. Main process. */

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Task } from '../plan/suite.ts'
import { hashTree, hashValue } from '../tree/hash.ts'
import type { Ignore } from '../tree/ignore.ts'

/** Bumped when the instrument would make another build of the same seed, brief and adapter. */
const RUN_VERSION = 1

/** @returns a hash of files and folders by content, in the given order */
export async function hashPlaces(places: readonly string[], ignore: Ignore): Promise<string> {
  const hashes = await Promise.all(
    places.map(async (place) =>
      (await stat(place)).isDirectory()
        ? hashTree(place, ignore)
        : createHash('sha256')
            .update(await readFile(place))
            .digest('hex'),
    ),
  )
  return hashValue(hashes)
}

/** Nothing volatile goes in: no path, port or time. */
export function runFingerprint(parts: {
  seed: string
  task: Pick<Task, 'brief'>
  adapter: {
    name: string
    version: string
    options: unknown
    model: string | null
    inputs: string
    /** Hash of the scripts that a scripted model follows. */
    scripts?: string
  }
  budgets: unknown
  git: boolean
  ignore: readonly string[]
}): string {
  return hashValue({ ...parts, task: { brief: parts.task.brief }, version: RUN_VERSION }).slice(
    0,
    32,
  )
}
