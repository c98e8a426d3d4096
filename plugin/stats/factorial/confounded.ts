/** What the conditions of an experiment cannot tell apart, whatever they score. Pure; any process. */
import { type Contrast, contrastsOf, type Level, type Levels } from './design.ts'

export interface Confounding {
  /** `incomplete`: some combination of levels was not run. */
  kind: 'never switched' | 'together' | 'incomplete'
  /** Names of factors or of interactions (`map × plan`). */
  effects: string[]
  /** A sentence for the report. */
  says: string
}

/**
 * Compares the columns of the design (Box, Hunter and Hunter 2005, chapter 6, on aliases): effects
 * whose columns are equal or opposite have one estimate between them.
 *
 * @param conditions levels of each condition that has any
 */
export function confounded(conditions: Readonly<Record<string, Levels>>): Confounding[] {
  const rows = Object.values(conditions)
  const names = [...new Set(rows.flatMap((levels) => Object.keys(levels)))]
  const levels = new Map(names.map((name) => [name, levelsOf(rows, name)]))
  const constant = names.filter((name) => (levels.get(name) as Level[]).length < 2)
  const varied = names.filter((name) => !constant.includes(name))
  const found: Confounding[] = constant.map((name) => ({
    kind: 'never switched',
    effects: [name],
    says: `${name} was never switched: nothing can be said of it.`,
  }))
  const contrasts = varied.flatMap((name) => contrastsOf(name, levels.get(name) as Level[]))
  const groups = together(contrasts, rows)
  found.push(...groups)
  const tied = new Set(groups.flatMap(({ effects }) => effects))
  found.push(...aliases(contrasts, rows, tied), ...incomplete(contrasts, rows, tied))
  return found
}

function levelsOf(rows: readonly Levels[], name: string): Level[] {
  const levels = [...new Set(rows.map((row) => row[name] ?? null))]
  // Off is the level that on is compared with, whichever condition comes first.
  return levels.sort(
    (a, b) => Number(b === false || b === null) - Number(a === false || a === null),
  )
}

/** Factors that were switched in the same conditions. */
function together(contrasts: readonly Contrast[], rows: readonly Levels[]): Confounding[] {
  const groups: Contrast[][] = []
  for (const contrast of contrasts) {
    const group = groups.find((others) => others.some((other) => isTied(other, contrast, rows)))
    if (group) group.push(contrast)
    else groups.push([contrast])
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => {
      const effects = group.map(({ name }) => name)
      return {
        kind: 'together',
        effects,
        says: `${list(effects)} were always switched together: what one did cannot be told from what the other did.`,
      }
    })
}

/** Whether, in the conditions that one of the two compares, the other goes the same way or opposite. */
function isTied(a: Contrast, b: Contrast, rows: readonly Levels[]): boolean {
  const [first, second] = [signs(rows, [a]), signs(rows, [b])]
  return [
    [first, second],
    [second, first],
  ].some(([own = [], other = []]) => {
    const compared = own.flatMap((sign, row) => (sign === 0 ? [] : [row]))
    const part = (column: readonly number[]) => compared.map((row) => column[row] ?? 0)
    return equalOrOpposite(part(own), part(other))
  })
}

/** A main effect that an interaction of two others has the column of. */
function aliases(
  contrasts: readonly Contrast[],
  rows: readonly Levels[],
  tied: ReadonlySet<string>,
): Confounding[] {
  const found: Confounding[] = []
  for (const main of contrasts) {
    for (const [a, b] of pairsOf(contrasts)) {
      const names = [main, a, b].map(({ name }) => name)
      const factors = new Set([main, a, b].map(({ factor }) => factor))
      if (factors.size < 3 || names.some((name) => tied.has(name))) continue
      if (!equalOrOpposite(signs(rows, [main]), signs(rows, [a, b]))) continue
      const interaction = `${a.name} × ${b.name}`
      found.push({
        kind: 'together',
        effects: [main.name, interaction],
        says: `${main.name} cannot be told from ${interaction}: they have one estimate between them.`,
      })
    }
  }
  return found
}

/** Two factors of which some combination was not run. */
function incomplete(
  contrasts: readonly Contrast[],
  rows: readonly Levels[],
  tied: ReadonlySet<string>,
): Confounding[] {
  const found: Confounding[] = []
  for (const [a, b] of pairsOf(contrasts)) {
    if (a.factor === b.factor || (tied.has(a.name) && tied.has(b.name))) continue
    const corners = [
      [a.base, b.base],
      [a.level, b.base],
      [a.base, b.level],
      [a.level, b.level],
    ]
    const missing = corners.filter(
      ([x, y]) =>
        !rows.some((row) => (row[a.factor] ?? null) === x && (row[b.factor] ?? null) === y),
    )
    const [first] = missing
    if (!first) continue
    found.push({
      kind: 'incomplete',
      effects: [`${a.name} × ${b.name}`],
      says: `No condition has ${a.factor}=${String(first[0])} with ${b.factor}=${String(first[1])}: whether ${a.name} and ${b.name} change each other's effect cannot be told.`,
    })
  }
  return found
}

/** The column of an effect: +1 and −1 by condition, 0 where it has another level. */
function signs(rows: readonly Levels[], contrasts: readonly Contrast[]): number[] {
  return rows.map((row) =>
    contrasts.reduce((sign, { factor, base, level }) => {
      const at = row[factor] ?? null
      return sign * (at === level ? 1 : at === base ? -1 : 0)
    }, 1),
  )
}

function equalOrOpposite(a: readonly number[], b: readonly number[]): boolean {
  return (
    a.every((sign, index) => sign === b[index]) ||
    a.every((sign, index) => sign === -(b[index] ?? 0))
  )
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]))
}

function list(names: readonly string[]): string {
  return names.length === 2
    ? names.join(' and ')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
