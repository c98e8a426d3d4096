/** What each factor did, and factors together: main effects and interactions; main process. */
import { type Axis, axisSchema } from '../../../plugin/record/schema.ts'
import { confounded, factorialEffects, type Pair } from '../../../plugin/stats/index.ts'
import type { Comparison, Family } from '../analysis.ts'
import type { Level, Levels, Plan } from '../plan.ts'
import { compareAll, type Draft } from './compare.ts'
import { type Block, fractionOf } from './readings.ts'

/** Conditions that differ in the levels of the same factors, and in nothing else. */
export interface Factorial {
  /** What the names of its conditions have in common; empty where it is the only one of its factors. */
  base: string
  levels: Record<string, Levels>
  /** Levels by factor, the one that others are compared with first; of factors that were switched. */
  factors: Record<string, Level[]>
  /** Sentences on what its conditions cannot tell apart. */
  confounded: string[]
  /** Some effect can be told: then its conditions are compared by effects, not in pairs. */
  isEstimable: boolean
}

export function factorialsOf(
  plan: Pick<Plan, 'levels'>,
  conditions: readonly string[],
): Factorial[] {
  const withLevels = conditions.flatMap((name) => {
    const levels = plan.levels?.[name]
    return levels && Object.keys(levels).length > 0 ? [{ name, levels }] : []
  })
  const bySet = Map.groupBy(withLevels, ({ levels }) => JSON.stringify(Object.keys(levels).sort()))
  return [...bySet.values()].flatMap((own) => {
    const isOne = new Set(own.map(({ levels }) => keyOf(levels))).size === own.length
    // Two harnesses with the same factors are two experiments.
    const groups = isOne ? [['', own] as const] : [...Map.groupBy(own, ({ name }) => baseOf(name))]
    return groups
      .filter(([, group]) => group.length > 1)
      .map(([base, group]) =>
        factorialOf(base, Object.fromEntries(group.map((c) => [c.name, c.levels]))),
      )
  })
}

export function compareFactorial(
  factorial: Factorial,
  tasks: readonly string[],
  blocks: readonly Block[],
): { comparisons: Comparison[]; families: Family[] } {
  if (!factorial.isEstimable) return { comparisons: [], families: [] }
  const of = factorial.base ? ` of ${factorial.base}` : ''
  const families = axisSchema.options.flatMap((axis) => {
    const overall = drafts(factorial, axis, null, blocks)
    const byTask = tasks.flatMap((task) => drafts(factorial, axis, task, blocks))
    return [
      compareAll(`effects${of}, ${axis}`, overall, 'Holm'),
      ...overall.map(({ name }) =>
        compareAll(
          `${name}${of} by task, ${axis}`,
          byTask.filter((draft) => draft.name === name),
          'max-T',
        ),
      ),
    ]
  })
  return {
    comparisons: families.flatMap(({ comparisons }) => comparisons),
    families: families.flatMap((one) => one.families),
  }
}

function factorialOf(base: string, levels: Record<string, Levels>): Factorial {
  const factors = factorsOf(Object.values(levels))
  const sentences = confounded(levels).map(({ says }) => (base ? `${base}: ${says}` : says))
  const cells = Object.values(levels).map((own) => ({ levels: own, value: 0 }))
  const effects = factorialEffects([{ stratum: '', cells }], factors)
  return {
    base,
    levels,
    factors,
    confounded: sentences,
    isEstimable: effects.some(({ pairs }) => pairs.length > 0),
  }
}

/** Effects that these conditions can tell, with their pairs. */
function drafts(
  { base, levels, factors }: Factorial,
  axis: Axis,
  task: string | null,
  blocks: readonly Block[],
): Draft[] {
  const conditions = Object.keys(levels)
  const asked = blocks.filter(
    (block) =>
      (task === null || block.task === task) &&
      conditions.every((condition) => block.readings.has(condition)),
  )
  const input = asked.map((block) => ({
    stratum: block.task,
    cells: conditions.map((condition) => ({
      levels: levels[condition] as Levels,
      value: fractionOf(block.readings.get(condition), axis),
    })),
  }))
  return factorialEffects(input, factors).flatMap(
    ({ kind, name: effect, pairs, blocks: counted }) => {
      const name = base ? `${base}: ${effect}` : effect
      return pairs.length > 0
        ? [{ kind, name, conditions, axis, task, pairs: pairs as Pair[], blocks: counted }]
        : []
    },
  )
}

/** Off comes first, whichever condition does: an effect is that of switching on. */
function factorsOf(levels: readonly Levels[]): Record<string, Level[]> {
  const names = [...new Set(levels.flatMap((own) => Object.keys(own)))]
  return Object.fromEntries(
    names.flatMap((name) => {
      const own = [...new Set(levels.map((one) => one[name] ?? null))]
      const isOff = (level: Level) => Number(level === false || level === null)
      return own.length > 1 ? [[name, own.sort((a, b) => isOff(b) - isOff(a))]] : []
    }),
  )
}

function keyOf(levels: Levels): string {
  return JSON.stringify(Object.entries(levels).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** `loop` of `loop.map-plan`. */
function baseOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
