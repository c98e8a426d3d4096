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
}

const planStatus = {
  pending: 'pending',
  in_progress: 'inProgress',
  completed: 'completed',
} as const

export function createUpdates(counts: Counting): Updates {
  const refused = new Set<string>()
  /** Calls as far as they were told. */
  const calls = new Map<string, Partial<ToolCallUpdate>>()

  function readCall(update: ToolCallUpdate, sink: Sink) {
    const id = update.toolCallId
    const known = calls.get(id)
    // What an update leaves out stays as it was.
    const told = Object.entries(update).filter(([, value]) => value != null)
    const call: Partial<ToolCallUpdate> = { ...known, ...Object.fromEntries(told) }
    // Titles change while a tool works; the first is the nearest to a name.
    if (known?.title) call.title = known.title
    calls.set(id, call)
    if (!known) sink.toolStart(id, nameOf(call), call.rawInput ?? {})
    if (call.status !== 'completed' && call.status !== 'failed') return
    sink.toolEnd(id, {
      name: nameOf(call),
      args: call.rawInput ?? {},
      result: call.rawOutput ?? call.content?.map(shown),
      isError: call.status === 'failed',
      denied: refused.has(id),
    })
    calls.delete(id)
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
        case 'tool_call':
        case 'tool_call_update':
          readCall(update, sink)
          break
        case 'plan':
          sink.plan(
            update.entries.map(({ content, status }) => ({
              text: content,
              status: planStatus[status] ?? 'pending',
            })),
          )
          break
        case 'compaction_update':
          if (update.status === 'completed') sink.compaction()
          break
      }
    },
    asked: readCall,
    refuse: (id) => void refused.add(id),
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
