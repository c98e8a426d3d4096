/** Figures put into words, each with what it covers: `0.972 [0.917–1.000] (3 of 3)`; main process. */
import type { Cost, Litter, Sample, Spread } from '../figures.ts'
import { printable, together } from '../text.ts'

/** Mean, range where there is one, and how many of how many: fractions to three places. */
export function fractionWords({ n, of, known }: Spread): string {
  const covers = together(`(${n} of ${of})`)
  if (!known) return `unknown ${covers}`
  const range = known.min < known.max ? ` [${known.min.toFixed(3)}–${known.max.toFixed(3)}]` : ''
  return `${known.mean.toFixed(3)}${range} ${covers}`
}

/** A mean, with how many of how many it covers where that is not all. */
export function meanWords({ n, of, known }: Spread, word: (mean: number) => string): string {
  if (!known) return 'unknown'
  return n === of ? word(known.mean) : `${word(known.mean)} ${together(`(${n} of ${of})`)}`
}

export function costWords(cost: Cost): string {
  const { n, of, known } = cost
  if (!known) return 'unknown'
  const claim = claimWords(cost)
  const sum = `${moneyWords(known.total)}${claim && ` ${claim}`}`
  return n === of ? sum : `${sum}, ${together(`${of - n} of ${of} unknown`)}`
}

/** Whose claim the known costs are; nothing where nobody claims, since then they were metered. */
function claimWords({ claims }: Cost): string {
  const whose = (['published', 'harness', 'nobody'] as const).filter((who) => claims[who] > 0)
  const words = { published: 'published', harness: 'harness', nobody: 'unclaimed' }
  return whose.length === 1 && whose[0] === 'nobody' ? '' : whose.map((w) => words[w]).join('+')
}

/** US dollars to a hundredth of a cent; a cost too small for that is not shown as nothing. */
export function moneyWords(dollars: number): string {
  if (dollars > 0 && dollars < 0.00005) return '<$0.0001'
  return `$${dollars.toFixed(dollars >= 100 ? 2 : 4)}`
}

export function secondsWords(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)}s`
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return together(`${minutes}m ${String(whole % 60).padStart(2, '0')}s`)
  return together(`${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`)
}

export function litterWords({ samples, n, of }: Litter): string {
  if (n === 0) return 'unknown'
  const left = together(`${samples} of ${of}`)
  return n === of ? left : `${left}, ${together(`${of - n} unknown`)}`
}

/** `bare T4 #2`: the second repetition. */
export function sampleWords({ condition, task, repetition }: Sample): string {
  return `${printable(condition)} ${printable(task)} #${repetition}`
}

/** `1 problem`, `2 problems`. */
export function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
