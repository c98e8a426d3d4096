/**
 * Tasks with the same assertions, of which the suite says which is the harder: what does it cost not
 * to be told? Not paired, as repetition 1 of one task has nothing to do with that of another; main process.
 */
import { axisSchema } from '../../../plugin/record/schema.ts'
import { permuteTwoSamples } from '../../../plugin/stats/index.ts'
import type { Family, TaskComparison } from '../analysis.ts'
import type { Plan } from '../plan.ts'
import { ALPHA, adjustTogether, grouped } from './compare.ts'
import { fractionOf, type Reading } from './readings.ts'

export function compareTasks(
  pairs: NonNullable<Plan['suites'][number]['compare']>,
  conditions: readonly string[],
  readings: readonly Reading[],
): { taskComparisons: TaskComparison[]; families: Family[] } {
  const groups = axisSchema.options.map((axis) => {
    const family = `tasks against harder ones, ${axis}`
    const drafts = pairs.flatMap(({ easier, harder }) =>
      conditions.flatMap((condition) => {
        const [told, untold] = [easier, harder].map((task) => {
          const own = readings.filter((one) => one.task === task && one.condition === condition)
          return { of: own.length, values: own.flatMap((one) => fractionOf(one, axis) ?? []) }
        })
        if (!told?.of || !untold?.of) return []
        const says = `${harder} asks for what ${easier} asks for, and tells less.`
        return [{ condition, easier, harder, says, axis, family, ...tested(told, untold) }]
      }),
    )
    const { tests, families, tested: count } = adjustTogether(family, drafts)
    return {
      taskComparisons: tests.map((test): TaskComparison => {
        const { least: _, ...rest } = test
        const { verdict } = rest
        const words = verdict === 'different' ? verdict : `${verdict} (${whyNot(test, count)})`
        return { ...rest, words }
      }),
      families,
    }
  })
  return {
    taskComparisons: groups.flatMap((group) => group.taskComparisons),
    families: groups.flatMap((group) => group.families),
  }
}

interface Known {
  values: number[]
  of: number
}

function tested(easier: Known, harder: Known) {
  const counts = {
    n: [easier.values.length, harder.values.length] as [number, number],
    of: [easier.of, harder.of] as [number, number],
  }
  if (counts.n.includes(0)) return { ...counts, ...none, effect: null, test: 'none' }
  const effect = meanOf(easier.values) - meanOf(harder.values)
  const { p, exact, permutations } = permuteTwoSamples(easier.values, harder.values, 'greater')
  return {
    ...counts,
    effect,
    p,
    // The most extreme deal alone.
    least: 1 / permutations,
    test: exact
      ? `exact permutation, one-sided, ${grouped.format(permutations)} deals`
      : `permutation, one-sided, ${grouped.format(permutations)} sampled deals`,
  }
}

const none = { p: null, least: null }

function whyNot({ p, least, n }: ReturnType<typeof tested>, comparisons: number): string {
  if (p === null || least === null) return 'not tested'
  const among = comparisons > 1 ? ` in ${comparisons} comparisons` : ''
  return least * comparisons > ALPHA
    ? `with ${n[0]} and ${n[1]} samples nothing could be seen${among}`
    : 'chance alone gives as much too often'
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
