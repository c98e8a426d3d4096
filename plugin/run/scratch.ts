/** Where one attempt happens: fresh folders with names that say nothing. Main process. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { makeOwned } from '../process/temporary.ts'

export interface Scratch {
  /** Holds all others; the processes of the attempt are recognised by it. */
  folder: string
  /** The copy of the seed that the harness may change; not made yet. */
  build: string
  home: string
  temporary: string
  /** File for what the harness prints. */
  output: string
}

/** @throws when the system's temporary folder cannot be written */
export async function makeScratch(): Promise<Scratch> {
  const folder = makeOwned()
  const room = path.join(folder, 'w')
  const scratch = {
    folder,
    build: path.join(room, 'project'),
    home: path.join(room, 'home'),
    temporary: path.join(room, 'tmp'),
    output: path.join(folder, 'output'),
  }
  await mkdir(room)
  await Promise.all([mkdir(scratch.home), mkdir(scratch.temporary)])
  return scratch
}

/** The folder of a scratch that an earlier run made, by its path alone. */
export function scratchAt(folder: string): Pick<Scratch, 'folder' | 'build' | 'output'> {
  return {
    folder,
    build: path.join(folder, 'w', 'project'),
    output: path.join(folder, 'output'),
  }
}
