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

/** Bytes of a folder's name: the owner's process number, when it started, chance, a checksum. */
const parts = { pid: 4, birth: 5, chance: 3, sum: 4 }

/** Bytes set aside in each folder for what `hold` writes, so that no full disk can prevent it. */
const heldBytes = 16_384

/**
 * Makes a folder that belongs to this process for as long as it lives.
 * @returns its real path
 * @throws when the system's temporary folder cannot be written
 */
export function makeOwned(): string {
  const folder = join(realpathSync(tmpdir()), ownedName())
  mkdirSync(folder, { mode: 0o700 })
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

/**
 * The name itself says whose a folder is: so it is known from the first moment to the last, also of
 * one that was killed over while it was made or removed. All are of one length, so that what a build
 * prints of a path is, too.
 */
function ownedName(): string {
  const [pid, birth] = ownIdentity.split(' ').map(Number) as [number, number]
  const body = Buffer.alloc(parts.pid + parts.birth)
  body.writeUInt32BE(pid)
  body.writeUIntBE(birth, parts.pid, parts.birth)
  const name = Buffer.concat([body, randomBytes(parts.chance)])
  return Buffer.concat([name, checksum(name)]).toString('hex')
}

/** The identity of the process that made it; null for a stranger's folder. */
export function ownerOf(folder: string): string | null {
  const text = basename(folder)
  const name = Buffer.from(text, 'hex')
  const end = parts.pid + parts.birth + parts.chance
  if (name.length !== end + parts.sum || name.toString('hex') !== text) return null
  if (!checksum(name.subarray(0, end)).equals(name.subarray(end))) return null
  return `${name.readUInt32BE()} ${name.readUIntBE(parts.pid, parts.birth) || ''}`
}

const checksum = (name: Buffer) => createHash('sha256').update(name).digest().subarray(0, parts.sum)

function readHeld(folder: string): { until: string; content: unknown } | undefined {
  try {
    const held = JSON.parse(readFileSync(join(folder, 'held'), 'utf8'))
    return typeof held?.until === 'string' ? held : undefined
  } catch {
    return undefined
  }
}

/** A name of one length that says nothing. */
export const randomName = () => randomBytes(6).toString('hex')
