/** Lets an adapter work once, within its budget, and says how that ended. Main process. */

import type { Summary } from '../gateway/gateway.ts'
import type { Outcome, Usage } from '../record/schema.ts'
import { unknownUsage } from '../record/schema.ts'
import type { Context, Metadata } from './adapter.ts'
import type { AttemptRequest } from './attempt.ts'
import { inChild, Unstarted } from './child.ts'
import { copyNode, harnessEnvironment } from './environment.ts'
import type { Ended } from './harvest.ts'
import { meteredUsage, whyUnmeasured } from './metering.ts'
import { openOutput } from './output.ts'
import type { Scratch } from './scratch.ts'
import type { RunJob, RunResult } from './worker.ts'

/** Most milliseconds that an adapter has to wind up after its signal was aborted; no more than its budget. */
const GRACE = 10_000

/** Longest delay of a timer. */
const FOREVER = 2 ** 31 - 1

/**
 * @param folder of the attempt, in which the model calls are kept
 * @throws when no verdict about the harness is possible, or the run was stopped
 */
export async function letWork(
  request: AttemptRequest,
  scratch: Scratch,
  folder: string,
): Promise<Omit<Ended, 'seconds'>> {
  const { condition, metering, sample } = request
  if (!condition.metered) return { ...(await workOnce(request, scratch, undefined)), claim: null }

  const meter = await metering.open(sample, folder)
  let summary: Summary | undefined
  try {
    const ended = await workOnce(request, scratch, meter.access)
    const overBudget = meter.overBudget.aborted ? (meter.overBudget.reason as Error).message : null
    summary = await meter.close()
    return {
      ...ended,
      ...judge(ended, overBudget, whyUnmeasured(summary)),
      usage: meteredUsage(summary, condition.model),
      claim: ended.usage.claimedBy === null ? null : ended.usage,
    }
  } finally {
    if (!summary) await meter.close().catch(() => {})
  }
}

/** A throttled agent must never score a perfect regress; else the first cause wins. */
function judge(
  ended: { outcome: Outcome; reason: string | null },
  overBudget: string | null,
  unmeasured: string | null,
): { outcome: Outcome; reason: string | null } {
  if (unmeasured !== null) {
    const own = ended.reason === null ? '' : ` (${ended.outcome}: ${ended.reason})`
    return { outcome: 'unmeasured', reason: `${unmeasured}${own}` }
  }
  if (overBudget !== null) return { outcome: 'overBudget', reason: overBudget }
  return { outcome: ended.outcome, reason: ended.reason }
}

async function workOnce(
  request: AttemptRequest,
  scratch: Scratch,
  access: Context['gateway'],
): Promise<Omit<Ended, 'seconds' | 'claim'>> {
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

  const [outcome, reason, usage] = await inChild(jobOf(request, scratch, env, access), {
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
  access: Context['gateway'],
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
      ...(access ? { gateway: access } : {}),
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
    unpriced: 0,
    claimedBy: claims ? metadata.claimedBy : null,
    scripted: false,
  }
}
