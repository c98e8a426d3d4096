/** Where a preset's `read` tells what it understood: the trace and the claim. In the adapter's process. */
import type { Context, Metadata, TraceInput } from '../../plugin/run/adapter.ts'
import { createClaim } from './claim.ts'
import type { Sink } from './preset.ts'
import { questionIn } from './question.ts'
import { traceUsage } from './usage-entry.ts'

/** A sink with what the driver alone sees. */
export interface Desk {
  sink: Sink
  /** Entries from now on were read from there. */
  at(raw: { byte: number; bytes: number } | undefined): void
  beginTurn(text: string): void
  /** Ends texts and tool calls that are still open. */
  endTurn(): Metadata
  session(): string | null
  stop(): string | null
  failed(): { message: string; ofProvider: boolean } | null
  /** The model has answered in this turn, as far as the harness tells. */
  hasAnswered(): boolean
}

interface OpenCall {
  name: string
  args: unknown
  begun: number
  raw: { byte: number; bytes: number } | undefined
}

/** @param asksBy the tool by which the harness asks its user */
export function createDesk(context: Pick<Context, 'trace'>, asksBy?: string): Desk {
  const claim = createClaim()
  let turn = 0
  let raw: { byte: number; bytes: number } | undefined
  let session: string | null = null
  let model: string | undefined
  let stop: string | null = null
  let failed: { message: string; ofProvider: boolean } | null = null
  let hasAnswered = false
  let cumulative = false
  /** Milliseconds; undefined is now. */
  let time: number | undefined
  let part: (Parameters<Context['trace']>[0] & { text: string }) | undefined
  const calls = new Map<string, OpenCall>()
  const usage = traceUsage((told) => tell({ kind: 'usage', ...told, ...(model ? { model } : {}) }))

  function tell(entry: TraceInput) {
    const at = time === undefined ? {} : { at: new Date(time).toISOString() }
    // Some tell of themselves before anything is said to them.
    context.trace({
      turn: Math.max(turn, 1),
      ...at,
      ...(raw ? { raw } : {}),
      ...entry,
    } as TraceInput)
  }

  /** Of a text's first part. */
  const rawOf = (begun: TraceInput | undefined) => {
    const first = begun ? begun.raw : raw
    return first ? { raw: first } : {}
  }

  function flush() {
    const told = part
    part = undefined
    if (told && told.text !== '') tell(told)
  }

  function say(kind: 'message' | 'reasoning', text: string) {
    flush()
    if (kind === 'message') hasAnswered = true
    if (typeof text === 'string' && text !== '') tell({ kind, text })
  }

  function add(kind: 'message' | 'reasoning', text: string) {
    if (part?.kind !== kind) flush()
    if (kind === 'message') hasAnswered = true
    part = { kind, text: (part?.text ?? '') + text, ...rawOf(part) }
  }

  function endCall(id: string, end: Parameters<Sink['toolEnd']>[1], told: boolean) {
    const call = calls.get(id)
    calls.delete(id)
    const name = end.name ?? call?.name ?? 'unknown'
    if (name === asksBy) {
      const answer = typeof end.result === 'string' && !end.isError ? end.result : null
      // Nobody else is there.
      const by = answer === null ? null : 'harness'
      tell({ kind: 'question', text: questionIn(end.args ?? call?.args), answer, by })
    }
    tell({
      kind: 'toolCall',
      id,
      name,
      arguments: plain(end.args ?? call?.args ?? null),
      ...(end.result === undefined ? {} : { result: plain(end.result) }),
      isError: end.isError ?? false,
      denied: end.denied ?? false,
      durationMs:
        end.durationMs ?? (call && told ? Math.max(0, (time ?? Date.now()) - call.begun) : null),
      ...(call ? { at: new Date(call.begun).toISOString() } : {}),
      ...(call?.raw && !raw ? { raw: call.raw } : {}),
    })
  }

  const sink: Sink = {
    happened(at) {
      const told = new Date(at).getTime()
      time = Number.isNaN(told) ? undefined : told
    },
    message: (text) => say('message', text),
    messagePart: (text) => add('message', text),
    reasoning: (text) => say('reasoning', text),
    reasoningPart: (text) => add('reasoning', text),
    toolStart(id, name, args, at) {
      flush()
      hasAnswered = true
      const begun = at === undefined ? Number.NaN : new Date(at).getTime()
      const now = time ?? Date.now()
      calls.set(id, { name, args, begun: Number.isNaN(begun) ? now : begun, raw })
    },
    toolEnd(id, end) {
      flush()
      hasAnswered = true
      endCall(id, end, true)
    },
    plan(steps) {
      flush()
      tell({ kind: 'plan', steps })
    },
    question(asked) {
      flush()
      tell({ kind: 'question', ...asked })
    },
    permission(asked) {
      flush()
      tell({ kind: 'permission', ...asked })
    },
    compaction(tokens = {}) {
      flush()
      tell({ kind: 'compaction', ...tokens })
    },
    usage(id, used) {
      flush()
      claim.usage(id, used)
      usage.frame(id, used)
    },
    usageSoFar(used) {
      cumulative = true
      claim.usageSoFar(used)
    },
    model(name) {
      if (name !== '') model = name
    },
    session(id) {
      if (id !== '') session = id
    },
    failed(message, ofProvider = false) {
      flush()
      failed = { message, ofProvider }
      tell({ kind: 'error', message })
    },
    recovered() {
      failed = null
    },
    error(message) {
      flush()
      tell({ kind: 'error', message })
    },
    stop(reason) {
      flush()
      stop = reason
    },
  }

  return {
    sink,
    at(place) {
      raw = place
      time = undefined
    },
    beginTurn(text) {
      raw = undefined
      flush()
      turn++
      stop = null
      failed = null
      hasAnswered = false
      cumulative = false
      tell({ kind: 'turn', text })
    },
    endTurn() {
      raw = undefined
      flush()
      for (const id of [...calls.keys()]) endCall(id, {}, false)
      usage.end()
      const claimed = claim.endTurn()
      if (cumulative) usage.frame(null, { ...claimed.tokens, cost: claimed.cost })
      if (stop !== null) tell({ kind: 'stop', reason: stop })
      return { ...claimed, ...(model ? { model } : {}) }
    },
    session: () => session,
    stop: () => stop,
    failed: () => failed,
    hasAnswered: () => hasAnswered,
  }
}

/** As JSON has it: a record must not hold what cannot be written. */
function plain(value: unknown) {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}
