/**
 * Reads what an agent tells while it works (`session/update`) into the common trace. Tolerant: what
 * is not as the protocol has it is left alone. In the adapter's process.
 */
import type { SessionUpdate, ToolCallUpdate, Usage } from '@agentclientprotocol/sdk/unstable'
import type { Counting, Sink, Used } from '../program/preset.ts'

export interface Updates {
  read(update: SessionUpdate, sink: Sink): void
  /** Some tell a call’s arguments only when they ask for leave. */
  asked(call: ToolCallUpdate, sink: Sink): void
  /** That call was not allowed: its failing is no error of the tool's. */
  refuse(toolCallId: string): void
  /** Refused calls of which nothing more was told have ended with that. */
  endTurn(sink: Sink): void
  /** US dollars since this was asked last, where they were told. */
  takeCost(): number | undefined
}

interface Known extends Partial<ToolCallUpdate> {
  /** As of `Date.now()`. */
  begun: number
}

const planStatus = {
  pending: 'pending',
  in_progress: 'inProgress',
  completed: 'completed',
} as const

export function createUpdates(counts: Counting): Updates {
  /** When, as of `Date.now()`. */
  const refused = new Map<string, number>()
  /** Calls as far as they were told. */
  const calls = new Map<string, Known>()
  const ended = new Set<string>()
  /** US dollars of the whole session: now, and when they were last asked for. */
  let cost: number | undefined
  let costBefore = 0

  function readCall(update: ToolCallUpdate, sink: Sink) {
    const id = update.toolCallId
    const known = calls.get(id)
    // What an update leaves out stays as it was.
    const told = Object.entries(update).filter(([, value]) => value != null)
    const call: Known = { begun: Date.now(), ...known, ...Object.fromEntries(told) }
    // Titles change while a tool works; the first is the nearest to a name.
    if (known?.title) call.title = known.title
    calls.set(id, call)
    ended.delete(id)
    if (!known) sink.toolStart(id, nameOf(call), call.rawInput ?? {})
    if (call.status !== 'completed' && call.status !== 'failed') return
    sink.toolEnd(id, { ...endOf(call), isError: call.status === 'failed', denied: refused.has(id) })
    close(id)
  }

  function close(id: string) {
    calls.delete(id)
    refused.delete(id)
    ended.add(id)
  }

  /** A call is told once, when it ends. */
  function readLate(update: ToolCallUpdate, sink: Sink) {
    const { result } = endOf(update)
    if (result !== undefined)
      sink.error(
        `more was told of the call ${update.toolCallId} when it had ended: ${typeof result === 'string' ? result : JSON.stringify(result)}`,
      )
  }

  return {
    read(update, sink) {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          if (counts.perCall && update._meta?.usage)
            sink.usage(null, used(update._meta.usage as Usage, counts))
          if (update.content.type === 'text') sink.messagePart(update.content.text)
          break
        case 'agent_thought_chunk':
          if (update.content.type === 'text') sink.reasoningPart(update.content.text)
          break
        case 'tool_call': // of an id that was there before: another call
          readCall(update, sink)
          break
        case 'tool_call_update':
          if (ended.has(update.toolCallId)) readLate(update, sink)
          else readCall(update, sink)
          break
        case 'plan':
          sink.plan(
            update.entries.map(({ content, status }) => ({
              text: content,
              status: planStatus[status] ?? 'pending',
            })),
          )
          break
        case 'usage_update':
          // Who knows no price says 0.
          if (update.cost?.currency === 'USD' && update.cost.amount > 0) cost = update.cost.amount
          break
        case 'compaction_update':
          if (update.status === 'completed') sink.compaction()
          break
      }
    },
    asked: readCall,
    refuse: (id) => void refused.set(id, Date.now()),
    endTurn(sink) {
      for (const [id, at] of refused) {
        const call = calls.get(id)
        if (!call) continue
        sink.toolEnd(id, { ...endOf(call), denied: true, durationMs: at - call.begun })
        close(id)
      }
    },
    takeCost() {
      const told = cost
      if (told === undefined) return undefined
      const since = told - costBefore
      costBefore = told
      cost = undefined
      return since
    },
  }
}

function endOf(call: Partial<ToolCallUpdate>) {
  return {
    name: nameOf(call),
    args: call.rawInput ?? {},
    result: call.rawOutput ?? call.content?.map(shown),
  }
}

/** As far as an agent tells them. */
type Tokens = { [K in keyof Usage]?: Usage[K] | undefined }

/** Agents differ in whether their input holds what a cache took. */
export function used(usage: Tokens, { cachedInside }: Counting): Used {
  const { inputTokens, outputTokens, cachedReadTokens, cachedWriteTokens } = usage
  return {
    ...(cachedInside ? { prompt: inputTokens } : { input: inputTokens }),
    output: outputTokens,
    cacheRead: cachedReadTokens ?? undefined,
    cacheWrite: cachedWriteTokens ?? undefined,
  }
}

/** The tool's own name where the agent tells it; else what kind of tool it is. */
function nameOf({ name, kind, title, _meta }: Partial<ToolCallUpdate>): string {
  const own = _meta?.toolName
  return name ?? (typeof own === 'string' ? own : undefined) ?? title ?? kind ?? 'unknown'
}

/** Text as it is; what else there may be, whole. */
function shown(content: NonNullable<ToolCallUpdate['content']>[number]): unknown {
  return content.type === 'content' && content.content.type === 'text'
    ? content.content.text
    : content
}
