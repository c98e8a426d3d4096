/** Writing whole files so that a reader, or a run after `kill -9`, never meets half of one. Main process. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes to a temporary file beside `file`, syncs, and renames.
 * @throws where that fails; the file is then as it was, and nothing is left beside it
 */
export async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${randomUUID()}.tmp`)
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(path.dirname(file))
}

/**
 * Makes the rename itself survive a loss of power, so that what was paid for is not forgotten. Windows
 * cannot open a folder, and some file systems cannot sync one: the new file is in place all the same.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/**
 * Makes a folder, and those above it. `mkdir`'s own `recursive` never ends where a file system says that
 * a parent is missing which is there, as /proc does.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = path.dirname(folder)
    const isThere = async (place: string) => (await stat(place).catch(() => null))?.isDirectory()
    if (await isThere(folder)) return
    if (code !== 'ENOENT' || (await isThere(parent))) throw error
    await makeFolder(parent)
    // Another run may have made it meanwhile.
    await makeFolder(folder)
  }
}

/** The parsed JSON of a file, or undefined where there is none. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError)
      throw new Error(`${file} is not JSON (${error.message}); move it away to have it made again`)
    throw error
  }
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
