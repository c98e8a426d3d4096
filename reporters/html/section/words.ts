/** Words for the figures of an analysis, as this page prints them; main process. */
import type { Interval } from '../../figures/analysis.ts'

/** `+0.12`, `−0.05`: a difference always says which way. */
export function differenceWords(value: number | null): string {
  if (value === null) return 'unknown'
  const text = Math.abs(value).toFixed(3)
  return Number(text) === 0 ? '0.000' : `${value < 0 ? '−' : '+'}${text}`
}

export function shareWords(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(3)
}

/** `[−0.2, 0.31]`, or a dash where there is none. */
export function intervalWords(
  interval: Interval | null,
  word: (value: number) => string = differenceWords,
): string {
  return interval ? `[${word(interval.low)}, ${word(interval.high)}]` : '–'
}

/** Three places, as much as p of a few permutations says; what is smaller is said to be. */
export function pWords(p: number | null): string {
  if (p === null) return '–'
  if (p < 0.001) return '<0.001'
  return p.toFixed(3)
}
