/** Lets an adapter work once, within its budget, and says how that ended. Main process. */
import path from 'node:path'
import type { Summary, UsedUp } from '../gateway/gateway.ts'
import type { Outcome, Usage } from '../record/schema.ts'
import { unknownUsage } from '../record/schema.ts'
import { openTrace, TRACE } from '../trace/write.ts'
import type { Context, Metadata } from './adapter.ts'
import type { AttemptRequest } from './attempt.ts'
import { inChild, Unstarted } from './child.ts'
import { copyNode, harnessEnvironment } from './environment.ts'
import type { Ended } from './harvest.ts'
import { meteredUsage, type SampleMeter, whyUnmeasured } from './metering.ts'
import { openOutput } from './output.ts'
import type { Scratch } from './scratch.ts'
import type { RunJob, RunResult } from './worker.ts'

/** Milliseconds that an adapter has to start, and to wind up after its signal was aborted. */
const GRACE = 10_000

/** How a reason begins for a failure of which the adapter itself said nothing. */
export const UNSAID = 'it ended as if it had finished'

/** Longest delay of a timer. */
const FOREVER = 2 ** 31 - 1

/**
 * @param folder of the attempt, in which the model calls and the trace are kept
 * @throws when no verdict about the harness is possible, or the run was stopped
 */
export async function letWork(
  request: AttemptRequest,
  scratch: Scratch,
  folder: string,
): Promise<Omit<Ended, 'seconds'>> {
  const { condition, metering, sample } = request
  if (!condition.metered) return { ...(await workOnce(request, scratch, folder)), claim: null }

  const meter = await metering.open(sample, folder, condition.model)
  let summary: Summary | undefined
  try {
    const ended = await workOnce(request, scratch, folder, meter)
    const usedUp = meter.overBudget.aborted ? (meter.overBudget.reason as UsedUp) : null
    summary = await meter.close()
    return {
      ...ended,
      ...judge(ended, usedUp, summary, request.options.budgets.seconds),
      usage: meteredUsage(summary, condition.model),
      claim: ended.usage.claimedBy === null ? null : ended.usage,
    }
  } finally {
    if (!summary) await meter.close().catch(() => {})
  }
}

/**
 * A throttled agent must never score a perfect regress, and what other samples spent must not decide
 * about this one; else the first cause wins. Seconds that are used up are one cause, whether the
 * gateway's clock or the adapter's is heard first. Who ends when a model call has failed has given up,
 * whatever he says: many exit with 0 then.
 */
function judge(
  ended: { outcome: Outcome; reason: string | null },
  usedUp: UsedUp | null,
  summary: Summary,
  seconds: number,
): { outcome: Outcome; reason: string | null } {
  const { outcome, reason } = ended
  const unmeasured = whyUnmeasured(summary)
  if (unmeasured !== null) {
    const own = reason === null ? '' : ` (${outcome}: ${reason})`
    const isTold = outcome === 'unmeasured' && reason !== null
    return {
      outcome: 'unmeasured',
      reason: isTold ? `${reason}; ${unmeasured}` : `${unmeasured}${own}`,
    }
  }
  if (usedUp === null) {
    const { unanswered } = summary
    return outcome === 'finished' && unanswered !== null
      ? {
          outcome: 'crashed',
          reason: `${UNSAID}, but its last model call had failed: ${unanswered}`,
        }
      : { outcome, reason }
  }
  const { whose, of, message } = usedUp
  if (whose === 'experiment') return { outcome: 'unmeasured', reason: message }
  if (of === 'seconds') return timedOut(seconds)
  return { outcome: 'overBudget', reason: message }
}

const timedOut = (seconds: number) => ({
  outcome: 'timedOut' as const,
  reason: `the budget of ${seconds} s was used up`,
})

async function workOnce(
  request: AttemptRequest,
  scratch: Scratch,
  folder: string,
  meter?: SampleMeter,
): Promise<Omit<Ended, 'seconds' | 'claim'>> {
  const { condition, options, signal } = request
  const budget = options.budgets.seconds * 1000
  const output = openOutput(scratch.output)
  const trace = openTrace(path.join(folder, TRACE))
  const env = harnessEnvironment(
    scratch,
    condition.passEnv,
    request.root,
    condition.spawns ? await copyNode(request.nodeFolder) : null,
  )
  const hard = AbortSignal.timeout(Math.min(Math.ceil(budget) + GRACE, FOREVER))
  const late = timedOut(options.budgets.seconds)

  const ended = await inChild(jobOf(request, scratch, env, meter?.access), {
    env,
    marker: scratch.folder,
    onOutput(chunk, stream) {
      output.write(chunk)
      trace.heard(chunk, stream)
    },
    onTrace: trace.write,
    ...(meter ? { onBegun: meter.startClock } : {}),
    signal: AbortSignal.any([hard, signal]),
  })
    .then((result): { outcome: Outcome; reason: string | null; usage: Usage } => {
      const usage = result.metadata ? usageOf(result.metadata, condition.model) : unknownUsage
      if (result.timedOut) {
        const { kind, reason } = result.failure ?? {}
        // What it waited for until then.
        return {
          ...late,
          ...(kind === 'unmeasured' ? { reason: `${late.reason}; ${reason}` } : {}),
          usage,
        }
      }
      const { kind, reason } = result.failure ?? { kind: 'finished', reason: null }
      return { outcome: kind, reason, usage }
    })
    .catch((error: Error) => {
      if (signal.aborted || error instanceof Unstarted) throw error
      if (hard.aborted) return { ...late, usage: unknownUsage }
      const reason = `the adapter’s process ${error.message} before \`run\` had ended`
      return { outcome: 'crashed' as const, reason, usage: unknownUsage }
    })
    .finally(() => {
      output.close()
      trace.close()
    })
  return { ...ended, output: output.close() }
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
    prices: null,
    claimedBy: claims ? metadata.claimedBy : null,
    scripted: false,
    replayed: false,
  }
}
