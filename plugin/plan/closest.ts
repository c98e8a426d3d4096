/** Finds the name that a misspelt one was meant to be. Any process. */
import { diffChars } from 'diff'

/** @returns ` (did you mean …?)`, or nothing where no known name comes close */
export function didYouMean(name: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, distance: distance(name, candidate) }))
    .filter((found) => found.distance < 0.35)
    .sort((a, b) => a.distance - b.distance)
  return best ? ` (did you mean \`${best.candidate}\`?)` : ''
}

/** Share of both names' characters that the other one lacks. */
function distance(a: string, b: string): number {
  const changed = diffChars(a.toLowerCase(), b.toLowerCase())
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { count }) => sum + count, 0)
  return changed / (a.length + b.length)
}
