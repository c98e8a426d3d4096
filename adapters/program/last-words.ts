/** Why a program ended, by the end of what it said on standard error. Pure. In the adapter's process. */

/** Node ends with its own version, whatever went wrong. */
const footer = /^Node\.js v\d+\.\d+/

/** A line of a JavaScript or Java stack. */
const frame = /^\s+at \S/

/** Under the piece of source from which an error was thrown; the error itself stands below. */
const marker = /^\s*\^+\s*$/

/** What begins a message: a class of errors, with or without a package, a code, or a word before it. */
const message = /^\s*(Uncaught |Caused by: )?[\w$.]*(Error|Exception)\b/

/** @returns the line that says what was wrong, else the last one; empty where nothing was said */
export function lastWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  const last = lines.at(-1)
  if (last === undefined) return ''
  if (footer.test(last)) {
    lines.pop()
    const thrown = lines[lines.findLastIndex((line) => marker.test(line)) + 1]
    if (thrown !== undefined && lines.some((line) => marker.test(line))) return thrown.trim()
    return (aboveStack(lines) ?? lines.at(-1) ?? '').trim()
  }
  return ((endsInStack(lines) ? aboveStack(lines) : undefined) ?? last).trim()
}

/** Behind it may stand the properties of the error, in braces. */
function endsInStack(lines: string[]): boolean {
  const closed = lines.at(-1) === '}' ? lines.findLastIndex((line) => / \{$/.test(line)) : -1
  return frame.test((closed === -1 ? lines.at(-1) : lines[closed]) ?? '')
}

function aboveStack(lines: string[]): string | undefined {
  const end = lines.findLastIndex((line) => frame.test(line))
  if (end === -1) return undefined
  const above = lines.slice(0, end + 1).findLastIndex((line) => !frame.test(line))
  // A message may have several lines.
  const begun = lines.slice(0, above + 1).findLast((line) => message.test(line))
  return begun ?? lines[above]
}
