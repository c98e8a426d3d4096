/**
 * Puts the entries of a trace together as the steps of an ATIF trajectory: a step is what the user said,
 * or one answer of the model with its tool calls. Where a harness does not tell which calls or figures
 * belong to which answer, the step says so in `extra`. Any process.
 */
import { laterCalls } from './later-calls.ts'
import { type Metrics, metricsOf } from './metrics.ts'
import type { TraceEntry } from './schema.ts'

type Kind<K extends TraceEntry['kind']> = Extract<TraceEntry, { kind: K }>

export interface Step {
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

export function stepsOf(entries: TraceEntry[]): Step[] {
  const steps: Step[] = []
  /** The model's answer that is being put together. */
  let answer: Step | undefined
  /** Answers of this turn of which no usage was told yet, and usage that is not theirs one by one. */
  let uncovered: Step[] = []
  let unplaced: Kind<'usage'>[] = []
  const later = laterCalls(entries)

  function add(entry: TraceEntry, source: Step['source'], message = ''): Step {
    const step = { step_id: steps.length + 1, timestamp: entry.at, source, message }
    steps.push(step)
    return step
  }

  function begin(entry: TraceEntry): Step {
    const step = add(entry, 'agent')
    uncovered.push(step)
    answer = step
    return step
  }

  /** A text begins an answer, unless only its usage, which some tell first, was told. */
  const forText = (entry: TraceEntry) =>
    answer && answer.message === '' && !answer.tool_calls ? answer : begin(entry)

  function forCall(entry: Kind<'toolCall'>): Step {
    if (!answer) return begin(entry)
    // With its usage told, an answer is known to be one, however its calls followed each other.
    if (!later.has(entry) || answer.metrics) return answer
    const step = begin(entry)
    step.extra = { divided_by: 'time' }
    return step
  }

  function readUsage(entry: Kind<'usage'>) {
    if (!answer || answer.metrics) begin(entry)
    const [step, ...others] = uncovered
    if (!step || others.length > 0) {
      unplaced.push(entry)
      return
    }
    measure(step, entry)
    uncovered = []
    // Told after its calls, it ends the answer; told before, calls are still to come.
    if (step.tool_calls) answer = undefined
  }

  function endTurn() {
    const last = uncovered.at(-1)
    if (unplaced.length === uncovered.length)
      for (const [index, step] of uncovered.entries())
        measure(step, unplaced[index] as Kind<'usage'>)
    else if (last && unplaced.length > 0) {
      const usage = {
        covers_steps: uncovered.map((step) => step.step_id),
        figures: unplaced.map(({ model, tokens, cost }) => ({
          ...(model === undefined ? {} : { model_name: model }),
          ...metricsOf(tokens, cost ?? null),
        })),
      }
      last.extra = { ...last.extra, usage }
    }
    answer = undefined
    uncovered = []
    unplaced = []
  }

  for (const entry of entries) {
    switch (entry.kind) {
      case 'turn':
        endTurn()
        add(entry, 'user', entry.text)
        break
      case 'message':
        forText(entry).message = entry.text
        break
      case 'reasoning': {
        const step = forText(entry)
        step.reasoning_content = [step.reasoning_content, entry.text].filter(Boolean).join('\n')
        break
      }
      case 'toolCall':
        act(forCall(entry), entry)
        break
      case 'usage':
        readUsage(entry)
        break
      case 'stop': {
        const last = steps.at(-1)
        if (last) last.extra = { ...last.extra, stop_reason: entry.reason }
        break
      }
      default: {
        // What happened between an answer and what follows does not end it.
        const { kind, at, ...told } = entry
        add(entry, 'system', kind).extra = told
      }
    }
  }
  endTurn()
  return steps
}

function measure(step: Step, { tokens, cost, model }: Kind<'usage'>) {
  step.metrics = metricsOf(tokens, cost ?? null)
  if (model !== undefined) step.model_name = model
}

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
