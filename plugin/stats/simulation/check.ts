/** One line of the table: a rate, counted over experiments, beside what it should be. Own process. */
import { wilson } from '../proportion/interval.ts'
import { type Random, random } from '../random.ts'

export interface Check {
  /** `false "different"`, `coverage`, `power`. */
  what: string
  of: string
  nominal: number
  /** The side of the nominal rate that is bad; `shown` lines are for comparison, and judged by none. */
  bad: 'above' | 'below' | 'shown'
  /** Whether the thing happened in one experiment. */
  happens: (random: Random) => boolean
}

export interface Rate {
  check: Check
  rate: number
  low: number
  high: number
  good: boolean
}

/** A rate is bad where its own 95% interval (Wilson) lies wholly on the bad side of the nominal rate. */
export function measure(check: Check, experiments: number): Rate {
  const source = random(`${check.what} ${check.of}`)
  let happened = 0
  for (let i = 0; i < experiments; i++) if (check.happens(source)) happened++
  const { low, high } = wilson(happened, experiments) as { low: number; high: number }
  const { bad, nominal } = check
  const good = bad === 'shown' || (bad === 'above' ? low <= nominal : high >= nominal)
  return { check, rate: happened / experiments, low, high, good }
}
