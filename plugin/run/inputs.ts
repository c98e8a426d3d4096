/** What samples depend on, hashed when the run begins. Main process. */
import { existsSync } from 'node:fs'
import type { ResolvedOptions } from '../options.ts'
import type { Sample } from '../plan/plan.ts'
import type { Suite, Task } from '../plan/suite.ts'
import { hashTree } from '../tree/hash.ts'
import type { Ignore } from '../tree/ignore.ts'
import type { ReadyCondition } from './conditions.ts'
import { hashPlaces, runFingerprint } from './fingerprint.ts'
import { isScripted, scriptsOf } from './metering.ts'

export interface Inputs {
  parts(sample: Sample): { suite: Suite; task: Task; condition: ReadyCondition }
  fingerprint(sample: Sample): string
  /** Did the suite's seed or reference change since the run began? */
  isSpoilt(suite: Suite): Promise<boolean>
}

export interface InputsConfig {
  options: ResolvedOptions
  suites: Suite[]
  conditions: Map<string, ReadyCondition>
  ignore: Ignore
}

export async function hashInputs({
  options,
  suites,
  conditions,
  ignore,
}: InputsConfig): Promise<Inputs> {
  const hashBaselines = (suite: Suite) =>
    Promise.all([hashTree(suite.seed, ignore), hashTree(suite.reference, ignore)])
  const baselines = await bySuite(suites, hashBaselines)
  const models = [...new Set([...conditions.values()].map(({ model }) => model))]
  const scripts = await bySuite(suites, async (suite) =>
    Object.fromEntries(
      await Promise.all(
        models.filter(isScripted).map(async (model) => {
          const folder = scriptsOf(suite, model)
          return [model, existsSync(folder) ? await hashPlaces([folder], ignore) : ''] as const
        }),
      ),
    ),
  )

  function parts(sample: Sample) {
    const suite = suites.find(({ name }) => name === sample.suite) as Suite
    const task = suite.tasks.find(({ name }) => name === sample.task) as Task
    return { suite, task, condition: conditions.get(sample.condition) as ReadyCondition }
  }

  return {
    parts,
    fingerprint(sample) {
      const { suite, task, condition } = parts(sample)
      const { total: _, ...budgets } = options.budgets
      return runFingerprint({
        seed: baselines.get(suite.name)?.[0] as string,
        task,
        adapter: {
          name: condition.adapter,
          version: condition.version,
          options: without(condition.options, condition.local),
          model: condition.model,
          inputs: condition.inputs.get(suite.name) as string,
          ...(isScripted(condition.model)
            ? { scripts: scripts.get(suite.name)?.[condition.model] as string }
            : {}),
        },
        budgets,
        git: options.git,
        ignore: options.ignore,
      })
    },
    async isSpoilt(suite) {
      return (await hashBaselines(suite)).join() !== baselines.get(suite.name)?.join()
    },
  }
}

function without(options: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)))
}

async function bySuite<T>(
  suites: Suite[],
  find: (suite: Suite) => Promise<T>,
): Promise<Map<string, T>> {
  return new Map(
    await Promise.all(suites.map(async (suite) => [suite.name, await find(suite)] as const)),
  )
}
