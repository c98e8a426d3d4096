/** The random order in which samples are run, by a seed: the same on every machine. Any process. */
import { createHash } from 'node:crypto'
import type { Sample } from '../../reporters/figures/plan.ts'

/** All samples of one suite, task and repetition, which differ in their condition alone. */
export function blockOf({ suite, task, repetition }: Sample): string {
  return [suite, task, repetition].join('/')
}

/**
 * Suite by suite its blocks at random, and in each block the conditions at random, so that a slow hour
 * hits all of them alike. By hashes, so that samples that are added later leave the order of the others
 * as it was.
 * @param samples all of an experiment
 */
export function inSeededOrder<S extends Sample>(samples: readonly S[], seed: string): S[] {
  const suites = [...new Set(samples.map(({ suite }) => suite))]
  const keyed = samples.map((sample) => ({
    sample,
    suite: suites.indexOf(sample.suite),
    block: draw(seed, blockOf(sample)),
    own: draw(seed, `${blockOf(sample)}/${sample.condition}`),
  }))
  return keyed
    .sort((a, b) => a.suite - b.suite || compare(a.block, b.block) || compare(a.own, b.own))
    .map(({ sample }) => sample)
}

function draw(seed: string, what: string): string {
  return createHash('sha256')
    .update(JSON.stringify([seed, what]))
    .digest('hex')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
