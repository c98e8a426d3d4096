/**
 * The folders that probes work in, under the system's temporary folder: their names say nothing, and
 * those that a killed run left behind are found again. Runs in the main process.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { chmod, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killFamily } from '../../process/family.ts'

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

/** All names are of one length, so that what a build prints of a path is, too. */
const nameLength = 12
const ownerFile = 'owner'

/** Makes a folder for all probes of one run, marked as ours. */
export function openScratch(): Scratch {
  const name = randomName()
  const all = join(realpathSync(tmpdir()), name)
  mkdirSync(all, { mode: 0o700 })
  writeFileSync(join(all, ownerFile), `${process.pid} ${signature(name, process.pid)}`)
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
    async close() {
      // What slipped through the looks after each probe, which are cheap ones.
      await killFamily({ pid: null, marker: all })
      await remove(all)
    },
  }
}

/** Removes what runs that were killed left behind, and ends what still runs in there. */
export async function sweepScratch(): Promise<void> {
  const temp = realpathSync(tmpdir())
  for (const name of readdirSync(temp)) {
    if (name.length !== nameLength || !/^[0-9a-f]+$/.test(name)) continue
    if (!isAbandoned(temp, name)) continue
    await killFamily({ pid: null, marker: join(temp, name) })
    await remove(join(temp, name))
  }
}

/** Ours by its signature, and its run is gone. */
function isAbandoned(temp: string, name: string): boolean {
  try {
    const [pid, sign] = readFileSync(join(temp, name, ownerFile), 'utf8').split(' ')
    return sign === signature(name, Number(pid)) && !isAlive(Number(pid))
  } catch {
    return false // a stranger's folder
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Removes a folder, also while something still writes into it or when a build took away its own
 * rights. What cannot be removed even so is left: it is in nobody's way, and swept another time.
 */
export async function remove(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 8, retryDelay: 20 }
  try {
    await rm(folder, options)
  } catch {
    await openUp(folder)
    await rm(folder, options).catch(() => {})
  }
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {})
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name))
  }
}

const randomName = () => randomBytes(nameLength / 2).toString('hex')

const signature = (name: string, pid: number) =>
  createHash('sha256').update(`${name} ${pid}`).digest('hex').slice(0, 16)
