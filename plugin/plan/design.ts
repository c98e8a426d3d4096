/** What is asked for, as reports need it and as it is stored beside the samples. Main process. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { type Plan, planSchema } from '../../reporters/figures/plan.ts'
import type { ResolvedOptions } from '../options.ts'
import { json, readJson, writeAtomically } from '../record/files.ts'
import { ConfigurationError } from './error.ts'
import { levelsOf } from './factors.ts'
import type { Suite } from './suite.ts'

/** The whole experiment, whatever a shard or a filter leaves of it. */
export function designOf(
  options: ResolvedOptions,
  suites: Suite[],
  predictions: Plan['predictions'],
): Plan {
  const { experiment, conditions, repetitions, seed } = options
  const twins = conditions.flatMap(({ name, twinOf }) =>
    twinOf === null ? [] : [[twinOf, name] as [string, string]],
  )
  return {
    experiment,
    suites: suites.map(({ name, tasks }) => {
      const compare = tasks.flatMap(({ name: harder, harderThan: easier }) =>
        easier === null ? [] : [{ easier, harder }],
      )
      return {
        name,
        tasks: tasks.map((task) => task.name),
        ...(compare.length > 0 ? { compare } : {}),
      }
    }),
    conditions: conditions.map(({ name }) => name),
    repetitions,
    levels: levelsOf(conditions),
    twins: twins.length > 0 ? twins : undefined,
    seed,
    predictions,
  }
}

/**
 * @param store its folder
 * @returns the plan of the last run; undefined where none is stored
 * @throws ConfigurationError that names the file that is no plan
 */
export async function readDesign(store: string, experiment: string): Promise<Plan | undefined> {
  const file = placeOf(store, experiment)
  const found = await readJson(file).catch((error: Error) => {
    throw new ConfigurationError([error.message])
  })
  if (found === undefined) return undefined
  const parsed = planSchema.safeParse(found)
  if (parsed.success) return parsed.data
  throw new ConfigurationError([
    `${file} is not what this version wrote: ${z.prettifyError(parsed.error)}; move it away`,
  ])
}

/** @throws ConfigurationError where it cannot be written */
export async function writeDesign(store: string, plan: Plan): Promise<void> {
  const file = placeOf(store, plan.experiment)
  const text = json(plan)
  // An unchanged plan is not written, so that grading again needs no room.
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  await writeAtomically(file, text).catch((error: Error) => {
    throw new ConfigurationError([
      `the plan of this run cannot be stored (${error.message}); make the store writable, or make room in it`,
    ])
  })
}

function placeOf(store: string, experiment: string): string {
  return path.join(store, `${experiment}.plan.json`)
}
