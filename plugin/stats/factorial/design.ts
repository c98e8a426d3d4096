/** Factors, levels, blocks: the words of a factorial experiment. Pure; any process. */

export type Level = string | number | boolean | null
/** Each factor with its levels; the first is the one that others are compared with. */
export type Factors = Readonly<Record<string, readonly Level[]>>
/** Which level of each factor a condition has. */
export type Levels = Readonly<Record<string, Level>>

export interface Cell {
  levels: Levels
  /** null where the sample is missing or not to be averaged. */
  value: number | null
}

/** All conditions' samples of one task and repetition. */
export interface Block {
  /** The task. */
  stratum: string
  cells: readonly Cell[]
}

/** A level of a factor against its first level. */
export interface Contrast {
  factor: string
  base: Level
  level: Level
  /** The factor's name, or `factor=level` where it has more than two. */
  name: string
}

export function contrastsOf(factor: string, levels: readonly Level[]): Contrast[] {
  const [base, ...others] = levels
  if (base === undefined) return []
  return others.map((level) => ({
    factor,
    base,
    level,
    name: others.length === 1 ? factor : `${factor}=${String(level)}`,
  }))
}

/** One key for one combination of levels of these factors. */
export function cellKey(factors: readonly string[], levels: Levels): string {
  return JSON.stringify(factors.map((factor) => levels[factor] ?? null))
}
