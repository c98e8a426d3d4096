/** Removes a tree that may resist: closed folders, paths too long for a system call. Runs in any process. */
import { randomUUID } from 'node:crypto'
import { chmod, rename, rm } from 'node:fs/promises'
import { join } from './name.ts'
import { walk } from './walk.ts'
import { codeOf } from './why.ts'

/** Each round opens one more layer of closed folders, or takes 4 kB off the longest path. */
const MOST_ROUNDS = 200

/** Removes a folder and all that is in it, never through a link; one that is not there is no error. */
export async function removeTree(root: string): Promise<void> {
  for (let round = 0; ; round++) {
    try {
      return await rm(root, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      const code = codeOf(error)
      let isEased = false
      if (code === 'ENAMETOOLONG') isEased = await shorten(root)
      else if (code === 'EACCES' || code === 'EPERM') isEased = await open(root)
      if (!isEased || round === MOST_ROUNDS) throw error
    }
  }
}

/** Moves what lies too deep up to the root. */
async function shorten(root: string): Promise<boolean> {
  const tooLong = (await walk(root, () => false)).filter(({ problem }) =>
    problem?.includes('ENAMETOOLONG'),
  )
  const parents = new Set(tooLong.map(({ key }) => key.slice(0, key.lastIndexOf('/'))))
  for (const key of parents) {
    await rename(join(root, Buffer.from(key, 'latin1')), join(root, randomUUID()))
  }
  return parents.size > 0
}

async function open(root: string): Promise<boolean> {
  await chmod(root, 0o700)
  const closed = (await walk(root, () => false)).filter(
    ({ kind, mode }) => kind === 'folder' && (mode & 0o700) !== 0o700,
  )
  for (const { raw, mode } of closed) await chmod(join(root, raw), mode | 0o700)
  return closed.length > 0
}
