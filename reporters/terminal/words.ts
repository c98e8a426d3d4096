/** Figures put into words, each with what it covers: `0.972 [0.917–1.000] (3 of 3)`; main process. */
import type { Failure } from '../figures/assertions.ts'
import type { Cost, Litter, Sample, Spread, TokenFigures, Total } from '../figures.ts'
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
  const { n, of, known, unpriced } = cost
  const lacks = unpriced > 0 ? [together(unpricedWords(unpriced))] : []
  if (!known) return ['unknown', ...lacks].join(', ')
  const whose = whoseWords(cost)
  const sum = `${moneyWords(known.total)}${whose && ` ${whose}`}`
  if (n < of) lacks.unshift(together(`${of - n} of ${of} unknown`))
  return [sum, ...lacks].join(', ')
}

/** The mean of a sample; `at least` where calls are not in it. */
export function meanCostWords({ known, n, of, unpriced }: Cost): string {
  if (!known) return 'unknown'
  const covers = n < of ? ` (${n} of ${of})` : ''
  return `${unpriced > 0 ? 'at least ' : ''}${moneyWords(known.mean)}${covers}`
}

const wordOf = {
  published: 'published',
  harness: 'harness',
  scripted: 'scripted',
  replayed: 'replayed',
  meter: 'metered',
  nobody: 'unclaimed',
} as const

/** Whose word the known costs are; nothing where all were metered, or nobody says. */
function whoseWords({ words }: Cost): string {
  const whose = (Object.keys(wordOf) as (keyof typeof wordOf)[]).filter((who) => words[who] > 0)
  const [first] = whose
  if (whose.length === 1 && (first === 'meter' || first === 'nobody')) return ''
  return whose.map((who) => wordOf[who]).join('+')
}

/** `3 calls unpriced`. */
export function unpricedWords(calls: number): string {
  return `${countWords(calls, 'call')} unpriced`
}

/** Means of a sample, `9.8k/412`: tokens in and out, with how many each covers where that is not all. */
export function tokenWords({ input, output }: TokenFigures): string {
  const { of } = input
  if (!input.known && !output.known) return 'unknown'
  const mean = ({ known }: Spread) => (known ? thousands(known.mean) : 'unknown')
  const [into, out] = [mean(input), mean(output)]
  const means = `${into}/${out}`
  if (input.n !== output.n) return `${means} ${together(`(${input.n} and ${output.n} of ${of})`)}`
  return input.n < of ? `${means} ${together(`(${input.n} of ${of})`)}` : means
}

/** Two or three digits: `412`, `9.8k`, `123k`, `1.2M`. */
export function thousands(count: number): string {
  if (count < 999.5) return count.toFixed(0)
  if (count < 999_500) return `${short(count / 1000)}k`
  return `${short(count / 1e6)}M`
}

const short = (count: number) => count.toFixed(count < 9.95 ? 1 : 0)

/** US dollars to a hundredth of a cent; a cost too small for that is not shown as nothing. */
export function moneyWords(dollars: number): string {
  if (dollars > 0 && dollars < 0.00005) return '<$0.0001'
  return `$${dollars.toFixed(dollars >= 100 ? 2 : 4)}`
}

/** A change by a share of what was there: `+17%`, `−1.4%`. */
export function percentWords(share: number): string {
  const hundredths = Math.abs(share) * 100
  return `${share < 0 ? '−' : '+'}${hundredths.toFixed(hundredths < 10 ? 1 : 0)}%`
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

/** `_check.ts (2×)`. */
export function litterNameWords({ name, samples }: Litter['files'][number]): string {
  return printable(name) + (samples > 1 ? together(` (${samples}×)`) : '')
}

/** Names that a line shows. */
export const LITTER_SHOWN = 8

/** `and 5 other names`; empty where all are shown. */
export function moreLitterWords({ files }: Litter): string {
  const more = files.length - LITTER_SHOWN
  return more > 0 ? `and ${countWords(more, 'other name')}` : ''
}

/** `1/3`: failed in one sample of three. */
export function failedWords({ failed, graded, of }: Failure): string {
  return `${failed}/${of}${graded === of ? '' : together(` (${graded} graded)`)}`
}

/** `bare T4 #2`: the second repetition. */
export function sampleWords({ condition, task, repetition }: Sample): string {
  return `${printable(condition)} ${printable(task)} #${repetition}`
}

/** `(scripted)`, `(replayed)` where no model answered, `(3 of 15 scripted)` where not always. */
export function standInWords({
  measured,
  ...counts
}: Pick<Total, 'scripted' | 'replayed' | 'measured'>): string {
  const words = (['scripted', 'replayed'] as const).flatMap((how) => {
    if (counts[how] === 0) return []
    return counts[how] === measured ? how : `${counts[how]} of ${measured} ${how}`
  })
  return words.length === 0 ? '' : together(`(${words.join(', ')})`)
}

/** `1 problem`, `2 problems`. */
export function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
