/** How much a tool may hand to the model; what is left out is said. In the adapter's process. */

/** Characters of one tool's answer. */
const LONGEST_ANSWER = 20_000

/** Bytes that a command's streams may fill, each. */
export const LONGEST_STREAM = 10_000

/** Bytes of a file that is opened at all. */
export const LARGEST_FILE = 2_000_000

/** As many lines as fit. @param hint what to do to see the others */
export function cutLines(lines: string[], hint: (shown: number) => string): string {
  let length = 0
  const shown = lines.findIndex((line) => {
    length += line.length + 1
    return length > LONGEST_ANSWER
  })
  if (shown === -1) return lines.join('\n')
  const first = lines[0] as string
  // A first line that is too long alone is cut in itself.
  if (shown === 0) return `${first.slice(0, LONGEST_ANSWER)}\n[cut within line 1; ${hint(1)}]`
  const left = lines.length - shown
  return `${lines.slice(0, shown).join('\n')}\n[${left} more lines; ${hint(shown)}]`
}
