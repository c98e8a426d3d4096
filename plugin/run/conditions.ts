/** Asks every condition's adapter, in a child process, for its version, options and inputs. Main process. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { entry } from '../entry.ts'
import { createGate } from '../grade/probe/gate.ts'
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'
import type { Condition } from '../plan/factors.ts'
import type { Suite } from '../plan/suite.ts'
import { randomName } from '../process/temporary.ts'
import type { Ignore } from '../tree/ignore.ts'
import { ChildEnded, inChild } from './child.ts'
import { workerEnvironment } from './environment.ts'
import { hashPlaces } from './fingerprint.ts'
import type { DescribeJob, DescribeResult } from './worker.ts'

const builtInAdapters = [
  'nothing',
  'reference',
  'vandal',
  'replay',
  'command',
  'loop',
  'acp',
  'pi',
  'codex',
  'claude-code',
  'opencode',
  'openclaw',
  'copilot',
  'gemini-cli',
  'qwen-code',
  'nanocoder',
  'cline',
  'hermes',
  'axium',
] as const

/** Milliseconds until an adapter's module is given up. */
const LONGEST_LOAD = 60_000

/** A condition whose adapter was found and has checked its options. */
export interface ReadyCondition {
  name: string
  adapter: string
  /** File URL. */
  module: string
  version: string
  options: Record<string, unknown>
  model: string | null
  passEnv: string[]
  spawns: boolean
  /** Options that are no part of the run fingerprint. */
  local: string[]
  /** Its model calls go through the gateway. */
  metered: boolean
  /** Hash of the adapter's inputs, by suite. */
  inputs: Map<string, string>
}

/** Finds the modules; imports nothing. @throws ConfigurationError for those that are not there. */
export function findAdapters(root: string, conditions: Condition[]): Map<string, string> {
  const found = new Map<string, string>()
  const problems = new Map<string, string>()
  for (const { name, adapter, option } of conditions) {
    try {
      found.set(name, moduleOf(root, adapter))
    } catch {
      if (problems.has(option)) continue
      problems.set(
        option,
        `option \`${option}.adapter\` (${name}): there is no module ${adapter}${didYouMean(adapter, builtInAdapters)}; built in are ${builtInAdapters.join(', ')}; a path begins with \`./\` and is relative to the project's root`,
      )
    }
  }
  if (problems.size > 0) throw new ConfigurationError([...problems.values()])
  return found
}

function moduleOf(root: string, adapter: string): string {
  if ((builtInAdapters as readonly string[]).includes(adapter))
    return entry(import.meta.url, `../../adapters/${adapter}`).href
  if (/^\.{0,2}[/\\]/.test(adapter) || path.isAbsolute(adapter)) {
    const file = path.resolve(root, adapter)
    if (!existsSync(file)) throw new Error('not there')
    return pathToFileURL(file).href
  }
  const { resolve } = createRequire(path.join(root, 'package.json'))
  // A package of ES modules only need not export anything to `require`.
  const conditions = new Set(['node', 'import'])
  return pathToFileURL(resolve(adapter, { conditions } as never)).href
}

/** @throws ConfigurationError when an adapter does not load, exports no `run`, or refuses its options. */
export async function describeConditions(
  /** A folder of the run's own. */
  scratch: string,
  concurrency: number,
  conditions: Condition[],
  modules: Map<string, string>,
  suites: Suite[],
  ignore: Ignore,
): Promise<Map<string, ReadyCondition>> {
  /** By option: conditions that one option makes share their faults. */
  const problems = new Map<string, string>()
  const gate = createGate(concurrency)
  const ready = await Promise.all(
    conditions.map(async (condition): Promise<ReadyCondition | undefined> => {
      const module = modules.get(condition.name) as string
      const job: DescribeJob = {
        do: 'describe',
        module,
        options: condition.options,
        suites: suites.map(({ folder, seed, reference }) => ({ folder, seed, reference })),
      }
      const tell = (option: string, what: string) => {
        if (!problems.has(option))
          problems.set(
            option,
            `option \`${option}\` (${condition.name}): the adapter ${condition.adapter} ${what}`,
          )
      }
      const result = await gate.shared(() => describe(job, path.join(scratch, randomName())))
      if (!result.ok) {
        const factor = result.about?.find((name) => condition.factors.includes(name))
        tell(
          factor === undefined ? condition.option : `${condition.option}.factors.${factor}`,
          `cannot be used: ${result.problem}`,
        )
        return undefined
      }
      try {
        const inputs = await Promise.all(
          suites.map(
            async (suite, index) =>
              [suite.name, await hashPlaces(result.inputs[index] ?? [], ignore)] as const,
          ),
        )
        return {
          name: condition.name,
          adapter: condition.adapter,
          module,
          version: result.version,
          options: result.options,
          model: condition.model ?? null,
          passEnv: condition.passEnv,
          spawns: result.spawns,
          local: result.local,
          metered: result.metered,
          inputs: new Map(inputs),
        }
      } catch (error) {
        tell(condition.option, `cannot read its inputs: ${(error as Error).message}`)
        return undefined
      }
    }),
  )
  if (problems.size > 0) throw new ConfigurationError([...problems.values()])
  return new Map(
    ready.map((condition) => [(condition as ReadyCondition).name, condition as ReadyCondition]),
  )
}

async function describe(job: DescribeJob, marker: string): Promise<DescribeResult> {
  const limit = AbortSignal.timeout(LONGEST_LOAD)
  try {
    return await inChild(job, {
      env: workerEnvironment(),
      marker,
      onOutput: () => {}, // what a module prints when loaded is not for our own streams
      signal: limit,
    })
  } catch (error) {
    if (limit.aborted)
      return {
        ok: false,
        problem: `it is not loaded after ${LONGEST_LOAD / 1000} seconds; do in \`run\` what takes long`,
      }
    if (error instanceof ChildEnded)
      return {
        ok: false,
        problem: 'it ends the process that imports it; do nothing outside `run`',
      }
    return { ok: false, problem: `no process could be started: ${(error as Error).message}` }
  }
}
