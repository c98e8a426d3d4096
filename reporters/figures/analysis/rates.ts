/** What is so or not of a sample (solved, damaged, littered): how often, and between conditions; main process. */
import { clopperPearson, fisherExact, wilson } from '../../../plugin/stats/index.ts'
import type { Family, Rate, RateComparison, Yes } from '../analysis.ts'
import { adjustTogether } from './compare.ts'
import type { PairOfConditions } from './pairs.ts'
import { isSolved, type Reading } from './readings.ts'

const questions: Record<Yes, (reading: Reading) => boolean | null> = {
  solved: isSolved,
  damaged: ({ trusted }) => {
    if (!trusted || trusted.regress.of === 0) return null
    const { passed, graded, of } = trusted.regress
    if (passed < graded) return true
    return graded === of ? false : null
  },
  littered: ({ measured }) => (measured ? measured.litter.length > 0 : null),
}
const all = Object.keys(questions) as Yes[]

export function ratesOf(condition: string, own: readonly Reading[]): Rate[] {
  const byTask = Map.groupBy(own, ({ task }) => task)
  return all.flatMap((what) => [
    rate(what, condition, null, own),
    ...[...byTask].map(([task, samples]) => rate(what, condition, task, samples)),
  ])
}

function rate(
  what: Yes,
  condition: string,
  task: string | null,
  samples: readonly Reading[],
): Rate {
  const known = samples.flatMap((reading) => questions[what](reading) ?? [])
  const count = known.filter(Boolean).length
  const interval = (task === null ? wilson : clopperPearson)(count, known.length)
  return { what, condition, task, count, n: known.length, of: samples.length, interval }
}

/** Fisher's test of each pair, overall and by task. Not paired: for that see the coverage. */
export function compareRates(
  rates: readonly Rate[],
  pairs: readonly PairOfConditions[],
): { rateComparisons: RateComparison[]; families: Family[] } {
  const tasks = [...new Set(rates.map(({ task }) => task))]
  const groups = all.flatMap((what) =>
    [true, false].map((isOverall) => {
      const family = isOverall ? what : `${what} by task`
      const drafts = pairs.flatMap(([first, second]) =>
        tasks
          .filter((task) => (task === null) === isOverall)
          .flatMap((task) => {
            const [a, b] = [first, second].map((condition) =>
              rates.find(
                (one) => one.what === what && one.condition === condition && one.task === task,
              ),
            )
            return a && b ? [{ what, first, second, task, p: fisher(a, b), family }] : []
          }),
      )
      return adjustTogether(family, drafts)
    }),
  )
  return {
    rateComparisons: groups.flatMap(({ tests }) => tests),
    families: groups.flatMap(({ families }) => families),
  }
}

function fisher(a: Rate, b: Rate): number | null {
  return a.n > 0 && b.n > 0 ? fisherExact(a.count, a.n - a.count, b.count, b.n - b.count) : null
}
