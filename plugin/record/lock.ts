/** One owner at a time for a folder of the store, also between two runs, also after `kill -9`. Main process. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, ownIdentity } from '../process/identity.ts'

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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        // A full disk: the file may have been made, and only its content not written.
        if ((await readFile(file, 'utf8').catch(() => undefined)) === '') await rm(file)
        throw error
      }
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
