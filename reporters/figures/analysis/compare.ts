/** Paired comparisons that were made together: effect, interval, test, and what may be said; main process. */
import type { Axis } from '../../../plugin/record/schema.ts'
import {
  effectOf,
  holm,
  maxT,
  type Pair,
  type PairedTest,
  pairedInterval,
  pairedTest,
  smallestDetectable,
} from '../../../plugin/stats/index.ts'
import type { Comparison, Family } from '../analysis.ts'

/** Above it a difference may be chance: the rate of false "different" that is put up with. */
export const ALPHA = 0.05

/** What is compared, before anything is said of it. */
export interface Draft {
  kind: Comparison['kind']
  name: string
  conditions: string[]
  axis: Axis
  task: string | null
  pairs: Pair[]
  blocks: { n: number; of: number }
}

/**
 * @param method `max-T` only where no two of the comparisons share a sample
 */
export function compareAll(
  family: string,
  drafts: readonly Draft[],
  method: 'Holm' | 'max-T',
): { comparisons: Comparison[]; families: Family[] } {
  if (drafts.length === 0) return { comparisons: [], families: [] }
  const tests = drafts.map(({ pairs }) => pairedTest(pairs))
  const adjusted =
    method === 'Holm'
      ? holm(tests.map(({ p }) => p))
      : maxT(drafts.map(({ pairs }) => pairs)).adjusted
  const tested = tests.filter(({ p }) => p !== null).length
  const comparisons = drafts.map(({ pairs, ...draft }, index): Comparison => {
    const test = tests[index] as PairedTest
    const p = adjusted[index] ?? null
    const sees = smallestDetectable(pairs, {
      alpha: ALPHA,
      comparisons: tested,
      adjusted: method === 'Holm' ? 'holm' : 'maxT',
    })
    const verdict = verdictOf(p)
    return {
      ...draft,
      effect: effectOf(pairs),
      interval: pairedInterval(pairs),
      p: test.p,
      adjusted: p,
      family,
      test: testWords(test),
      sees,
      verdict,
      words: verdict === 'different' ? verdict : `${verdict} (${whyNot(test, sees)})`,
    }
  })
  return {
    comparisons,
    families: [{ name: family, method: methodWords(method, tested), comparisons: tested }],
  }
}

type Adjusted = Pick<Comparison, 'adjusted' | 'verdict'>

/** Tests of one family that are not paired differences: Holm's adjustment, and what may be said. */
export function adjustTogether<Test extends { p: number | null }>(
  family: string,
  drafts: readonly Test[],
): { tests: (Test & Adjusted)[]; families: Family[]; tested: number } {
  const adjusted = holm(drafts.map(({ p }) => p))
  const tested = drafts.filter(({ p }) => p !== null).length
  return {
    tests: drafts.map((draft, index) => {
      const p = adjusted[index] ?? null
      return { ...draft, adjusted: p, verdict: verdictOf(p) }
    }),
    families:
      tested > 0
        ? [{ name: family, method: methodWords('Holm', tested), comparisons: tested }]
        : [],
    tested,
  }
}

export function isDifferent(adjusted: number | null): boolean {
  return adjusted !== null && adjusted <= ALPHA
}

function verdictOf(adjusted: number | null): Comparison['verdict'] {
  return isDifferent(adjusted) ? 'different' : 'not distinguishable'
}

function methodWords(method: string, comparisons: number): string {
  return comparisons > 1 ? method : 'none: one comparison'
}

/** Made once: making one costs more than a test. */
export const grouped = new Intl.NumberFormat('en')

function testWords({ p, exact, permutations }: PairedTest): string {
  if (p === null) return 'none'
  const patterns = grouped.format(permutations)
  return exact
    ? `exact permutation, ${patterns} pattern${permutations === 1 ? '' : 's'}`
    : `permutation, ${patterns} sampled patterns`
}

function whyNot({ p, n }: PairedTest, sees: number | null): string {
  if (p === null) return 'no block is complete'
  if (sees === null) return `with ${n} pair${n === 1 ? '' : 's'} nothing could be seen`
  return `this design sees ${sees.toFixed(2)} and more`
}
