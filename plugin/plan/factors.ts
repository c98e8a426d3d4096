/**
 * Makes the conditions of an experiment from those that the options declare: every combination of
 * levels of its factors, or the fraction that is named, and twins. Any process.
 */
import type { Level, Levels } from '../../reporters/figures/plan.ts'
import type { DeclaredCondition } from '../options.ts'
import { didYouMean } from './closest.ts'
import { ConfigurationError } from './error.ts'
import { collisions, nameSchema } from './name.ts'

/** One thing that is measured. */
export interface Condition {
  name: string
  adapter: string
  options: DeclaredCondition['options']
  model: string | undefined
  passEnv: string[]
  /** Levels of factors. A twin has none: it is there to be compared with its namesake alone. */
  levels: Levels
  /** Names of the factors that set some of its options. */
  factors: string[]
  /** The condition that this one is, under another name. */
  twinOf: string | null
  /** The option that declares it: `conditions[1]`. */
  option: string
}

/** @throws ConfigurationError that lists every fault by the option's path */
export function expandConditions(declared: readonly DeclaredCondition[]): Condition[] {
  const problems: string[] = []
  const conditions = declared.flatMap((condition, index) =>
    expand(condition, `conditions[${index}]`, problems),
  )
  for (const pair of collisions(conditions.map(({ name }) => name)))
    problems.push(`two conditions are called ${pair}; rename one in \`conditions\``)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return conditions
}

/** Levels by condition, of those that have any; undefined where none has. */
export function levelsOf(conditions: readonly Condition[]): Record<string, Levels> | undefined {
  const some = conditions.filter(({ levels }) => Object.keys(levels).length > 0)
  return some.length > 0
    ? Object.fromEntries(some.map(({ name, levels }) => [name, levels]))
    : undefined
}

/** Factors that two conditions differ in, in the order in which they are first named. */
export function factorsOf(conditions: readonly Condition[]): string[] {
  const levels = new Map<string, Set<Level>>()
  for (const condition of conditions)
    for (const [factor, level] of Object.entries(condition.levels))
      levels.set(factor, (levels.get(factor) ?? new Set()).add(level))
  return [...levels].filter(([, own]) => own.size > 1).map(([factor]) => factor)
}

function expand(declared: DeclaredCondition, option: string, problems: string[]): Condition[] {
  const { factors, fraction, levels: described = {}, twin, ...rest } = declared
  const at = (where: string, text: string) => problems.push(`option \`${option}.${where}\` ${text}`)
  for (const [name, levels] of Object.entries(factors ?? {})) {
    if (new Set(levels).size < Math.max(2, levels.length))
      at(`factors.${name}`, 'must name two levels or more, each once')
    if (Object.hasOwn(described, name))
      at(`levels.${name}`, 'is a factor already; remove it from `levels`')
    if (Object.hasOwn(rest.options, name))
      at(`options.${name}`, 'is what the factor of that name sets; remove it from `options`')
  }
  if (fraction && !factors)
    at('fraction', 'is a part of a factorial, and there are no `factors`; remove it, or add those')

  const combinations = factors ? combine(factors) : [{}]
  const all = combinations.map(
    (levels): Condition => ({
      ...rest,
      model: rest.model,
      name: factors ? `${rest.name}.${nameOf(levels)}` : rest.name,
      options: { ...rest.options, ...levels },
      levels: { ...described, ...levels },
      factors: Object.keys(levels),
      twinOf: null,
      option,
    }),
  )
  const names = all.map(({ name }) => name)
  for (const pair of collisions(names))
    at('factors', `has levels that make one name, ${pair}; give them values that differ in letters`)
  for (const name of fraction ?? [])
    if (factors && !names.includes(name))
      at('fraction', `names no ${name}${didYouMean(name, names)}; there are: ${names.join(', ')}`)
  const kept = fraction ? all.filter(({ name }) => fraction.includes(name)) : all
  const both = kept.flatMap((condition) => [condition, ...(twin ? [twinOf(condition)] : [])])
  for (const { name } of both)
    if (!nameSchema.safeParse(name).success)
      at('name', `makes a condition ${name}, which is not path-safe; choose a shorter one`)
  return both
}

function twinOf(condition: Condition): Condition {
  const { name } = condition
  return { ...condition, name: `${name}.twin`, levels: {}, twinOf: name }
}

/** Every combination of levels; those of the first factor change fastest. */
function combine(factors: Record<string, readonly Level[]>): Levels[] {
  return Object.entries(factors).reduce<Levels[]>(
    (soFar, [factor, levels]) =>
      levels.flatMap((level) => soFar.map((before) => ({ ...before, [factor]: level }))),
    [{}],
  )
}

/** `map-plan` for those that are on, `tools_minimal` for other levels, `plain` where all are off. */
function nameOf(levels: Levels): string {
  const parts = Object.entries(levels).flatMap(([factor, level]) => {
    if (level === false) return []
    return level === true ? [factor] : [`${factor}_${pathSafe(level)}`]
  })
  return parts.join('-') || 'plain'
}

function pathSafe(level: Exclude<Level, boolean>): string {
  return level === null ? 'none' : String(level).replaceAll(/[^A-Za-z0-9.]+/g, '-')
}
