/** Differences, intervals and probabilities in words; main process. */
import type { AtK, Interval, Solved } from '../figures/analysis.ts'
import { moneyWords, thousands } from './words.ts'

/** `+0.120`, `−0.050`: a difference always says which way. */
export function differenceWords(value: number | null): string {
  if (value === null) return 'unknown'
  const text = Math.abs(value).toFixed(3)
  return Number(text) === 0 ? '0.000' : `${value < 0 ? '−' : '+'}${text}`
}

export function shareWords(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(3)
}

/** `[−0.200, +0.310]`, or a dash where there is none. */
export function intervalWords(
  interval: Interval | null,
  word: (value: number) => string = differenceWords,
): string {
  return interval ? `[${word(interval.low)}, ${word(interval.high)}]` : '–'
}

/** Three places, as much as p of a few permutations says; what is smaller is said to be. */
export function pWords(p: number | null): string {
  if (p === null) return '–'
  return p < 0.001 ? '<0.001' : p.toFixed(3)
}

/** `12 of 15`, and how many were asked for where those are more. */
export function countedWords(count: number, n: number, of: number): string {
  return `${count} of ${n}${n < of ? ` (${of} asked)` : ''}`
}

export function atWords({ value }: AtK): string {
  return value === null ? '–' : value.toFixed(3)
}

/** What was used for each task solved; in words why it is not known. */
export function costPerSolvedWords({ costPerSolved, unknown }: Solved): string {
  if (costPerSolved !== null) return moneyWords(costPerSolved)
  return unknown === 'nothing was solved' ? '–' : 'unknown'
}

export function tokensPerSolvedWords({ outputTokensPerSolved, unknown }: Solved): string {
  if (outputTokensPerSolved !== null) return thousands(outputTokensPerSolved)
  return unknown === 'nothing was solved' ? '–' : 'unknown'
}
