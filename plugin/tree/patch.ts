/** Applies a unified diff to a tree: all of it, or nothing. Runs in any process. */
import { isUtf8 } from 'node:buffer'
import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readlink,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join, keyOf, type RawPath, shown } from './name.ts'
import { placeHunks } from './place.ts'
import { type FilePatch, parsePatch } from './unified.ts'
import { walk } from './walk.ts'
import { isGone } from './why.ts'

/**
 * A file or link as it is, or will be. `mode` is git's: 120000 is a link, whose text is its target.
 * `bits` are the permissions to keep; null where there are none yet.
 */
type Content = { text: string; mode: string; bits: number | null }

/** What becomes of each path that the patch names; null: nothing will be there. */
type Plan = Map<string, { raw: RawPath; will: Content | null }>

/**
 * Applies a patch (`--- a/x`, `+++ b/x`; with or without git's headers, modes, links and renames).
 * Strict: no line of context may differ. Nothing is written unless everything fits.
 *
 * @returns the paths written or deleted, sorted
 * @throws naming the file, the line of the patch, what was expected and what is there; on paths that
 *   leave the root, enter `.git`, or lead through a link
 */
export async function applyPatch(root: string, patch: string): Promise<{ touched: string[] }> {
  const files = parsePatch(patch)
  if (files.length === 0 && patch.trim() !== '') {
    throw new Error('the patch changes no file: it has no lines such as "--- a/file", "+++ b/file"')
  }
  const plan: Plan = new Map()
  for (const file of files) {
    try {
      await planFile(root, file, plan)
    } catch (error) {
      const name = shown(file.to ?? file.from ?? '')
      throw new Error(`${name} (line ${file.patchLine} of the patch): ${(error as Error).message}`)
    }
  }
  await refuseCollisions(root, plan)
  await carryOut(root, plan)
  return { touched: [...plan.values()].map(({ raw }) => shown(raw)).sort() }
}

async function planFile(root: string, file: FilePatch, plan: Plan): Promise<void> {
  const { from, to, moves } = file
  for (const path of [from, to]) if (path !== null) refusePath(shown(path))
  const isSame = from !== null && to !== null && keyOf(from) === keyOf(to)
  if (from !== null && to !== null && !isSame && !moves) {
    throw new Error(`the old file is named ${shown(from)}; both names must be one, or a "rename"`)
  }

  const old = from === null ? null : await contentOf(root, from, plan)
  if (from !== null && !old) throw new Error(`${shown(from)} is not there`)
  if (to !== null && !isSame && (await contentOf(root, to, plan))) {
    throw new Error(`${shown(to)} is already there, and the patch would create it`)
  }

  const text = placeHunks(old?.text ?? '', file.hunks)
  if (from !== null && (to === null || moves === 'renames')) {
    plan.set(keyOf(from), { raw: from, will: null })
  }
  if (to === null) {
    if (text !== '') throw new Error('the patch deletes it, but does not list all of its lines')
    return
  }
  const mode = file.mode ?? old?.mode ?? '100644'
  plan.set(keyOf(to), { raw: to, will: { text, mode, bits: old?.bits ?? null } })
}

function refusePath(path: string): void {
  const parts = path.split(process.platform === 'win32' ? /[/\\:]/ : '/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('a patch may not reach outside of its tree')
  }
  if (parts.some((part) => part.toLowerCase() === '.git')) {
    throw new Error('a patch may not write into .git')
  }
}

/** What stands at a path, the plan so far carried out; null where there is no file. */
async function contentOf(root: string, path: RawPath, plan: Plan): Promise<Content | null> {
  const planned = plan.get(keyOf(path))
  if (planned) return planned.will
  for (const folder of foldersAbove(path)) {
    if (plan.get(keyOf(folder))?.will === null) return null
    const status = await lookAt(root, folder)
    if (!status) return null
    if (status.isSymbolicLink()) throw new Error(`its folder ${shown(folder)} is a link`)
    if (!status.isDirectory()) throw new Error(`its folder ${shown(folder)} is no folder`)
  }
  const status = await lookAt(root, path)
  if (!status || status.isDirectory()) return null
  const isLink = status.isSymbolicLink()
  if (!isLink && !status.isFile()) throw new Error('is neither a file nor a link')
  const location = join(root, path)
  const bytes = isLink ? await readlink(location, { encoding: 'buffer' }) : await readFile(location)
  if (!isUtf8(bytes)) throw new Error('is no UTF-8 text; only text can be patched')
  const bits = status.mode & 0o7777
  const mode = isLink ? '120000' : bits & 0o100 ? '100755' : '100644'
  return { text: bytes.toString(), mode, bits: isLink ? null : bits }
}

async function lookAt(root: string, path: RawPath) {
  return lstat(join(root, path)).catch((error) => {
    if (isGone(error)) return null
    throw error
  })
}

/** `a`, then `a/b`, for `a/b/c`. */
function foldersAbove(path: RawPath): Buffer[] {
  const bytes = Buffer.from(path)
  const ends = [...bytes.keys()].filter((index) => bytes[index] === 0x2f)
  return ends.map((end) => bytes.subarray(0, end))
}

/** Where the plan puts a file into the way of another: below it, or in place of a folder in use. */
async function refuseCollisions(root: string, plan: Plan): Promise<void> {
  for (const { raw, will } of plan.values()) {
    if (!will) continue
    for (const folder of foldersAbove(raw)) {
      if (plan.get(keyOf(folder))?.will) {
        throw new Error(`${shown(raw)}: the patch makes ${shown(folder)} a file or link as well`)
      }
    }
    if (!(await lookAt(root, raw))?.isDirectory()) continue
    for (const entry of await walk(root, (path) => !isAboveOrBelow(path, shown(raw)))) {
      const stays = entry.kind !== 'folder' && plan.get(entry.key)?.will !== null
      if (stays) throw new Error(`${shown(raw)}: is a folder that holds ${entry.path}`)
    }
  }
}

function isAboveOrBelow(path: string, folder: string): boolean {
  return `${folder}/`.startsWith(`${path}/`) || path.startsWith(`${folder}/`)
}

/** Deletions first: a file may become a folder, or a folder a file. */
async function carryOut(root: string, plan: Plan): Promise<void> {
  for (const { raw, will } of plan.values()) {
    if (will) continue
    await rm(join(root, raw), { force: true })
    await removeEmpty(root, foldersAbove(raw).reverse())
  }
  for (const { raw, will } of plan.values()) {
    if (!will) continue
    const location = join(root, raw)
    const folder = foldersAbove(raw).at(-1)
    if (folder) await mkdir(join(root, folder), { recursive: true })
    // Never written in place: it may be a link, write-protected, or share its bytes with another name.
    await rm(location, { force: true, recursive: true })
    if (will.mode === '120000') {
      await symlink(will.text, location)
      continue
    }
    const isExecutable = will.mode === '100755'
    await writeFile(location, will.text, { flag: 'wx', mode: isExecutable ? 0o777 : 0o666 })
    const wasExecutable = ((will.bits ?? 0) & 0o100) !== 0
    if (will.bits !== null && wasExecutable === isExecutable) await chmod(location, will.bits)
  }
}

/** Folders left empty go too, as with git, which knows none. */
async function removeEmpty(root: string, folders: Buffer[]): Promise<void> {
  for (const folder of folders) {
    try {
      await rmdir(join(root, folder))
    } catch {
      return
    }
  }
}
