/** What did each factor do, and did they change each other's doing? Pure; any process. */
import { effectOf, type Pair } from '../paired/pair.ts'
import {
  type Block,
  type Contrast,
  cellKey,
  contrastsOf,
  type Factors,
  type Levels,
} from './design.ts'

export interface Effect {
  /** `plan`, `tools=minimal` where a factor has more than two levels, `map × plan`. */
  name: string
  kind: 'main' | 'interaction'
  factors: string[]
  /** Mean over tasks; null where no block is complete, or the design lacks the conditions for it. */
  effect: number | null
  /**
   * What it was made of, for the paired test and interval: of each block, one difference for each
   * setting of the other factors. Empty where the design lacks the conditions.
   */
  pairs: Pair[]
  blocks: { n: number; of: number }
}

/**
 * Main effects and interactions: of all orders with up to three factors, of two factors otherwise.
 *
 * A main effect is the mean at the level minus the mean at the factor's first level, over all
 * settings of the other factors. An interaction of two is half of what one's effect differs by with
 * the other switched, and so on (Box, Hunter and Hunter 2005, "Statistics for experimenters", chapter
 * 5): all effects are then on one scale. The paired test of an effect flips signs within block
 * and setting of the other factors: a task's own difficulty and a slow hour cancel in each difference.
 *
 * A block that lacks any value is left out, and counted in `of`.
 */
export function factorialEffects(blocks: readonly Block[], factors: Factors): Effect[] {
  const names = Object.keys(factors)
  const design = new Map<string, Levels>()
  for (const { cells } of blocks) {
    for (const { levels } of cells) design.set(cellKey(names, levels), levels)
  }
  const contrasts = names.map((name) => contrastsOf(name, factors[name] ?? []))
  const most = names.length <= 3 ? names.length : 2
  return subsets(contrasts, most).map((chosen) => {
    const pairs = blocks.flatMap((block) => differences(block, names, design, chosen))
    const complete = blocks.filter((block) => valuesOf(block, names, design) !== null).length
    return {
      name: chosen.map(({ name }) => name).join(' × '),
      kind: chosen.length === 1 ? ('main' as const) : ('interaction' as const),
      factors: chosen.map(({ factor }) => factor),
      effect: effectOf(pairs),
      pairs,
      blocks: { n: complete, of: blocks.length },
    }
  })
}

/** Mains first, then interactions of two, and so on. */
function subsets(contrasts: readonly (readonly Contrast[])[], most: number): Contrast[][] {
  let all: Contrast[][] = [[]]
  for (const ofFactor of contrasts) {
    all = all.flatMap((chosen) => [chosen, ...ofFactor.map((contrast) => [...chosen, contrast])])
  }
  return all
    .map((chosen, index) => ({ chosen, place: position(chosen, contrasts), index }))
    .filter(({ chosen }) => chosen.length >= 1 && chosen.length <= most)
    .sort((a, b) => a.chosen.length - b.chosen.length || a.place - b.place || a.index - b.index)
    .map(({ chosen }) => chosen)
}

/** In the order in which the factors were declared. */
function position(
  chosen: readonly Contrast[],
  contrasts: readonly (readonly Contrast[])[],
): number {
  const flat = contrasts.flat()
  return chosen.reduce((place, contrast) => place * (flat.length + 1) + flat.indexOf(contrast), 0)
}

function differences(
  block: Block,
  names: readonly string[],
  design: ReadonlyMap<string, Levels>,
  chosen: readonly Contrast[],
): Pair[] {
  const values = valuesOf(block, names, design)
  const pairs: Pair[] = []
  for (const levels of design.values()) {
    // Each setting of the other factors once: from the corner where all chosen are at their base.
    if (!chosen.every(({ factor, base }) => levels[factor] === base)) continue
    const corners = cornersOf(levels, chosen).map(({ levels: at, sign }) => ({
      key: cellKey(names, at),
      sign,
    }))
    if (!corners.every(({ key }) => design.has(key))) continue
    let difference: number | null = null
    if (values) {
      difference = 0
      for (const { key, sign } of corners) difference += sign * (values.get(key) as number)
      difference /= 2 ** (chosen.length - 1)
    }
    pairs.push({ difference, stratum: block.stratum })
  }
  return pairs
}

/** The corners of the square (cube, …) that the chosen factors span; signs of the last is plus. */
function cornersOf(
  levels: Levels,
  chosen: readonly Contrast[],
): { levels: Levels; sign: number }[] {
  let corners = [{ levels, sign: 1 }]
  for (const { factor, level } of chosen) {
    corners = corners.flatMap((corner) => [
      { levels: corner.levels, sign: -corner.sign },
      { levels: { ...corner.levels, [factor]: level }, sign: corner.sign },
    ])
  }
  return corners
}

/** By cell; null where any cell of the design is missing. */
function valuesOf(
  block: Block,
  names: readonly string[],
  design: ReadonlyMap<string, Levels>,
): Map<string, number> | null {
  const values = new Map<string, number>()
  for (const { levels, value } of block.cells) {
    if (value !== null) values.set(cellKey(names, levels), value)
  }
  return values.size === design.size ? values : null
}
