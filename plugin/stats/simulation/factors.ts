/** The 2×2: errors, coverage and power of its effects, with other effects there or not. Own process. */
import type { Block } from '../factorial/design.ts'
import { type Effect, factorialEffects } from '../factorial/effects.ts'
import { holm } from '../holm.ts'
import { pairedInterval } from '../paired/interval.ts'
import { maxT } from '../paired/max-t.ts'
import { pairedTest } from '../paired/permutation.ts'
import type { Random } from '../random.ts'
import type { Check } from './check.ts'
import { byTask } from './pairs.ts'
import * as worlds from './worlds.ts'

const ALPHA = 0.05
const FACTORS = { map: [false, true], plan: [false, true] }

interface Square {
  name: string
  /** By task: scores without and with the plan. The map does nothing. */
  tasks: { without: worlds.Scores; with: worlds.Scores }[]
}

const nothing: Square = {
  name: 'nothing does anything',
  tasks: worlds.uneven.map((p) => ({ without: worlds.noisy(p), with: worlds.noisy(p) })),
}
const everywhere: Square = {
  name: 'plan is 0.2 worse on all tasks',
  tasks: worlds.uneven.map((p) => ({ without: worlds.noisy(p), with: worlds.noisy(p - 0.2) })),
}
const little = worlds.lump(0.1, 11 / 12)
const onT3: Square = {
  name: 'plan halves T3',
  tasks: [1, 2, 3, 4, 5].map((task) => ({
    without: little,
    with: task === 3 ? [[0.5, 1]] : little,
  })),
}

export const factorChecks: Check[] = [
  falseAmong(nothing, ['map', 'plan', 'map × plan']),
  falseAmong(everywhere, ['map', 'map × plan']),
  falseAmong(onT3, ['map', 'map × plan']),
  falseTask(nothing, 'plan', []),
  falseTask(everywhere, 'map', []),
  falseTask(onT3, 'plan', ['T3']),
  ...[nothing, everywhere, onT3].flatMap((square) =>
    ['map', 'plan', 'map × plan'].map((name) => coverage(square, name)),
  ),
  {
    what: '2×2: plan called different on T3 (max-T)',
    of: `${onT3.name}, 5 × 3`,
    nominal: 0.95,
    bad: 'below',
    happens: (source) => {
      const plan = find(run(onT3, 3, source), 'plan')
      const p = maxT(byTask(plan.pairs)).adjusted[2]
      return typeof p === 'number' && p <= ALPHA
    },
  },
]

function falseAmong(square: Square, idle: string[]): Check {
  return {
    what: '2×2: any idle effect called different (Holm)',
    of: `${square.name}, 5 × 3`,
    nominal: ALPHA,
    bad: 'above',
    happens: (source) => {
      const effects = run(square, 3, source)
      const adjusted = holm(effects.map(({ pairs }) => pairedTest(pairs).p))
      return effects.some(({ name }, i) => idle.includes(name) && (adjusted[i] as number) <= ALPHA)
    },
  }
}

function falseTask(square: Square, name: string, harmed: string[]): Check {
  return {
    what: '2×2: any idle task called different (max-T)',
    of: `${name}, ${square.name}, 5 × 3`,
    nominal: ALPHA,
    bad: 'above',
    happens: (source) => {
      const { adjusted } = maxT(byTask(find(run(square, 3, source), name).pairs))
      return adjusted.some((p, task) => !harmed.includes(`T${task + 1}`) && (p as number) <= ALPHA)
    },
  }
}

function coverage(square: Square, name: string): Check {
  const gaps = square.tasks.map((task) => worlds.meanOf(task.with) - worlds.meanOf(task.without))
  const truth = name === 'plan' ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length : 0
  return {
    what: '2×2: interval of an effect covers',
    of: `${name}, ${square.name}, 5 × 3`,
    nominal: 0.95,
    bad: 'below',
    happens: (source) => {
      const interval = pairedInterval(find(run(square, 3, source), name).pairs)
      return interval !== null && interval.low <= truth + 1e-9 && truth <= interval.high + 1e-9
    },
  }
}

function run({ tasks }: Square, repetitions: number, source: Random): Effect[] {
  const blocks = tasks.flatMap((task, index) =>
    Array.from(
      { length: repetitions },
      (): Block => ({
        stratum: `T${index + 1}`,
        cells: [false, true].flatMap((map) =>
          [false, true].map((plan) => ({
            levels: { map, plan },
            value: worlds.draw(plan ? task.with : task.without, source),
          })),
        ),
      }),
    ),
  )
  return factorialEffects(blocks, FACTORS)
}

function find(effects: readonly Effect[], name: string): Effect {
  return effects.find((effect) => effect.name === name) as Effect
}
