/**
 * Folders of a run's own below the system's temporary one: their names say nothing, and those that a
 * killed run left are found again and removed, with what still runs in there. Main process.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeTree } from '../tree/remove.ts'
import { killFamily } from './family.ts'
import { isAlive, ownIdentity } from './identity.ts'

/** All names are of one length, so that what a build prints of a path is, too. */
const nameLength = 12

/** Bytes set aside in each folder for what `hold` writes, so that no full disk can prevent it. */
const heldBytes = 16_384

/**
 * Makes a folder that belongs to this process for as long as it lives.
 * @returns its real path
 * @throws when the system's temporary folder cannot be written
 */
export function makeOwned(): string {
  const name = randomName()
  const folder = join(realpathSync(tmpdir()), name)
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'owner'), `${ownIdentity} ${signature(name, ownIdentity)}`)
  writeFileSync(join(folder, 'held'), ' '.repeat(heldBytes))
  return folder
}

/**
 * Ends what runs in a folder that `makeOwned` made, and removes it. A stranger's folder is left
 * alone; so is what cannot be removed: it is in nobody's way, and swept another time.
 */
export async function removeOwned(folder: string): Promise<void> {
  if (ownerOf(folder) === null) return
  await killFamily({ pid: null, marker: folder })
  await removeTree(folder).catch(() => {})
}

/** Keeps a folder from being swept while there is something at `until`, and notes `content` in it. */
export function hold(folder: string, until: string, content: unknown): void {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants
  const file = openSync(join(folder, 'held'), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  try {
    writeSync(file, JSON.stringify({ until, content }).padEnd(heldBytes), 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What `hold` noted for this very `until`; undefined when it was never called, or killed while it wrote. */
export function heldFor(folder: string, until: string): unknown {
  const held = readHeld(folder)
  return held?.until === until ? held.content : undefined
}

/** Removes what runs that were killed left behind, and ends what still runs in there. */
export async function sweepOwned(): Promise<void> {
  const temporary = realpathSync(tmpdir())
  for (const name of readdirSync(temporary)) {
    const folder = join(temporary, name)
    const owner = ownerOf(folder)
    if (owner === null || isAlive(owner)) continue
    const held = readHeld(folder)
    if (!held || !existsSync(held.until)) await removeOwned(folder)
  }
}

/** The identity of the process that made it, by its signature; null for a stranger's folder. */
function ownerOf(folder: string): string | null {
  const name = basename(folder)
  if (name.length !== nameLength || !/^[0-9a-f]+$/.test(name)) return null
  try {
    const [pid, birth, sign] = readFileSync(join(folder, 'owner'), 'utf8').split(' ')
    const owner = `${pid} ${birth}`
    return sign === signature(name, owner) ? owner : null
  } catch {
    return null
  }
}

function readHeld(folder: string): { until: string; content: unknown } | undefined {
  try {
    const held = JSON.parse(readFileSync(join(folder, 'held'), 'utf8'))
    return typeof held?.until === 'string' ? held : undefined
  } catch {
    return undefined
  }
}

export const randomName = () => randomBytes(nameLength / 2).toString('hex')

const signature = (name: string, owner: string) =>
  createHash('sha256').update(`${name} ${owner}`).digest('hex').slice(0, 16)
