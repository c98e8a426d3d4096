/** Which samples a store holds, found without writing to it: it may be a copy that cannot be written. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { didYouMean } from '../../plan/closest.ts'
import { ConfigurationError } from '../../plan/error.ts'
import type { Sample } from '../../plan/plan.ts'
import { readJson } from '../../record/files.ts'
import { STORE_FORMAT } from '../../record/store.ts'

/** @param shown the folder as the person named it */
export async function storedSamples(
  folder: string,
  shown: string,
  experiment: string | undefined,
): Promise<Sample[]> {
  await checkStore(folder, shown)
  const samples = path.join(folder, 'samples')
  const experiments = await foldersIn(samples)
  if (experiments.length === 0)
    throw new ConfigurationError([`the store ${shown} holds no sample yet`])
  if (experiment !== undefined && !experiments.includes(experiment))
    throw new ConfigurationError([
      `the store ${shown} has no experiment ${JSON.stringify(experiment)}${didYouMean(experiment, experiments) || `; it has ${experiments.join(', ')}`}`,
    ])
  const found: Sample[] = []
  for (const name of experiment === undefined ? experiments : [experiment])
    for (const suite of await foldersIn(samples, name))
      for (const condition of await foldersIn(samples, name, suite))
        for (const task of await foldersIn(samples, name, suite, condition)) {
          const repetitions = await foldersIn(samples, name, suite, condition, task)
          const numbers = repetitions.filter((one) => /^\d+$/.test(one)).map(Number)
          for (const repetition of numbers.sort((a, b) => a - b))
            found.push({ experiment: name, suite, condition, task, repetition })
        }
  return found
}

export async function checkStore(folder: string, shown: string): Promise<void> {
  const marker = await readJson(path.join(folder, 'store.json')).catch((error: Error) => {
    throw new ConfigurationError([`the store ${shown} cannot be read: ${error.message}`])
  })
  if (marker === undefined)
    throw new ConfigurationError([
      `${shown} is not a store (no store.json in it); name the folder that is \`store\` in the Vitest config, which is .harnessbench unless it says another`,
    ])
  const { format } = Object(marker) as { format?: unknown }
  if (typeof format !== 'number' || format > STORE_FORMAT)
    throw new ConfigurationError([
      `the store ${shown} belongs to a newer version (its format is ${JSON.stringify(format)}, this version reads up to ${STORE_FORMAT}); update harnessbench`,
    ])
}

async function foldersIn(...parts: string[]): Promise<string[]> {
  const entries = await readdir(path.join(...parts), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}
