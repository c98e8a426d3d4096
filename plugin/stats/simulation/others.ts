/** Condition means clustered on task, and proportions: coverage and error. Own process. */
import { bootstrapClustered } from '../cluster.ts'
import { studentQuantile } from '../distributions.ts'
import { fisherExact } from '../proportion/fisher.ts'
import { clopperPearson, wilson } from '../proportion/interval.ts'
import { mcNemarExact } from '../proportion/mcnemar.ts'
import type { Random } from '../random.ts'
import type { Check } from './check.ts'
import * as worlds from './worlds.ts'

interface Tasks {
  name: string
  /** A task that nobody had chosen: what is scored on it. */
  task: (source: Random) => worlds.Scores
  mean: number
}

const kinds: Tasks[] = [
  {
    name: 'scores from 0.5 to 1',
    task: ({ below }) => worlds.noisy(0.5 + (below(50) + 0.5) / 100),
    mean: 0.75,
  },
  {
    name: 'one task of five at 0.5, others perfect',
    task: ({ below }) => (below(5) === 0 ? worlds.noisy(0.5) : worlds.perfect),
    mean: 0.9,
  },
  {
    name: 'one task of ten at 0, others perfect',
    task: ({ below }) => (below(10) === 0 ? [[0, 1]] : worlds.perfect),
    mean: 0.9,
  },
]

export const otherChecks: Check[] = [
  ...kinds.flatMap((kind) => [5, 10].map((count) => clustered(kind, count))),
  ...kinds.map((kind) => notUsed('Student’s t', kind, 5, studentInterval)),
  ...kinds.map((kind) => notUsed('the percentile bootstrap', kind, 5, percentile)),
  proportion('Wilson covers, mean over p', (k, n) => wilson(k, n), 15),
  proportion('Clopper–Pearson covers, mean over p', (k, n) => clopperPearson(k, n), 15),
  {
    what: 'Fisher calls equal rates different',
    of: '15 against 15, p = 0.4',
    nominal: 0.05,
    bad: 'above',
    happens: (source) => {
      const [a, b] = [hits(source, 15, 0.4), hits(source, 15, 0.4)]
      return fisherExact(a, 15 - a, b, 15 - b) <= 0.05
    },
  },
  {
    what: 'McNemar calls equal rates different',
    of: '15 pairs, p = 0.4',
    nominal: 0.05,
    bad: 'above',
    happens: (source) => {
      const gained = hits(source, 15, 0.24)
      return mcNemarExact(gained, hits(source, 15 - gained, 0.24 / 0.76)) <= 0.05
    },
  },
]

function clustered({ name, task, mean }: Tasks, count: number): Check {
  return {
    what: 'interval of a condition covers',
    of: `${name}, ${count} × 3`,
    nominal: 0.95,
    bad: 'below',
    happens: (source) => {
      const { interval } = bootstrapClustered(experiment(task, count, source))
      return interval !== null && interval.low <= mean + 1e-9 && mean <= interval.high + 1e-9
    },
  }
}

function notUsed(
  method: string,
  { name, task, mean }: Tasks,
  count: number,
  interval: (means: number[], source: Random) => [number, number],
): Check {
  return {
    what: `not used: ${method} covers`,
    of: `${name}, ${count} × 3`,
    nominal: 0.95,
    bad: 'shown',
    happens: (source) => {
      const means = experiment(task, count, source).map(average)
      const [low, high] = interval(means, source)
      return low <= mean + 1e-9 && mean <= high + 1e-9
    },
  }
}

function experiment(task: Tasks['task'], count: number, source: Random): number[][] {
  return Array.from({ length: count }, () => {
    const scores = task(source)
    return Array.from({ length: 3 }, () => worlds.draw(scores, source))
  })
}

function studentInterval(means: number[]): [number, number] {
  const mean = average(means)
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const half =
    studentQuantile(0.975, means.length - 1) *
    Math.sqrt(squares / (means.length - 1) / means.length)
  return [mean - half, mean + half]
}

function percentile(means: number[], { below }: Random): [number, number] {
  const drawn = Array.from({ length: 400 }, () =>
    average(means.map(() => means[below(means.length)] as number)),
  ).sort((a, b) => a - b)
  return [drawn[9] as number, drawn[390] as number]
}

function proportion(
  what: string,
  interval: (k: number, n: number) => { low: number; high: number } | null,
  n: number,
): Check {
  return {
    what,
    of: `n = ${n}`,
    nominal: 0.95,
    bad: 'below',
    happens: (source) => {
      const truth = source.uniform()
      const found = interval(hits(source, n, truth), n)
      return found !== null && found.low <= truth && truth <= found.high
    },
  }
}

function hits({ uniform }: Random, n: number, probability: number): number {
  let count = 0
  for (let i = 0; i < n; i++) if (uniform() < probability) count++
  return count
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
