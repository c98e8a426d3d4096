/** What is to exist: samples with their identity, made from options and suites. Plain data, any process. */
import type { ResolvedOptions } from '../options.ts'
import type { Axis } from '../record/schema.ts'
import { blockOf } from './order.ts'
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

/**
 * The samples of one shard. A block stays whole, so that what is compared was measured on one machine;
 * only where blocks are too few to go round are samples divided, each with all its assertions.
 */
export function shardOf(samples: Sample[], shard: Shard | undefined): Sample[] {
  if (!shard) return samples
  const { index, count } = shard
  const blocks = [...new Set(samples.map(blockOf))]
  const own = new Set(blocks.filter((_, at) => at % count === index - 1))
  return blocks.length < count
    ? samples.filter((_, at) => at % count === index - 1)
    : samples.filter((sample) => own.has(blockOf(sample)))
}

/** Short, path-safe and stable: the sample's folder in the store, and its name in messages. */
export function samplePath(sample: Sample): string {
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
    key: `sample:${samplePath(sample)}`,
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
