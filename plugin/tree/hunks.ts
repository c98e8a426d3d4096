/** The hunks of a unified diff of two texts, in bounded time. Runs in any process. */
import { structuredPatch } from 'diff'

// Both bounds count steps and not time, so that a diff is the same on any machine. The work grows
// with the product of lines and edits, and the memory with the square of edits.
const EFFORT = 20_000_000
const MOST_EDITS = 1000
const FEWEST_EDITS = 100

/** `@@ … @@` and its lines, each ended by a newline. Texts too different to compare are swapped whole. */
export function hunksBetween(before: string, after: string): string {
  const lines = linesOf(before).length + linesOf(after).length
  const edits = Math.min(MOST_EDITS, Math.floor(EFFORT / Math.max(lines, 1)))
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 3,
    maxEditLength: Math.max(edits, FEWEST_EDITS),
  })
  if (!patch) return wholeSwap(before, after)
  return patch.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      // A range of no lines is named by the line before it.
      const old = range(oldLines === 0 ? oldStart - 1 : oldStart, oldLines)
      const now = range(newLines === 0 ? newStart - 1 : newStart, newLines)
      return `@@ -${old} +${now} @@\n${lines.join('\n')}\n`
    })
    .join('')
}

function wholeSwap(before: string, after: string): string {
  const olds = linesOf(before)
  const news = linesOf(after)
  const old = range(olds.length === 0 ? 0 : 1, olds.length)
  const now = range(news.length === 0 ? 0 : 1, news.length)
  return `@@ -${old} +${now} @@\n${signed('-', olds)}${signed('+', news)}`
}

function signed(sign: string, lines: string[]): string {
  return lines
    .map((line) => sign + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
    .join('')
}

/** git leaves out a count of one. */
function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`
}

/** The lines of a text, each with its newline; the last may lack one. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}
