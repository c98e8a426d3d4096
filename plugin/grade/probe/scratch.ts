/** The folders that probes work in: their names say nothing. Runs in the main process. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwned, randomName, removeOwned } from '../../process/temporary.ts'
import { removeTree } from '../../tree/remove.ts'

export type Place = {
  /** Everything of one probe lies below; unique. */
  root: string
  /** To hold the copy of the build; not made yet. */
  work: string
  home: string
  temp: string
}

export type Scratch = {
  /** @throws when the system's temporary folder cannot be written */
  place(): Place
  /** Removes all of it, and ends what still runs in there. */
  close(): Promise<void>
}

/** Makes a folder for all probes of one run, marked as ours. */
export function openScratch(): Scratch {
  const all = makeOwned()
  return {
    place() {
      const root = join(all, randomName())
      const place = {
        root,
        work: join(root, 'work'),
        home: join(root, 'home'),
        temp: join(root, 'tmp'),
      }
      for (const folder of [root, place.home, place.temp]) mkdirSync(folder)
      return place
    },
    // Ends what slipped through the looks after each probe, which are cheap ones, too.
    close: () => removeOwned(all),
  }
}

/** What cannot be removed is left: it is in nobody's way, and swept another time. */
export async function remove(folder: string): Promise<void> {
  await removeTree(folder).catch(() => {})
}
