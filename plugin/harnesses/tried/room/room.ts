/** Runs a project's Vitest in a room, and says what was seen there. Main process. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { Project } from '../../../end-to-end/project.ts'
import { makeOwned, removeOwned } from '../../../process/temporary.ts'
import { cacheFolder } from '../../cache.ts'
import type { Found, Job } from './inside.ts'
import { canSeal, sealed } from './seal.ts'

export interface Written {
  /** Absolute. */
  path: string
  bytes: number
  /** As of `Date.now()`. */
  at: number
}

export interface Report extends Found {
  /** Whether the room was one that nothing gets out of: names, processes and what was written are known then. */
  isSealed: boolean
  /** What was written outside the project, and is still there. */
  written: Written[]
}

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const inside = fileURLToPath(new URL('./inside.ts', import.meta.url))

/** Of all that is run in rooms: controls that passed are remembered there. */
export const store = path.join(cacheFolder(), 'store')

/**
 * @param minutes until it is given up
 * @param planted absolute path to content: files that are seen in the room, and nowhere else
 * @throws where nothing may be planted, since the room cannot be sealed
 */
export async function runInRoom(
  project: Project,
  words: string[],
  minutes: number,
  planted: Record<string, string> = {},
): Promise<Report> {
  const isSealed = canSeal()
  if (!isSealed && Object.keys(planted).length > 0)
    throw new Error('files are planted in a sealed room only: it needs Linux, root and `unshare`')
  const shared = path.join(project.folder, 'room')
  await mkdir(shared, { recursive: true })
  const job: Job = { isSealed, project: project.folder, words, planted }
  await writeFile(path.join(shared, 'job.json'), JSON.stringify(job))
  await rm(path.join(shared, 'found.json'), { force: true })
  const command = [process.execPath, inside, shared]
  await mkdir(store, { recursive: true })
  const folder = makeOwned()
  const list = path.join(shared, 'written')
  const seen = [repository, cacheFolder()]
  try {
    const [file, ...args] = isSealed
      ? sealed({ folder, list, shared: [project.folder, store], seen }, command)
      : (command as [string, ...string[]])
    const result = await execa(file, args, {
      all: true,
      reject: false,
      stdin: 'ignore',
      timeout: minutes * 60_000,
      forceKillAfterDelay: 2000,
    })
    const found: Found = await readFile(path.join(shared, 'found.json'), 'utf8').then(
      JSON.parse,
      () => {
        throw new Error(`nothing came out of the room: ${result.all || result.shortMessage}`)
      },
    )
    return {
      ...found,
      isSealed,
      written: isSealed ? await writtenIn(list) : [],
    }
  } finally {
    await removeOwned(folder)
  }
}

/** Vitest’s own caches aside. */
async function writtenIn(list: string): Promise<Written[]> {
  const text = (await readFile(list, 'utf8')).replace(/^.*\/node_modules\/\.vite.*$/gm, '')
  return [...text.matchAll(/^(\S+) (\d+) \.(.*)$/gm)].map(([, at, bytes, place]) => ({
    path: place as string,
    bytes: Number(bytes),
    at: Number(at) * 1000,
  }))
}
