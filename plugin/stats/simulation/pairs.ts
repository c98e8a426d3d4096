/** Two conditions in pairs: error, coverage and power of the paired test and interval. Own process. */
import { studentQuantile } from '../distributions.ts'
import { smallestDetectable } from '../paired/detectable.ts'
import { pairedInterval } from '../paired/interval.ts'
import { maxT } from '../paired/max-t.ts'
import type { Pair } from '../paired/pair.ts'
import { pairedTest } from '../paired/permutation.ts'
import { type Random, random } from '../random.ts'
import type { Check } from './check.ts'
import * as worlds from './worlds.ts'

const ALPHA = 0.05
const REPETITIONS = [3, 5, 10]

export const pairChecks: Check[] = [
  ...worlds.nulls.flatMap((world) => REPETITIONS.map((n) => falseDifferent(world, n))),
  ...worlds.nulls.map((world) => falseInAnyTask(world, 10)),
  ...worlds.nulls.flatMap((world) => REPETITIONS.map((n) => coverage(world, n))),
  ...worlds.differences.flatMap((world) => REPETITIONS.map((n) => coverage(world, n))),
  ...REPETITIONS.map((n) => ({
    ...coverage(worlds.deceptive, n),
    what: 'known limit: interval of a difference covers',
    bad: 'shown' as const,
  })),
  studentCoverage(worlds.differences[3] as worlds.World, 3),
  studentCoverage(worlds.differences[5] as worlds.World, 3),
  ...REPETITIONS.flatMap((n) => [1, 6].map((comparisons) => powerOfShift(n, comparisons))),
  ...REPETITIONS.map(powerOfLumps),
  ...[6, 10].map(powerInOneTask),
]

function pairsOf({ tasks }: worlds.World, repetitions: number, source: Random): Pair[] {
  return tasks.flatMap(({ first, second }, task) =>
    Array.from({ length: repetitions }, () => ({
      stratum: `T${task + 1}`,
      difference: worlds.draw(second, source) - worlds.draw(first, source),
    })),
  )
}

export function byTask(pairs: readonly Pair[]): Pair[][] {
  return [...Map.groupBy(pairs, ({ stratum }) => stratum).values()]
}

function falseDifferent(world: worlds.World, n: number): Check {
  return {
    what: 'A/A called different',
    of: title(world, n),
    nominal: ALPHA,
    bad: 'above',
    happens: (source) => isDifferent(pairsOf(world, n, source)),
  }
}

function falseInAnyTask(world: worlds.World, n: number): Check {
  return {
    what: 'A/A, any task called different (max-T)',
    of: title(world, n),
    nominal: ALPHA,
    bad: 'above',
    happens: (source) => {
      const { adjusted } = maxT(byTask(pairsOf(world, n, source)))
      return adjusted.some((p) => p !== null && p <= ALPHA)
    },
  }
}

function coverage(world: worlds.World, n: number): Check {
  const truth = worlds.truthOf(world)
  return {
    what: 'interval of a difference covers',
    of: title(world, n),
    nominal: 0.95,
    bad: 'below',
    happens: (source) => {
      const interval = pairedInterval(pairsOf(world, n, source))
      return interval !== null && interval.low <= truth + 1e-9 && truth <= interval.high + 1e-9
    },
  }
}

/** What is not used, and why. */
function studentCoverage(world: worlds.World, n: number): Check {
  const truth = worlds.truthOf(world)
  return {
    what: 'not used: Student’s t covers',
    of: title(world, n),
    nominal: 0.95,
    bad: 'shown',
    happens: (source) => {
      const values = pairsOf(world, n, source).map(({ difference }) => difference as number)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      const error = Math.sqrt(squares / (values.length - 1) / values.length)
      return Math.abs(truth - mean) <= studentQuantile(0.975, values.length - 1) * error + 1e-9
    },
  }
}

/**
 * Noise alone says what can be seen; then the second condition is worse by just that. Around one half,
 * where a shift leaves the noise as it was.
 */
function powerOfShift(n: number, comparisons: number): Check {
  const pilot = worlds.same('', worlds.five(worlds.noisy(0.5)))
  const sees = meanSees((source) => smallestDetectable(pairsOf(pilot, n, source), { comparisons }))
  const first = worlds.five(worlds.noisy(0.5 + sees / 2))
  const world = worlds.apart('', first, worlds.five(worlds.noisy(0.5 - sees / 2)))
  return {
    what: 'power at the difference that is seen',
    of: `noise, k/12, ${sees.toFixed(3)} lower, ${comparisons} comparisons, 5 × ${n}`,
    nominal: 0.8,
    bad: 'below',
    happens: (source) => isDifferent(pairsOf(world, n, source), ALPHA / comparisons),
  }
}

/** No noise at all: the difference is whole crashes. */
function powerOfLumps(n: number): Check {
  const pilot = worlds.same('', worlds.five(worlds.perfect))
  const sees = meanSees((source) => smallestDetectable(pairsOf(pilot, n, source)))
  const world = worlds.apart('', worlds.five(worlds.perfect), worlds.five(worlds.lump(sees, 0)))
  return {
    what: 'power at the difference that is seen',
    of: `crash ${(sees * 100).toFixed(1)}%, 5 × ${n}`,
    nominal: 0.8,
    bad: 'below',
    happens: (source) => isDifferent(pairsOf(world, n, source)),
  }
}

/** One task of five is worse by what its own noise lets max-T see. */
function powerInOneTask(n: number): Check {
  const pilot = worlds.same('', worlds.five(worlds.noisy(0.5)))
  const sees = meanSees((source) => {
    const [task = []] = byTask(pairsOf(pilot, n, source))
    return smallestDetectable(task, { comparisons: 5, adjusted: 'maxT' })
  })
  const [first, second] = [worlds.five(worlds.noisy(0.5)), worlds.five(worlds.noisy(0.5))]
  first[0] = worlds.noisy(0.5 + sees / 2)
  second[0] = worlds.noisy(0.5 - sees / 2)
  const world = worlds.apart('', first, second)
  return {
    what: 'power in one task of five (max-T)',
    of: `noise, k/12, ${sees.toFixed(3)} lower, 5 × ${n}`,
    nominal: 0.8,
    bad: 'below',
    happens: (source) => {
      const [p] = maxT(byTask(pairsOf(world, n, source))).adjusted
      return typeof p === 'number' && p <= ALPHA
    },
  }
}

function meanSees(one: (source: Random) => number | null): number {
  const source = random('sees')
  const seen = Array.from({ length: 200 }, () => one(source) as number)
  return seen.reduce((sum, value) => sum + value, 0) / seen.length
}

function isDifferent(pairs: Pair[], alpha = ALPHA): boolean {
  const { p } = pairedTest(pairs)
  return p !== null && p <= alpha + 1e-12
}

function title({ name, tasks }: worlds.World, n: number): string {
  return `${name}, ${tasks.length} × ${n}`
}
