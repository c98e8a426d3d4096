/** Fresh folders below the system's temporary one, with names that say nothing. Main process. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Where one attempt happens. `folder` holds all three others. */
export interface Scratch {
  folder: string
  /** The copy of the seed that the harness may change. */
  build: string
  home: string
  temporary: string
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'w-')))
  const scratch = {
    folder,
    build: path.join(folder, 'project'),
    home: path.join(folder, 'home'),
    temporary: path.join(folder, 'tmp'),
  }
  await Promise.all([mkdir(scratch.home), mkdir(scratch.temporary)])
  return scratch
}

/** Removes it even where something still writes into it for a moment. */
export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}
