/** Puts the hunks of a patch into a text, strictly. Runs in any process. */
import { linesOf } from './hunks.ts'
import type { Hunk } from './unified.ts'

/**
 * The text after the hunks. Every old line must be there, byte for byte: at the line that the hunk
 * names, or else at one other place only. A text in CRLF takes a patch in LF, and stays in CRLF.
 *
 * @throws saying which line of the patch does not fit, what was expected and what is there
 */
export function placeHunks(text: string, hunks: readonly Hunk[]): string {
  const lines = linesOf(text)
  const result: string[] = []
  let done = 0
  let drift = 0
  for (const hunk of adapted(hunks, lines)) {
    const stated = (hunk.old.length === 0 ? hunk.start : hunk.start - 1) + drift
    const at = placeOf(hunk, lines, stated, done)
    drift += at - stated
    result.push(...lines.slice(done, at), ...hunk.new)
    done = at + hunk.old.length
  }
  result.push(...lines.slice(done))
  const torn = result.findIndex((line, index) => index < result.length - 1 && !line.endsWith('\n'))
  if (torn !== -1) {
    throw new Error(`the patch leaves line ${torn + 1} without a newline, but more lines follow it`)
  }
  return result.join('')
}

function placeOf(hunk: Hunk, lines: string[], stated: number, from: number): number {
  const fits = (at: number) =>
    at >= from &&
    at + hunk.old.length <= lines.length &&
    hunk.old.every((line, index) => lines[at + index] === line)
  if (fits(stated)) return stated

  // A hunk without old lines would fit anywhere: only the stated place will do.
  const places: number[] = []
  for (let at = from; hunk.old.length > 0 && at < lines.length; at++) if (fits(at)) places.push(at)
  if (places.length === 1) return places[0] as number

  const where = `the hunk at line ${hunk.patchLine} of the patch`
  if (places.length > 1) {
    const numbers = places.map((at) => at + 1).join(', ')
    throw new Error(`${where} fits at several lines (${numbers}), none of them the one it names`)
  }
  const first = hunk.old.findIndex((line, index) => lines[stated + index] !== line)
  if (stated < from || first === -1) {
    throw new Error(
      `${where} does not fit: the file has no line ${stated + 1} that is left to change`,
    )
  }
  const expected = JSON.stringify(hunk.old[first])
  const found = lines[stated + first]
  const is = found === undefined ? 'the file ends before it' : `is ${JSON.stringify(found)}`
  throw new Error(
    `${where} does not fit: line ${stated + first + 1} of the file should be ${expected}, but ${is}`,
  )
}

/** Where the text has one kind of line ends throughout and the patch the other, the text's kind. */
function adapted(hunks: readonly Hunk[], lines: string[]): readonly Hunk[] {
  const isWindows = (line: string) => line.endsWith('\r\n')
  const isUnix = (line: string) => line.endsWith('\n') && !isWindows(line)
  const patched = hunks.flatMap((hunk) => [...hunk.old, ...hunk.new])
  const convert = (change: (line: string) => string) =>
    hunks.map((hunk) => ({ ...hunk, old: hunk.old.map(change), new: hunk.new.map(change) }))

  if (lines.some(isWindows) && !lines.some(isUnix) && !patched.some(isWindows)) {
    return convert((line) => line.replace(/\n$/, '\r\n'))
  }
  if (lines.some(isUnix) && !lines.some(isWindows) && !patched.some(isUnix)) {
    return convert((line) => line.replace(/\r\n$/, '\n'))
  }
  return hunks
}
