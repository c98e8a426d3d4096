/** Looks for files of a store that are not whole. For tests. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** @returns the files that bear a final name and are no JSON, or hold a line that is none */
export async function tornFiles(store: string): Promise<string[]> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true }).catch(() => [])
  const torn: string[] = []
  for (const { name, parentPath } of entries) {
    // What has not got its final name yet begins with a dot or ends in `.tmp`.
    if (!/^[a-z].*\.jsonl?$/.test(name)) continue
    const file = path.join(parentPath, name)
    const text = await readFile(file, 'utf8')
    const documents = name.endsWith('l') ? text.split('\n').filter(Boolean) : [text]
    if (!documents.every(isJson)) torn.push(file)
  }
  return torn
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
