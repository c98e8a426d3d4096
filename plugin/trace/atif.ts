/**
 * Writes a trace as an ATIF trajectory (Agent Trajectory Interchange Format, RFC 0001 of the Harbor
 * project, version 1.4): a step is what the user said, or one answer of the model with its tool calls
 * and what they gave. What the format has no field for stands in `extra`. Any process.
 */
import { type Sample, samplePath } from '../plan/plan.ts'
import type { Attempt } from '../record/schema.ts'
import type { TraceEntry } from './schema.ts'

type Kind<K extends TraceEntry['kind']> = Extract<TraceEntry, { kind: K }>

interface Metrics {
  prompt_tokens?: number
  completion_tokens?: number
  cached_tokens?: number
  cost_usd?: number
}

interface Step {
  step_id: number
  timestamp: string
  source: 'system' | 'user' | 'agent'
  model_name?: string
  message: string
  reasoning_content?: string
  tool_calls?: { tool_call_id: string; function_name: string; arguments: Record<string, unknown> }[]
  observation?: { results: { source_call_id: string; content: string }[] }
  metrics?: Metrics
  extra?: Record<string, unknown>
}

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
      'Read by harnessbench from what the harness printed; metrics of steps are the harness’s own, final metrics are as `claimed_by` says.',
    final_metrics: {
      ...metricsOf(usage.tokens, usage.cost, 'total_'),
      total_steps: steps.length,
      extra: { claimed_by: usage.claimedBy, outcome: attempt.outcome },
    },
  }
}

function stepsOf(entries: TraceEntry[]): Step[] {
  const steps: Step[] = []
  /** The model's answer that is being put together. */
  let answer: Step | undefined

  function add(entry: TraceEntry, source: Step['source'], message = ''): Step {
    const step = { step_id: steps.length + 1, timestamp: entry.at, source, message }
    steps.push(step)
    answer = source === 'agent' ? step : undefined
    return step
  }
  /** @param isFull the answer has had its share, and another begins */
  const ofAnswer = (entry: TraceEntry, isFull: (step: Step) => boolean) =>
    answer && !isFull(answer) ? answer : add(entry, 'agent')

  for (const entry of entries) {
    switch (entry.kind) {
      case 'turn':
        add(entry, 'user', entry.text)
        break
      case 'message': {
        const step = ofAnswer(entry, (step) => step.message !== '' || isActing(step))
        step.message = entry.text
        break
      }
      case 'reasoning': {
        const step = ofAnswer(entry, (step) => step.message !== '' || isActing(step))
        step.reasoning_content = [step.reasoning_content, entry.text].filter(Boolean).join('\n')
        break
      }
      case 'toolCall':
        act(
          ofAnswer(entry, () => false),
          entry,
        )
        break
      case 'usage': {
        const step = ofAnswer(entry, ({ metrics }) => metrics !== undefined)
        step.metrics = metricsOf(entry.tokens, entry.cost ?? null)
        if (entry.model !== undefined) step.model_name = entry.model
        break
      }
      case 'stop': {
        const last = steps.at(-1)
        if (last) last.extra = { ...last.extra, stop_reason: entry.reason }
        break
      }
      default: {
        // What happened between an answer and what follows does not end it.
        const open = answer
        const { kind, at, ...told } = entry
        add(entry, 'system', kind).extra = told
        answer = open
      }
    }
  }
  return steps
}

const isActing = ({ tool_calls, metrics }: Step) =>
  tool_calls !== undefined || metrics !== undefined

function act(step: Step, call: Kind<'toolCall'>) {
  const { id, name, arguments: given, result, isError, denied, durationMs } = call
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  step.tool_calls ??= []
  step.tool_calls.push({
    tool_call_id: id,
    function_name: name,
    arguments: isObject ? given : { value: given },
  })
  if (result !== undefined) {
    step.observation ??= { results: [] }
    const content = typeof result === 'string' ? result : JSON.stringify(result)
    step.observation.results.push({ source_call_id: id, content })
  }
  const told = step.extra?.tool_calls as Record<string, unknown> | undefined
  step.extra = {
    ...step.extra,
    tool_calls: {
      ...told,
      [id]: { is_error: isError, denied, duration_ms: durationMs },
    },
  }
}

type Counts = { [kind in keyof Attempt['usage']['tokens']]?: number | null | undefined }

/** Its prompt tokens hold those of caches. */
function metricsOf(tokens: Counts, cost: number | null, prefix = ''): Metrics {
  const { input, output, cacheRead, cacheWrite } = tokens
  const prompt = input == null ? null : input + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return Object.fromEntries(
    [
      ['prompt_tokens', prompt],
      ['completion_tokens', output],
      ['cached_tokens', cacheRead],
      ['cost_usd', cost],
    ]
      .filter(([, value]) => value != null)
      .map(([name, value]) => [`${prefix}${name}`, value]),
  )
}
