/** Asks every condition's adapter, in a child process, for its version, options and inputs. Main process. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { entry } from '../entry.ts'
import { wiresOf } from '../gateway/providers.ts'
import { createGate } from '../grade/probe/gate.ts'
import type { ResolvedOptions } from '../options.ts'
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'
import type { Condition } from '../plan/factors.ts'
import type { Suite } from '../plan/suite.ts'
import { randomName } from '../process/temporary.ts'
import type { Ignore } from '../tree/ignore.ts'
import type { Prospect } from './adapter.ts'
import { ChildEnded, inChild } from './child.ts'
import { workerEnvironment } from './environment.ts'
import { hashPlaces } from './fingerprint.ts'
import { isScripted, SCRIPTED } from './metering.ts'
import { checkScripts, type FaultInScripts, haveScripts } from './scripts.ts'
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
  /** The one that was asked for the version, as it was then. */
  program: { file: string; mark: string } | null
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

export interface DescribeConfig {
  root: string
  /** A folder of the run's own. */
  scratch: string
  options: ResolvedOptions
  /** File URLs of the adapters, by condition. */
  modules: Map<string, string>
  suites: Suite[]
  ignore: Ignore
}

/**
 * @throws ConfigurationError when an adapter does not load, exports neither `run` nor `open`, refuses
 *   its options, or cannot work with the condition's model
 */
export async function describeConditions(
  config: DescribeConfig,
): Promise<Map<string, ReadyCondition>> {
  const { conditions, concurrency } = config.options
  const gate = createGate(concurrency)
  const faultInScripts = checkScripts(config.suites, config.options.repetitions)
  const described = await Promise.all(
    conditions.map((condition) =>
      gate.shared(() => describeOne(condition, config, faultInScripts)),
    ),
  )
  const ready = new Map<string, ReadyCondition>()
  /** By option: conditions that one option makes share their faults. */
  const problems = new Map<string, string>()
  for (const one of described)
    if (!('fault' in one)) ready.set(one.name, one)
    else if (!problems.has(one.option))
      problems.set(one.option, `option \`${one.option}\` (${one.name}): ${one.fault}`)
  if (problems.size > 0) throw new ConfigurationError([...problems.values()])
  return ready
}

/** A condition that cannot be measured, and the option to mend. */
interface Unfit {
  name: string
  option: string
  fault: string
}

async function describeOne(
  condition: Condition,
  { root, scratch, options, modules, suites, ignore }: DescribeConfig,
  faultInScripts: FaultInScripts,
): Promise<ReadyCondition | Unfit> {
  const { name, adapter, passEnv, option } = condition
  const model = condition.model ?? null
  const module = modules.get(name) as string
  const job: DescribeJob = {
    do: 'describe',
    module,
    options: condition.options,
    prospect: { model, providers: providersFor(model, options, suites) },
    suites: suites.map(({ folder, seed, reference }) => ({ folder, seed, reference })),
  }
  const env = workerEnvironment(passEnv, root)
  const result = await describe(job, env, path.join(scratch, randomName()))
  if (!result.ok)
    return { name, option: blamed(condition, result), fault: faultOf(adapter, result) }
  const unscripted = result.metered && isScripted(model) ? await faultInScripts(model) : null
  if (unscripted !== null) return { name, option: `${option}.model`, fault: unscripted }
  try {
    const inputs = await Promise.all(
      suites.map(
        async (suite, index) =>
          [suite.name, await hashPlaces(result.inputs[index] ?? [], ignore)] as const,
      ),
    )
    const { ok: _, ...described } = result
    return { ...described, name, adapter, module, model, passEnv, inputs: new Map(inputs) }
  } catch (error) {
    const fault = `the adapter ${adapter} cannot read its inputs: ${(error as Error).message}`
    return { name, option, fault }
  }
}

function providersFor(
  model: string | null,
  { providers }: ResolvedOptions,
  suites: Suite[],
): Prospect['providers'] {
  const scripted = isScripted(model) || haveScripts(suites)
  return { ...wiresOf(providers), ...(scripted ? { [SCRIPTED]: null } : {}) }
}

type Refused = Extract<DescribeResult, { ok: false }>

/** The option to mend: as it stands in the config, where an option of the adapter's may be a factor. */
function blamed({ option, factors }: Condition, { wrong, about = [] }: Refused): string {
  const own = wrong?.startsWith('options.') ? [wrong.split('.')[1] as string] : about
  const factor = own.find((name) => factors.includes(name))
  if (factor !== undefined) return `${option}.factors.${factor}`
  return wrong === undefined ? option : `${option}.${wrong}`
}

function faultOf(adapter: string, { wrong, problem }: Refused): string {
  return wrong === undefined ? `the adapter ${adapter} cannot be used: ${problem}` : problem
}

async function describe(
  job: DescribeJob,
  env: Record<string, string>,
  marker: string,
): Promise<DescribeResult> {
  const limit = AbortSignal.timeout(LONGEST_LOAD)
  try {
    return await inChild(job, {
      env,
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
