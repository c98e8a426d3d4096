/** What is to exist: samples with their identity, made from options and suites. Plain data, any process. */
import type { ResolvedOptions } from '../options.ts'
import type { Axis } from '../record/schema.ts'
import { ConfigurationError } from './error.ts'
import { collisions } from './name.ts'
import type { Suite, Task } from './suite.ts'

/** The unit that is counted. Its identity holds for life; an attempt is never another sample. */
export interface Sample {
  experiment: string
  suite: string
  condition: string
  task: string
  /** From 1. */
  repetition: number
}

/** A tree under grading as a test file sees it. */
export interface BuildSite {
  /** Title of its `describe` block; unique in a suite. */
  label: string
  /** What the broker knows it by. */
  key: string
  suite: string
  /** Task of a sample; null for a control, which every assertion is run on. */
  task: string | null
}

/** What Vitest workers are told; plain data. */
export interface ProvidedPlan {
  suites: {
    name: string
    folder: string
    assertions: { id: string; file: string; axis: Axis; defect: string | null }[]
    tasks: { name: string; change: string[] }[]
  }[]
  builds: BuildSite[]
}

export interface Shard {
  /** From 1. */
  index: number
  count: number
}

/** All samples of the options, in the order in which they are listed everywhere. */
export function planSamples(options: ResolvedOptions, suites: Suite[]): Sample[] {
  const twice = collisions(options.conditions.map((condition) => condition.name))
  if (twice.length > 0)
    throw new ConfigurationError(
      twice.map((pair) => `two conditions are called ${pair}; rename one in \`conditions\``),
    )
  return suites.flatMap((suite) =>
    options.conditions.flatMap((condition) =>
      suite.tasks.flatMap((task) =>
        Array.from({ length: options.repetitions }, (_, index) => ({
          experiment: options.experiment,
          suite: suite.name,
          condition: condition.name,
          task: task.name,
          repetition: index + 1,
        })),
      ),
    ),
  )
}

/** The samples of one shard: a sample, and all its assertions with it, belongs to exactly one. */
export function shardOf(samples: Sample[], shard: Shard | undefined): Sample[] {
  if (!shard) return samples
  return samples.filter((_, index) => index % shard.count === shard.index - 1)
}

/** Short, path-safe and stable; also the sample's folder in the store. */
export function sampleKey(sample: Sample): string {
  return [sample.experiment, sample.suite, sample.condition, sample.task, sample.repetition].join(
    '/',
  )
}

/** What a reader sees: `bare · T4 · 2`. */
export function sampleLabel(sample: Sample): string {
  return `${sample.condition} · ${sample.task} · ${sample.repetition}`
}

export function sampleSite(sample: Sample): BuildSite {
  return {
    label: sampleLabel(sample),
    key: `sample:${sampleKey(sample)}`,
    suite: sample.suite,
    task: sample.task,
  }
}

/** Does this assertion apply to that task? All regress ones do, and the change ones of its defects. */
export function appliesTo(
  assertion: { defect: string | null },
  task: Pick<Task, 'change'>,
): boolean {
  return assertion.defect === null || task.change.includes(assertion.defect)
}

/** The suites as workers need them, with the builds that are to be graded. */
export function providePlan(suites: Suite[], builds: BuildSite[]): ProvidedPlan {
  return {
    suites: suites.map(({ name, folder, assertions, tasks }) => ({
      name,
      folder,
      assertions,
      tasks: tasks.map((task) => ({ name: task.name, change: task.change })),
    })),
    builds,
  }
}
