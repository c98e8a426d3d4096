/** Lets an adapter work once, within its budget, and says how that ended. Main process. */
import type { Outcome, Usage } from '../record/schema.ts'
import { unknownUsage } from '../record/schema.ts'
import type { Metadata } from './adapter.ts'
import type { AttemptRequest } from './attempt.ts'
import { inChild, Unstarted } from './child.ts'
import { copyNode, harnessEnvironment } from './environment.ts'
import type { Ended } from './harvest.ts'
import { openOutput } from './output.ts'
import type { Scratch } from './scratch.ts'
import type { RunJob, RunResult } from './worker.ts'

/** Most milliseconds that an adapter has to wind up after its signal was aborted; no more than its budget. */
const GRACE = 10_000

/** Longest delay of a timer. */
const FOREVER = 2 ** 31 - 1

/** @throws when no verdict about the harness is possible, or the run was stopped */
export async function letWork(
  request: AttemptRequest,
  scratch: Scratch,
): Promise<Omit<Ended, 'seconds'>> {
  const { condition, options, signal } = request
  const budget = options.budgets.seconds * 1000
  const output = openOutput(scratch.output)
  const env = harnessEnvironment(
    scratch,
    condition.passEnv,
    request.root,
    condition.spawns ? await copyNode(request.nodeFolder) : null,
  )
  const hard = AbortSignal.timeout(Math.min(budget + Math.min(budget, GRACE), FOREVER))
  const timedOut = [
    'timedOut',
    `the budget of ${options.budgets.seconds} s was used up`,
  ] satisfies [Outcome, string]

  const [outcome, reason, usage] = await inChild(jobOf(request, scratch, env), {
    env,
    marker: scratch.folder,
    onOutput: output.write,
    signal: AbortSignal.any([hard, signal]),
  })
    .then((result): [Outcome, string | null, Usage] => {
      const usage = result.metadata ? usageOf(result.metadata, condition.model) : unknownUsage
      if (result.timedOut) return [...timedOut, usage]
      if (result.failure) return [result.failure.kind, result.failure.reason, usage]
      return ['finished', null, usage]
    })
    .catch((error: Error): [Outcome, string, Usage] => {
      if (signal.aborted || error instanceof Unstarted) throw error
      if (hard.aborted) return [...timedOut, unknownUsage]
      return [
        'crashed',
        `the adapter’s process ${error.message} before \`run\` had ended`,
        unknownUsage,
      ]
    })
    .finally(() => output.close())
  return { outcome, reason, usage, output: output.close() }
}

function jobOf(
  { condition, options, sample, suite, task }: AttemptRequest,
  scratch: Scratch,
  env: Record<string, string>,
): RunJob {
  return {
    do: 'run',
    module: condition.module,
    build: scratch.build,
    marker: scratch.folder,
    brief: task.brief,
    budget: options.budgets.seconds * 1000,
    context: {
      options: condition.options,
      model: condition.model,
      home: scratch.home,
      env,
      sample: {
        suite: suite.name,
        task: sample.task,
        repetition: sample.repetition,
        condition: sample.condition,
      },
      suite: { folder: suite.folder, seed: suite.seed, reference: suite.reference },
    },
  }
}

function usageOf(metadata: NonNullable<RunResult['metadata']>, model: string | null): Usage {
  const { calls, cost, tokens }: Metadata = metadata
  const claims = calls !== undefined || cost !== undefined || tokens !== undefined
  return {
    model: metadata.model ?? model,
    calls: calls ?? null,
    tokens: {
      input: tokens?.input ?? null,
      output: tokens?.output ?? null,
      cacheRead: tokens?.cacheRead ?? null,
      cacheWrite: tokens?.cacheWrite ?? null,
    },
    cost: cost ?? null,
    claimedBy: claims ? metadata.claimedBy : null,
  }
}
