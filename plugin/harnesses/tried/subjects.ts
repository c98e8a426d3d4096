/** What is tried here: every preset of the table whose program is installed, by each of its doors. Any process. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProgramAdapter } from '../../../adapters/program/adapter.ts'
import { doorsOf } from '../../../adapters/program/options.ts'
import type { Door, Lookup } from '../../../adapters/program/preset.ts'
import { cacheFolder, isInstalled, programOf } from '../cache.ts'
import { harnesses } from '../harnesses.ts'

export interface Subject {
  /** Of its condition: `pi`, `opencode.acp`. */
  name: string
  harness: string
  door: Door
  /** Of its preset. */
  options: Record<string, string>
  /** Beside those, where a harness can be told to give up soon. */
  hasty: Record<string, unknown>
  leaves: string[]
  asides: string[]
  lookups: Lookup[]
}

/** How a harness is told to try again less often; one that is not here retries as it likes. */
const hasty: Record<string, Record<string, unknown>> = {
  codex: {
    args: ['request_max_retries', 'stream_max_retries'].flatMap((name) => [
      '-c',
      `model_providers.metered.${name}=1`,
    ]),
  },
  'claude-code': { env: { CLAUDE_CODE_MAX_RETRIES: '1' } },
}

/** Why a harness is not tried; null where it is. */
export function missing(name: string): string | null {
  const harness = harnesses.find((one) => one.name === name)
  if (!harness) return 'it is not in plugin/harnesses/harnesses.ts'
  if (!existsSync(presetFile(name))) return `there is no preset adapters/${name}.ts`
  if (!isInstalled(harness))
    return `${harness.package}@${harness.version} is not installed in ${cacheFolder()}: npm run harnesses -- ${name}`
  return null
}

/** Those that are to be tried, by `HARNESSES=pi,codex` or all of them. */
export const wanted: string[] = process.env.HARNESSES
  ? process.env.HARNESSES.split(',')
  : harnesses.map(({ name }) => name)

/** Those of them that cannot be. */
export const absent = wanted.filter((name) => missing(name) !== null)

export async function subjectsOf(names: string[]): Promise<Subject[]> {
  const found = await Promise.all(
    names.filter((name) => missing(name) === null).map((name) => subjectsFor(name)),
  )
  return found.flat()
}

/** Of all that could be tried, in the order of the tables. */
export async function everyName(): Promise<string[]> {
  return (await subjectsOf(harnesses.map(({ name }) => name))).map(({ name }) => name)
}

async function subjectsFor(name: string): Promise<Subject[]> {
  const harness = harnesses.find((one) => one.name === name)
  if (!harness) throw new Error(`there is no harness ${name}`)
  const { preset }: ProgramAdapter = (await import(presetFile(name))).default
  const doors = doorsOf(preset)
  return doors.map((door) => ({
    name: doors.length > 1 ? `${name}.${door}` : name,
    harness: name,
    door,
    options: { path: programOf(harness), door },
    hasty: hasty[name] ?? {},
    leaves: preset.leaves ?? [],
    asides: preset.asides ?? [],
    lookups: preset.lookups ?? [],
  }))
}

function presetFile(name: string): string {
  return fileURLToPath(new URL(path.posix.join('../../../adapters', `${name}.ts`), import.meta.url))
}
