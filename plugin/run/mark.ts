/** Tells a program from what takes its place, without starting it. Any process. */
import { realpath, stat } from 'node:fs/promises'

/** @returns another text for another file, or the same with other content; `gone` where there is none */
export async function markOf(file: string): Promise<string> {
  try {
    const place = await realpath(file)
    const { size, mtimeMs } = await stat(place)
    return JSON.stringify([place, size, mtimeMs])
  } catch {
    return 'gone'
  }
}
