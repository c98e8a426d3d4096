/**
 * Made-up experiments whose truth is known: what a condition scores on a task, as a distribution over
 * fractions k/12 and k/4 with ceilings, lumps and crashes as in real runs. Own process.
 */
import type { Random } from '../random.ts'

/** Scores with their probabilities. */
export type Scores = readonly (readonly [score: number, probability: number])[]

/** A task: what the first and the second condition score on it. */
export interface World {
  name: string
  tasks: { first: Scores; second: Scores }[]
}

export const perfect: Scores = [[1, 1]]
/** Fixed but for one assertion of twelve, one time in five. */
const good: Scores = [
  [1, 0.8],
  [11 / 12, 0.2],
]
// Shares as published: T4 and T5 without and with the planner, T3 with it.
const T3 = lump(1 / 3, 0.5)
const T4 = [lump(1 / 3, 11 / 12), lump(2 / 3, 11 / 12)] as const
const T5: readonly [Scores, Scores] = [
  lump(2 / 3, 0.75),
  [
    [0.75, 1 / 3],
    [10 / 12, 1 / 3],
    [1, 1 / 3],
  ],
]

/** Twelve assertions, each passed with this probability. */
export function noisy(probability: number, of = 12): Scores {
  let share = (1 - probability) ** of
  return Array.from({ length: of + 1 }, (_, passed) => {
    const entry = [passed / of, share] as const
    share *= ((of - passed) / (passed + 1)) * (probability / (1 - probability))
    return entry
  })
}

/** All right, but for one score that comes with this probability. */
export function lump(probability: number, score: number, otherwise: Scores = perfect): Scores {
  return [
    ...otherwise.map(([value, share]) => [value, share * (1 - probability)] as const),
    [score, probability],
  ]
}

export function same(name: string, tasks: readonly Scores[]): World {
  return { name, tasks: tasks.map((scores) => ({ first: scores, second: scores })) }
}

export function apart(name: string, first: readonly Scores[], second: readonly Scores[]): World {
  return {
    name,
    tasks: first.map((scores, task) => ({ first: scores, second: second[task] as Scores })),
  }
}

export const five = (scores: Scores): Scores[] => Array(5).fill(scores)
export const uneven = [0.5, 0.7, 0.8, 0.9, 0.95]

/** Both conditions are one. */
export const nulls: World[] = [
  same(
    'noise, k/12',
    uneven.map((p) => noisy(p)),
  ),
  same(
    'noise, k/4',
    uneven.map((p) => noisy(p, 4)),
  ),
  same('as published, bare', [perfect, perfect, perfect, T4[0], T5[0]]),
  same('as published, brain-plan', [perfect, perfect, T3, T4[1], T5[1]]),
  same('crash 10%', five(lump(0.1, 0, good))),
]

/** The second differs from the first. */
export const differences: World[] = [
  apart(
    'as published',
    [perfect, perfect, perfect, T4[0], T5[0]],
    [perfect, perfect, T3, T4[1], T5[1]],
  ),
  apart(
    'noise, k/12, shifted',
    uneven.map((p) => noisy(p)),
    uneven.map((p) => noisy(p - 0.15)),
  ),
  apart('one task halved', five(good), [good, good, lump(0.9, 0.5), good, good]),
  apart('half lost, 2%', five(perfect), five(lump(0.02, 0.5))),
  apart('half lost, 10%', five(perfect), five(lump(0.1, 0.5))),
  apart('crash 5%', five(good), five(lump(0.05, 0, good))),
  apart('crash 15%', five(good), five(lump(0.15, 0, good))),
  apart('better, but crash 10%', five([[0.9, 1]]), five(lump(0.1, 0))),
]

/** Steadily better, and yet worse, by crashes that few samples may not show. */
export const deceptive = apart(
  'better by 0.1, but crash 15%',
  five([[0.9, 1]]),
  five(lump(0.15, 0)),
)

export function draw(scores: Scores, { uniform }: Random): number {
  let left = uniform()
  for (const [score, probability] of scores) {
    left -= probability
    if (left < 0) return score
  }
  return (scores.at(-1) as readonly [number, number])[0]
}

export function meanOf(scores: Scores): number {
  return scores.reduce((sum, [score, probability]) => sum + score * probability, 0)
}

/** Second minus first, mean over tasks. */
export function truthOf({ tasks }: World): number {
  const sum = tasks.reduce((all, { first, second }) => all + meanOf(second) - meanOf(first), 0)
  return sum / tasks.length
}
