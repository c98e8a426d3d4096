/** Looks for the scripts of the suites' scripted models before anything is run. Main process. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { didYouMean } from '../plan/closest.ts'
import type { Suite } from '../plan/suite.ts'
import { scriptsOf } from './metering.ts'

/** Has any of them a folder of scripts? Then there is a provider of that name. */
export function haveScripts(suites: Suite[]): boolean {
  return suites.some((suite) => existsSync(scriptsOf(suite)))
}

/** What keeps a scripted model from answering in all samples of a condition; null where nothing does. */
export type FaultInScripts = (model: string) => Promise<string | null>

/** The scripts of a suite are read once, however many conditions follow them. */
export function checkScripts(suites: Suite[], repetitions: number): FaultInScripts {
  const read = new Map<Suite, Promise<string | null>>()
  const unreadableIn = (suite: Suite) => {
    const fault = read.get(suite) ?? faultOfReading(suite)
    read.set(suite, fault)
    return fault
  }
  return async (model) => {
    for (const suite of suites) {
      const fault = missingOf(model, suite, repetitions) ?? (await unreadableIn(suite))
      if (fault !== null) return fault
    }
    return null
  }
}

async function faultOfReading(suite: Suite): Promise<string | null> {
  const { readScripts } = await import('../../adapters/scripted/script.ts')
  return readScripts(scriptsOf(suite), suite.name).then(
    () => null,
    (error: Error) => error.message,
  )
}

function missingOf(model: string, suite: Suite, repetitions: number): string | null {
  const folder = scriptsOf(suite, model)
  const all = path.dirname(folder)
  const shown = (name: string) => path.relative(suite.folder, path.join(folder, name))
  if (!existsSync(folder)) {
    const names = existsSync(all) ? readdirSync(all, { withFileTypes: true }) : []
    const models = names
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `scripted/${name}`)
      .sort()
    return `the suite ${suite.name} has no scripts for \`${model}\`${didYouMean(model, models)}; it has them for ${models.join(', ') || 'none'}, others are written as ${shown('<task>.<repetition>.yaml')} in its folder`
  }
  const missing = suite.tasks.flatMap(({ name }) =>
    Array.from({ length: repetitions }, (_, index) => `${name}.${index + 1}.yaml`).filter(
      (file) => !existsSync(path.join(folder, file)),
    ),
  )
  return missing.length === 0
    ? null
    : `the suite ${suite.name} lacks ${missing.length} of its scripts, the first of them ${shown(missing[0] as string)}; write them, or ask for fewer \`repetitions\``
}
