/** Old costs beside new ones: a table for each suite of each experiment, and what lacks a price. */
import { type TableCell, table } from '../../../reporters/table.ts'
import {
  countWords,
  moneyWords,
  percentWords,
  standInWords,
  unpricedWords,
} from '../../../reporters/terminal/words.ts'
import { type Look, oneLine, printable, together } from '../../../reporters/text.ts'
import { packageSource } from '../../gateway/prices.ts'
import type { Costs } from './costs.ts'
import type { RecostedAttempt, RecostedSample } from './sample.ts'

/** Samples or attempts together. */
interface Sum {
  count: number
  calls: number
  scripted: number
  replayed: number
  before: Sums
  after: Sums
}

/** @param prices the person's own price table, where one was given */
export function show(
  samples: RecostedSample[],
  prices: string | undefined,
  look: Look = {},
): string {
  const suites = Map.groupBy(samples, ({ sample }) => `${sample.experiment}, ${sample.suite}`)
  const blocks = [...suites].map(([name, own]) => `${printable(name)}\n${suiteTable(own, look)}`)
  const own = prices === undefined ? '' : `${prices}, and what it does not know by `
  return [
    `Costs by ${own}${packageSource()}.`,
    ...blocks,
    conclusion(samples, prices === undefined),
  ].join('\n\n')
}

function suiteTable(samples: RecostedSample[], look: Look): string {
  const metered = samples.filter((one) => countingOf(one).length > 0)
  const conditions = Map.groupBy(metered, ({ sample }) => sample.condition)
  const rows = [...conditions].flatMap(([condition, own]) => conditionRows(condition, own))
  const claims = samples.filter(({ isClaim }) => isClaim).length
  const notes = [
    ...(claims > 0
      ? [`${countWords(claims, 'sample')} of which no call was metered: their costs stay.`]
      : []),
    ...aside(samples),
  ]
  if (rows.length === 0) return ['No metered sample is in the figures.', ...notes].join('\n')
  if (conditions.size > 1) {
    const all = sumOf(metered.flatMap(countingOf))
    rows.push([['all', standInsOf(all)].filter(Boolean).join(' '), 'total', ...cells(all)])
  }
  const columns = [
    { title: 'condition' },
    { title: 'task' },
    { title: 'samples', align: 'right' as const },
    { title: 'calls', align: 'right' as const },
    { title: 'cost before' },
    { title: 'cost after' },
    { title: '', align: 'right' as const },
  ]
  return [table(columns, rows, look), ...notes].join('\n')
}

function conditionRows(condition: string, samples: RecostedSample[]): TableCell[][] {
  const total = sumOf(samples.flatMap(countingOf))
  const names = [printable(condition), standInsOf(total)]
  const tasks = Map.groupBy(samples, ({ sample }) => sample.task)
  const rows = [...tasks].map(([task, own], index) => [
    names[index] ?? '',
    printable(task),
    ...cells(sumOf(own.flatMap(countingOf))),
  ])
  return [...rows, [names[rows.length] ?? '', 'total', ...cells(total)]]
}

/** What can be added up. */
type Sums = Omit<Costs, 'prices'>

function cells({ count, calls, before, after }: Sum): string[] {
  return [String(count), String(calls), costWords(before), costWords(after), changed(before, after)]
}

const standInsOf = ({ scripted, replayed, count }: Sum) =>
  standInWords({ scripted, replayed, measured: count })

function costWords({ cost, unpriced }: Sums): string {
  const sum = cost === null ? 'unknown' : moneyWords(cost)
  return unpriced > 0 ? `${sum}, ${together(unpricedWords(unpriced))}` : sum
}

/** Sums that lack different calls cannot be compared. */
function changed(before: Sums, after: Sums): string {
  if (before.unpriced !== after.unpriced || before.cost === null || after.cost === null)
    return before.cost === after.cost && before.unpriced === after.unpriced ? 'same' : ''
  if (before.cost === after.cost) return 'same'
  return before.cost > 0 ? percentWords(after.cost / before.cost - 1) : ''
}

/** Attempts that are in no figure were paid for all the same. */
function aside(samples: RecostedSample[]): string[] {
  const others = samples.flatMap(({ attempts, counting }) =>
    attempts.filter(({ number }) => number !== counting),
  )
  if (others.length === 0) return []
  const sum = sumOf(others)
  const { count, before, after } = sum
  const what = [countWords(count, 'attempt'), standInsOf(sum)]
  const text = `In no figure: ${what.filter(Boolean).join(' ')}: ${costWords(before)} → ${costWords(after)}.`
  return [text.replaceAll('\u00a0', ' ')]
}

function conclusion(samples: RecostedSample[], isBundledOnly: boolean): string {
  const all = samples.flatMap(({ attempts }) => attempts)
  const { calls, before, after } = sumOf(all)
  if (all.length === 0) return 'No call was metered.'
  const reasons = Map.groupBy(
    all.flatMap(({ why }) => why),
    (why) => why,
  )
  return [
    `Of ${countWords(calls, 'call')}, ${before.unpriced} lacked a price before and ${after.unpriced} lack one now${reasons.size > 0 ? ':' : '.'}`,
    ...[...reasons].map(
      ([why, { length }]) => `  ${countWords(length, 'call')}: ${printable(oneLine(why))}`,
    ),
    ...(isBundledOnly && after.unpriced > before.unpriced
      ? ['Prices in a Vitest config are not read here: give them with --prices.']
      : []),
  ].join('\n')
}

function countingOf({ attempts, counting }: RecostedSample): RecostedAttempt[] {
  return attempts.filter(({ number }) => number === counting)
}

function sumOf(attempts: RecostedAttempt[]): Sum {
  const costs = (when: 'before' | 'after'): Sums => {
    const known = attempts.flatMap((one) => one[when].cost ?? [])
    return {
      cost: known.length > 0 ? known.reduce((sum, cost) => sum + cost, 0) : null,
      unpriced: attempts.reduce((sum, one) => sum + one[when].unpriced, 0),
    }
  }
  return {
    count: attempts.length,
    calls: attempts.reduce((sum, { calls }) => sum + calls, 0),
    scripted: attempts.filter(({ scripted }) => scripted).length,
    replayed: attempts.filter(({ replayed }) => replayed).length,
    before: costs('before'),
    after: costs('after'),
  }
}
