/**
 * Writes a trace as an ATIF trajectory (Agent Trajectory Interchange Format, RFC 0001 of the Harbor
 * project, version 1.4). What the format has no field for stands in `extra`. Any process.
 */
import { type Sample, samplePath } from '../plan/plan.ts'
import type { Attempt } from '../record/schema.ts'
import { metricsOf } from './metrics.ts'
import type { TraceEntry } from './schema.ts'
import { type Step, stepsOf } from './steps.ts'

export interface Trajectory {
  schema_version: 'ATIF-v1.4'
  session_id: string
  agent: { name: string; version: string; model_name?: string; extra: Record<string, unknown> }
  steps: Step[]
  notes: string
  final_metrics: Record<string, unknown>
}

/** An attempt that did not end has no number and no outcome yet. */
export type TracedAttempt = Pick<Attempt, 'adapter' | 'usage'> & {
  number: number | 'unfinished'
  outcome: Attempt['outcome'] | 'unfinished'
}

export function atif(sample: Sample, attempt: TracedAttempt, entries: TraceEntry[]): Trajectory {
  const { adapter, usage } = attempt
  const model = usage.model ?? adapter.model
  const steps = stepsOf(entries)
  return {
    schema_version: 'ATIF-v1.4',
    session_id: `${samplePath(sample)}/${attempt.number}`,
    agent: {
      name: adapter.name,
      version: adapter.version,
      ...(model === null ? {} : { model_name: model }),
      extra: { options: adapter.options },
    },
    steps,
    notes:
      'Read by harnessbench from what the harness printed; metrics of steps are the harness’s own, final metrics are as `claimed_by` says. Usage that the harness tells of several answers together stands in `extra.usage` of the last of them. A step with `extra.divided_by` was taken for an answer of its own since its calls began when all earlier ones had ended.',
    final_metrics: {
      ...metricsOf(usage.tokens, usage.cost, 'total_'),
      total_steps: steps.length,
      extra: { claimed_by: usage.claimedBy, outcome: attempt.outcome },
    },
  }
}
