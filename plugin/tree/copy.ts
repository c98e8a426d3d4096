/** Copies a tree byte for byte, never through a link. Runs in any process. */
import { constants } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readlink, symlink } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { bounded } from './bounded.ts'
import { refusalOf } from './content.ts'
import { type Child, readFolder } from './folder.ts'
import type { Ignore } from './ignore.ts'
import { join, type RawPath, shown } from './name.ts'
import { codeOf, why } from './why.ts'

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants

type Skipped = { path: string; why: string }

/**
 * Copies contents, modes, links (verbatim, wherever they point) and empty folders. Sockets, pipes,
 * devices and what can't be read are left out and said; times and owners are not copied.
 *
 * @param to a folder that does not exist yet, or is empty
 * @throws when `from` is no readable folder, `to` holds something in the way, or it can't be written
 */
export async function copyTree(
  from: string,
  to: string,
  ignore: Ignore,
): Promise<{ skipped: Skipped[] }> {
  refuseInside(from, to)
  const skipped: Skipped[] = []
  const closed: { folder: string | Buffer; mode: number }[] = []

  let level = await readFolder(from, '', ignore)
  await mkdir(to, { recursive: true })
  while (level.length > 0) {
    const next: Child[] = []
    await bounded(level, async (child) => {
      const source = join(from, child.raw)
      const target = join(to, child.raw)
      if (child.kind === 'folder') next.push(...(await copyFolder(child, source, target)))
      else await copyLeaf(child, source, target)
    })
    level = next
  }
  // Deepest first, and last of all: a folder without write permission must be filled before.
  for (const { folder, mode } of closed.reverse()) await chmod(folder, mode)
  return { skipped: skipped.sort((a, b) => (a.path < b.path ? -1 : 1)) }

  async function copyFolder(child: Child, source: RawPath, target: RawPath): Promise<Child[]> {
    const [status, listed] = await Promise.allSettled([
      lstat(source),
      readFolder(from, child.raw, ignore),
    ])
    if (status.status === 'rejected') {
      skipped.push({ path: child.path, why: why(status.reason) })
      return []
    }
    if (!(await made(mkdir(target), child))) return []
    const mode = status.value.mode & 0o7777
    if ((mode & 0o700) === 0o700) await chmod(target, mode)
    else closed.push({ folder: target, mode })
    if (listed.status === 'fulfilled') return listed.value
    skipped.push({ path: child.path, why: `its contents: ${why(listed.reason)}` })
    return []
  }

  async function copyLeaf(child: Child, source: RawPath, target: RawPath): Promise<void> {
    if (child.kind === 'other') {
      skipped.push({ path: child.path, why: `a ${child.special}` })
    } else if (child.kind === 'file') {
      // copyFile carries the mode over, and so saves looking at the file first.
      await made(copyFile(source, target, COPYFILE_FICLONE | COPYFILE_EXCL), child)
    } else {
      await made(
        readlink(source, { encoding: 'buffer' }).then((to) => symlink(to, target)),
        child,
      )
    }
  }

  /** Forgives what the source is to blame for. What the target is to blame for (a full disk) is thrown. */
  async function made(act: Promise<unknown>, child: Child): Promise<boolean> {
    try {
      await act
      return true
    } catch (error) {
      if (!(await isSourceToBlame(error, from, child))) throw inWords(error, child, to)
      skipped.push({ path: child.path, why: why(error) })
      return false
    }
  }
}

async function isSourceToBlame(error: unknown, from: string, child: Child): Promise<boolean> {
  const code = codeOf(error)
  // Its path fitted below the source and does not below the target: no other name would help.
  if (code === 'ENAMETOOLONG') return true
  if (child.kind === 'folder' || code === 'EEXIST') return false
  // Either end may have refused, and the error does not tell which: ask the source again.
  if (child.kind === 'file') return (await refusalOf(from, child)) !== null
  return readlink(join(from, child.raw)).then(
    () => false,
    () => true,
  )
}

function inWords(error: unknown, child: Child, to: string): unknown {
  if (codeOf(error) !== 'EEXIST') return error
  return new Error(`${shown(join(to, child.raw))} is already there; copy into an empty folder`)
}

function refuseInside(from: string, to: string): void {
  if (`${resolve(to)}${sep}`.startsWith(`${resolve(from)}${sep}`)) {
    throw new Error(`${to} lies inside ${from}: a tree can't be copied into itself`)
  }
}
