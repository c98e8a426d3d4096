/**
 * Claude Code, by `claude -p`: Anthropic's messages only. Proprietary: whoever measures it has it. A
 * model's name that it does not know gets it another prompt and other tools than one that it knows.
 */
import path from 'node:path'
import { programAdapter } from './program/adapter.ts'
import type { Sink } from './program/preset.ts'
import { foldersAbove } from './program/strangers.ts'

interface Block {
  type: string
  text?: string
  thinking?: string
  id?: string
  name?: string
  input?: unknown
  tool_use_id?: string
  content?: unknown
  is_error?: boolean
}

interface ModelUsage {
  inputTokens?: number
  outputTokens?: number
  cacheReadInputTokens?: number
  cacheCreationInputTokens?: number
  /** Where the price is from: `list`, `managed`; `unknown` is a guess, as is one that is left out. */
  costBasis?: string
}

/** Of its lines, as far as they are read. */
interface Event {
  type: string
  subtype?: string
  session_id?: string
  message?: { id?: string; model?: string; content?: string | Block[] }
  tool_result_meta?: { id?: string; permission_decision?: { decision?: string } }[]
  compact_metadata?: { pre_tokens?: number }
  error?: string
  attempt?: number
  is_error?: boolean
  terminal_reason?: string
  result?: string
  errors?: string[]
  stop_reason?: string | null
  total_cost_usd?: number
  modelUsage?: Record<string, ModelUsage>
  permission_denials?: { tool_name: string; tool_use_id?: string; tool_input?: unknown }[]
}

export default programAdapter<Event>({
  name: 'claude-code',
  revision: '2',
  program: 'claude',
  package: '@anthropic-ai/claude-code',
  tried: '2.1.332',
  wires: { 'anthropic-messages': { word: 'anthropic', base: '' } },
  // Skills, agents: the files that can be excluded are below.
  readsAbove: { withoutGit: ['.claude'] },
  lookups: [
    {
      role: 'updates, usage statistics, error reports, settings of the vendor’s',
      off: 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
    },
  ],

  prepare: ({ home, build, model, url, key }) => ({
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      // What it does beside goes to the condition's model too.
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      ANTHROPIC_DEFAULT_SONNET_MODEL: model,
      ANTHROPIC_DEFAULT_OPUS_MODEL: model,
      CLAUDE_CONFIG_DIR: `${home}/claude`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      // It refuses to go without permissions as root, unless it is told that nothing is at stake.
      ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
    },
    files: { 'claude/settings.json': JSON.stringify({ claudeMdExcludes: above(build) }) },
  }),

  turn: ({ model }, { brief, fresh, session }) => ({
    argv: [
      ...['-p', '--output-format', 'stream-json', '--verbose'],
      ...['--input-format', 'stream-json', '--model', model],
      ...['--permission-mode', 'bypassPermissions', '--strict-mcp-config'],
      ...(session === null ? ['--session-id', fresh] : ['--resume', session]),
    ],
    // A brief that a person typed would have `/init` carried out, and `@README.md` read beforehand.
    stdin: `${JSON.stringify({
      type: 'user',
      message: { role: 'user', content: brief },
      text_not_typed: true,
    })}\n`,
  }),

  asksBy: 'AskUserQuestion',
  tellsItsEnd: true,
  read(event, sink) {
    switch (event.type) {
      case 'system':
        readSystem(event, sink)
        break
      case 'assistant':
        readAnswer(event, sink)
        break
      case 'user':
        readResults(event, sink)
        break
      case 'result':
        readEnd(event, sink)
        break
    }
  },
})

/** It reads instructions in all folders above; those of the build itself are part of what is asked. */
function above(build: string): string[] {
  const files = [
    ...['AGENTS.md', 'CLAUDE.md', 'CLAUDE.local.md'],
    ...['.claude/AGENTS.md', '.claude/CLAUDE.md', '.claude/rules/**'],
  ]
  return foldersAbove(build).flatMap((folder) => files.map((file) => path.join(folder, file)))
}

function readSystem({ subtype, session_id, compact_metadata, error, attempt }: Event, sink: Sink) {
  if (subtype === 'init' && session_id) sink.session(session_id)
  if (subtype === 'compact_boundary') {
    const before = compact_metadata?.pre_tokens
    sink.compaction(before === undefined ? {} : { before })
  }
  if (subtype === 'api_retry') sink.error(`${error ?? 'a call failed'}, try ${attempt}`)
}

function readAnswer({ message }: Event, sink: Sink) {
  // It says its own errors in the model's place; the last line tells them too.
  if (message?.model === '<synthetic>') return
  if (message?.model) sink.model(message.model)
  // Its tokens are those of a beginning: only the call is counted, of which each block tells again.
  if (message?.id) sink.usage(message.id, {})
  for (const block of blocksOf(message)) {
    if (block.type === 'thinking') sink.reasoning(block.thinking ?? '')
    if (block.type === 'text') sink.message(block.text ?? '')
    if (block.type === 'tool_use') {
      sink.toolStart(block.id ?? '', block.name ?? '', block.input)
      if (block.name === 'TodoWrite') readPlan(block.input, sink)
    }
  }
}

const planStatus = {
  pending: 'pending',
  in_progress: 'inProgress',
  completed: 'completed',
} as const

function readPlan(input: unknown, sink: Sink) {
  const { todos } = input as { todos: { content: string; status: keyof typeof planStatus }[] }
  sink.plan(
    todos.map(({ content, status }) => ({
      text: content,
      status: planStatus[status] ?? 'pending',
    })),
  )
}

function readResults({ message, tool_result_meta = [] }: Event, sink: Sink) {
  for (const { type, tool_use_id, content, is_error } of blocksOf(message)) {
    if (type !== 'tool_result') continue
    const meta = tool_result_meta.find(({ id }) => id === tool_use_id)
    const decision = meta?.permission_decision?.decision
    sink.toolEnd(tool_use_id ?? '', {
      result: content,
      isError: is_error ?? false,
      denied: decision !== undefined && decision !== 'accept',
    })
  }
}

function readEnd(event: Event, sink: Sink) {
  for (const { tool_name, tool_use_id, tool_input } of event.permission_denials ?? [])
    sink.permission({
      asked: `${tool_name} ${JSON.stringify(tool_input)}`,
      ...(tool_use_id ? { toolCallId: tool_use_id } : {}),
      answer: 'refused',
      by: 'harness',
    })
  // Of the whole session, and of all that it called, agents of its own included.
  const models = Object.values(event.modelUsage ?? {})
  const sum = (kind: Exclude<keyof ModelUsage, 'costBasis'>) =>
    models.reduce((total, usage) => total + (usage[kind] ?? Number.NaN), 0)
  if (models.length > 0)
    sink.usageSoFar({
      input: sum('inputTokens'),
      output: sum('outputTokens'),
      cacheRead: sum('cacheReadInputTokens'),
      cacheWrite: sum('cacheCreationInputTokens'),
      cost: models.every(({ costBasis = 'unknown' }) => costBasis !== 'unknown')
        ? event.total_cost_usd
        : undefined,
    })
  // `success` stands beside it.
  if (event.is_error)
    sink.failed(
      event.result || event.errors?.join('; ') || event.subtype || 'an error without a message',
      event.terminal_reason === 'api_error',
    )
  sink.stop(event.stop_reason ?? event.subtype ?? 'result')
}

function blocksOf(message: Event['message']): Block[] {
  return Array.isArray(message?.content) ? message.content : []
}
