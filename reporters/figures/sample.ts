/** Which sample a figure or a line speaks of, and which samples were asked for; main process. */
import type { SampleRecord } from '../../plugin/record/schema.ts'
import type { Plan, Sample } from './plan.ts'

export type { Plan, Sample } from './plan.ts'

/** A sample that was asked for, with its record if there is one. */
export interface Asked extends Sample {
  record: SampleRecord | undefined
}

/** Tells samples apart; no name can imitate another, whatever characters it holds. */
export function sampleKey({ suite, condition, task, repetition }: Sample): string {
  return JSON.stringify([suite, condition, task, repetition])
}

export function sampleOf({ suite, condition, task, repetition }: Sample): Sample {
  return { suite, condition, task, repetition }
}

/** All samples of a plan, in its order. */
export function plannedSamples(plan: Plan): Sample[] {
  const selected = plan.selected && new Set(plan.selected.map(sampleKey))
  const samples = plan.suites.flatMap(({ name: suite, tasks }) =>
    plan.conditions.flatMap((condition) =>
      tasks.flatMap((task) =>
        Array.from({ length: plan.repetitions }, (_, index) => ({
          suite,
          condition,
          task,
          repetition: index + 1,
        })),
      ),
    ),
  )
  return selected ? samples.filter((sample) => selected.has(sampleKey(sample))) : samples
}
