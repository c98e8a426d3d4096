/**
 * Reads a unified diff, plain or in git's form, into what it does to each file. Not jsdiff's parser:
 * that one passes over lines that it does not know, loses names that are no UTF-8 or end in a space,
 * and can't say in which line of the patch a hunk stands. Runs in any process.
 */
import type { RawPath } from './name.ts'
import { unquoted } from './quote.ts'

export type Hunk = {
  /** Line of the patch in which it begins, from 1. */
  patchLine: number
  /** Line of the old file at which it begins, from 1; for a hunk of no old lines, the line before it. */
  start: number
  /** Old and new lines, context in both, each with its newline unless the patch says there is none. */
  old: string[]
  new: string[]
}

export type FilePatch = {
  patchLine: number
  /** null: the file is new. */
  from: RawPath | null
  /** null: the file is deleted. */
  to: RawPath | null
  /** git's mode of the new file, such as '100755'; null where the patch does not say. */
  mode: string | null
  /** Whether the patch says that `to` is another file than `from`, and `from` goes away or stays. */
  moves: 'renames' | 'copies' | null
  hunks: Hunk[]
}

/** @throws with the line of the patch that can't be understood or applied */
export function parsePatch(patch: string): FilePatch[] {
  const lines = linesOfPatch(patch)
  const files: FilePatch[] = []
  let file: FilePatch | null = null
  let at = 0
  const begin = (from: RawPath | null, to: RawPath | null): FilePatch => {
    file = { patchLine: at + 1, from, to, mode: null, moves: null, hunks: [] }
    files.push(file)
    return file
  }
  let isGit = false

  while (at < lines.length) {
    const line = lines[at] as string
    if (line.startsWith('diff --git ')) {
      const [from, to] = gitNames(line, at)
      begin(from, to)
      isGit = true
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      const [from, to] = [nameIn(line), nameIn(lines[at + 1] as string)]
      if (!from && !to) fail(at, 'names /dev/null on both sides')
      const current: FilePatch = isGit && file ? file : begin(from, to)
      current.from = from
      current.to = to
      isGit = false
      at++
    } else if (line.startsWith('@@ ')) {
      const owner = file as FilePatch | null
      if (!owner) return fail(at, 'is a hunk before any "--- a/file" and "+++ b/file"')
      const { hunk, next } = readHunk(lines, at)
      owner.hunks.push(hunk)
      at = next - 1
    } else if (/^(Binary files .* differ|GIT binary patch)$/.test(line)) {
      fail(at, 'says that a binary file differs, without its contents: that can not be applied')
    } else if (isGit && file) {
      readExtended(line, file)
    } else if (file && /^[+-]/.test(line) && line !== '-- ') {
      fail(at, 'is beyond its hunk: the counts in the "@@" line are too small')
    }
    at++
  }
  return files
}

function linesOfPatch(patch: string): string[] {
  const lines = patch.split('\n')
  if (lines.at(-1) === '') lines.pop()
  // A header that ends in a carriage return: the patch itself was checked out with CRLF.
  const header = lines.find((line) => /^(diff --git |--- |@@ )/.test(line))
  return header?.endsWith('\r') ? lines.map((line) => line.replace(/\r$/, '')) : lines
}

/** The lines between `diff --git` and the first hunk. */
function readExtended(line: string, file: FilePatch): void {
  const value = (label: string) => (line.startsWith(label) ? line.slice(label.length) : null)
  const mode = value('new file mode ') ?? value('new mode ')
  if (mode) file.mode = mode
  if (line.startsWith('new file mode ')) file.from = null
  if (line.startsWith('deleted file mode ')) file.to = null
  const from = value('rename from ') ?? value('copy from ')
  const to = value('rename to ') ?? value('copy to ')
  if (from) file.from = unquoted(from)
  if (to) file.to = unquoted(to)
  if (from) file.moves = line.startsWith('rename') ? 'renames' : 'copies'
}

function gitNames(line: string, at: number): [RawPath, RawPath] {
  const rest = line.slice('diff --git '.length)
  const both = /^("(?:[^"\\]|\\.)*"|.*?) ("(?:[^"\\]|\\.)*")$|^("(?:[^"\\]|\\.)*") (.*)$/.exec(rest)
  if (both) {
    return [
      withoutPrefix(unquoted(both[1] ?? both[3] ?? '')),
      withoutPrefix(unquoted(both[2] ?? both[4] ?? '')),
    ]
  }
  // Without quotes the two names are one but for their prefix, or the lines that follow name them again.
  const middle = (rest.length - 1) / 2
  const from = rest.slice(0, middle)
  const to = rest.slice(middle + 1)
  if (from.slice(from.indexOf('/')) === to.slice(to.indexOf('/'))) {
    return [withoutPrefix(from), withoutPrefix(to)]
  }
  const space = rest.indexOf(' b/')
  if (space === -1) return fail(at, 'does not name two files')
  return [withoutPrefix(rest.slice(0, space)), withoutPrefix(rest.slice(space + 1))]
}

/** The name in a `---` or `+++` line; what follows a tab is a time. */
function nameIn(line: string): RawPath | null {
  const name = line.slice(4).replace(/\t.*$/, '')
  return name === '/dev/null' ? null : withoutPrefix(unquoted(name))
}

function withoutPrefix(name: RawPath): RawPath {
  if (typeof name === 'string') return name.replace(/^[ab]\//, '')
  return /^[ab]\//.test(name.toString('latin1')) ? name.subarray(2) : name
}

function readHunk(lines: string[], at: number): { hunk: Hunk; next: number } {
  const counts = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at] as string)
  if (!counts) return fail(at, 'is no hunk header such as "@@ -1,4 +1,5 @@"')
  const [olds, news] = [Number(counts[2] ?? 1), Number(counts[3] ?? 1)]
  const hunk: Hunk = { patchLine: at + 1, start: Number(counts[1]), old: [], new: [] }
  let next = at + 1
  let last: string[][] = []
  for (; next < lines.length; next++) {
    const line = lines[next] as string
    const isOver = hunk.old.length === olds && hunk.new.length === news
    if (line.startsWith('\\')) {
      for (const side of last) side.push((side.pop() as string).slice(0, -1))
      last = []
      continue
    }
    if (isOver) break
    // Editors strip the single space of an empty context line.
    const isBare = line === '' || line === '\r'
    const sign = isBare ? ' ' : line[0]
    if (sign === ' ') last = [hunk.old, hunk.new]
    else if (sign === '-') last = [hunk.old]
    else if (sign === '+') last = [hunk.new]
    else fail(next, `stands in a hunk, but begins with none of " ", "-", "+", "\\"`)
    for (const side of last) side.push(`${isBare ? line : line.slice(1)}\n`)
    if (hunk.old.length > olds || hunk.new.length > news) {
      fail(next, `is one more than the counts of its hunk (line ${at + 1} of the patch) allow`)
    }
  }
  if (hunk.old.length !== olds || hunk.new.length !== news) {
    fail(at, `promises ${olds} old and ${news} new lines, the patch ends before them`)
  }
  return { hunk, next }
}

function fail(at: number, what: string): never {
  throw new Error(`line ${at + 1} of the patch ${what}`)
}
