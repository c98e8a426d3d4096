/** Conditions against one another, paired by block: overall and by task; main process. */
import { type Axis, axisSchema } from '../../../plugin/record/schema.ts'
import type { Comparison, Family } from '../analysis.ts'
import { compareAll, type Draft } from './compare.ts'
import { type Block, fractionOf } from './readings.ts'

/** More conditions than these are compared with the first only: all pairs would drown each other. */
const MOST_IN_ALL_PAIRS = 6

export type PairOfConditions = readonly [first: string, second: string]

/** Pairs of which the first is compared with the second: the later condition minus the earlier. */
export function pairsOf(conditions: readonly string[]): PairOfConditions[] {
  return conditions.flatMap((second, at) =>
    conditions
      .slice(at + 1)
      .filter(() => at === 0 || conditions.length <= MOST_IN_ALL_PAIRS)
      .map((first): PairOfConditions => [first, second]),
  )
}

export function comparePairs(
  kind: 'pair' | 'twins',
  pairs: readonly PairOfConditions[],
  tasks: readonly string[],
  blocks: readonly Block[],
): { comparisons: Comparison[]; families: Family[] } {
  const families = axisSchema.options.flatMap((axis) => {
    const overall = pairs.map((pair) => draft(kind, pair, axis, null, blocks))
    const byTask = pairs.map((pair) =>
      tasks.flatMap((task) => {
        const one = draft(kind, pair, axis, task, blocks)
        return one.blocks.of > 0 ? [one] : []
      }),
    )
    const what = kind === 'twins' ? 'twins' : 'pairs of conditions'
    return [
      compareAll(`${what}, ${axis}`, overall, 'Holm'),
      ...byTask.map((drafts) => compareAll(`${drafts[0]?.name} by task, ${axis}`, drafts, 'max-T')),
    ]
  })
  return {
    comparisons: families.flatMap(({ comparisons }) => comparisons),
    families: families.flatMap((one) => one.families),
  }
}

/** @param task null: all */
export function draft(
  kind: 'pair' | 'twins',
  [first, second]: PairOfConditions,
  axis: Axis,
  task: string | null,
  blocks: readonly Block[],
): Draft {
  const asked = blocks.filter(
    (block) =>
      (task === null || block.task === task) &&
      block.readings.has(first) &&
      block.readings.has(second),
  )
  const pairs = asked.map((block) => {
    const [a, b] = [first, second].map((name) => fractionOf(block.readings.get(name), axis))
    return {
      stratum: block.task,
      difference: typeof a === 'number' && typeof b === 'number' ? a - b : null,
    }
  })
  const n = pairs.filter(({ difference }) => difference !== null).length
  return {
    kind,
    name: `${first} − ${second}`,
    conditions: [first, second],
    axis,
    task,
    pairs,
    blocks: { n, of: asked.length },
  }
}
