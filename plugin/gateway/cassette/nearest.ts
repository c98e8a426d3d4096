/** Shows in what a request differs from the recorded one that is most like it. Any process. */
import { hunksBetween } from '../../tree/hunks.ts'

const widest = 120
const mostLines = 40

export function nearest<T extends { text: string }>(
  asked: string,
  candidates: readonly T[],
): { candidate: T; difference: string } | null {
  const lines = new Set(rendered(asked))
  let best: { candidate: T; likeness: number } | null = null
  for (const candidate of candidates) {
    const theirs = new Set(rendered(candidate.text))
    const common = theirs.intersection(lines).size
    const likeness = (2 * common) / (lines.size + theirs.size)
    if (!best || likeness > best.likeness) best = { candidate, likeness }
  }
  if (!best) return null
  const text = (of: string) => `${rendered(of).join('\n')}\n`
  const difference = hunksBetween(text(best.candidate.text), text(asked)).trimEnd().split('\n')
  const more = difference.length - mostLines
  const shown = difference.slice(0, mostLines)
  if (more > 0) shown.push(`[${more} more lines]`)
  return { candidate: best.candidate, difference: shown.join('\n') }
}

/** Long texts inside of JSON in lines of their own, so that a difference is seen where it is. */
function rendered(text: string): string[] {
  return text
    .replaceAll('\\n', '\\n\n')
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${widest}}`, 'gsu')) ?? [''])
}
