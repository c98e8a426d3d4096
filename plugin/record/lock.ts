/** One owner at a time for a folder of the store, also between two runs, also after `kill -9`. Main process. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Tells a process from a later one with the same number, where the system says when it started. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** Names this process for as long as the machine runs. */
export const ownIdentity = `${process.pid} ${birthOf(process.pid)}`

/** Does the process still run that gave this identity? */
export function isAlive(identity: string): boolean {
  const [number, birth] = identity.split(' ')
  const pid = Number(number)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !birth || birth === birthOf(pid)
}

/**
 * Waits until this process owns `folder`.
 * @param onWait called once when another living process owns it
 * @returns what gives it back
 */
export async function lock(
  folder: string,
  onWait: (owner: string) => void,
  signal?: AbortSignal,
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'lock')
  const token = `${ownIdentity} ${randomUUID()}`
  for (let waited = false; ; ) {
    signal?.throwIfAborted()
    try {
      await writeFile(file, token, { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = await readFile(file, 'utf8').catch(() => undefined)
    if (owner === undefined) continue
    // An empty file is a lock whose owner was killed, or is about to write its name.
    if (owner === '' ? await isStillEmpty(file) : !isAlive(owner)) await breakLock(file, owner)
    else {
      if (!waited) onWait(owner.split(' ')[0] ?? '')
      waited = true
      await delay(200, undefined, signal ? { signal } : {})
    }
  }
}

async function isStillEmpty(file: string): Promise<boolean> {
  await delay(1000)
  return (await readFile(file, 'utf8').catch(() => undefined)) === ''
}

/** Renaming first makes sure that of several waiters only one removes the dead owner's lock. */
async function breakLock(file: string, owner: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== owner)
    await rename(aside, file) // another waiter was faster: it is its lock now
  else await rm(aside, { force: true })
}
