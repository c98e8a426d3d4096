/** Makes the projects that are run in a room. Main process. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Files, makeProject, type Project } from '../../end-to-end/project.ts'
import type { HarnessBenchOptions } from '../../options.ts'
import { store } from './room/room.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Stands for the address of the model's server, which only the room knows. */
const MODEL = 'http://model'

export const shopkit = {
  folder: path.join(repository, 'bench/shopkit'),
  seed: path.join(repository, 'seed/shopkit'),
  reference: path.join(repository, 'reference/shopkit'),
}

export interface Tried {
  /** Of the condition, and of its provider. */
  name: string
  adapter: string
  options: Record<string, unknown>
  /** What the model's server shall do, and the script that is followed. */
  fault: string
  script: string
}

/** @param options beside the conditions */
export function experiment(
  tried: Tried[],
  options: Partial<HarnessBenchOptions>,
  files: Files = {},
): Promise<Project> {
  const provider = (name: string) => `at-${name}`
  const whole = {
    repetitions: 1,
    retries: 0,
    store,
    fresh: true,
    ...options,
    conditions: tried.map(({ name, adapter, options }) => ({
      name,
      adapter,
      options,
      model: `${provider(name)}/bench-1`,
    })),
    providers: Object.fromEntries(
      tried.map(({ name, fault, script }) => [
        provider(name),
        { baseUrl: `${MODEL}/${name}/${fault}/${script}`, auth: 'none' },
      ]),
    ),
    prices: [
      { model: '*', input: 1, output: 4, cacheRead: 0.1, date: '2026-11-30', source: 'made up' },
    ],
  }
  const json = JSON.stringify(JSON.stringify(whole))
  return makeProject(
    { source: `JSON.parse(${json}.replaceAll('${MODEL}', process.env.MODEL_URL ?? '${MODEL}'))` },
    files,
  )
}
