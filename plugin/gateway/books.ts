/**
 * A sample's calls on disk. A line goes to the operating system at once when its call ends, so that a
 * killed run leaves all that was paid for; calls under way stand in a file beside, `calls.jsonl.begun`,
 * for as long as the books are open, so that what a kill cut off is known as well. Main process.
 */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { type Begun, begunFile, type Call } from './call.ts'

export interface Books {
  begin(begun: Begun): void
  /** @param hide takes secrets out of a text */
  write(call: Call, hide: (text: string) => string): Call
  close(): void
}

/** @throws when the file cannot be written */
export function openBooks(file: string): Books {
  mkdirSync(path.dirname(file), { recursive: true })
  const calls = openSync(file, 'a')
  const begun = openSync(begunFile(file), 'a')
  const append = (to: number, line: string) => {
    const bytes = Buffer.from(`${line}\n`)
    for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at)
  }
  return {
    begin: (call) => append(begun, JSON.stringify(call)),
    write(call, hide) {
      const line = hide(JSON.stringify(call))
      append(calls, line)
      // What is summed up is what was written.
      return JSON.parse(line)
    },
    close() {
      closeSync(calls)
      closeSync(begun)
      rmSync(begunFile(file), { force: true })
    },
  }
}
