/**
 * GitHub Copilot's command line, with a model of one's own and without a login. It tells what it does
 * while it does it, and its tokens in the record of the session only. It puts the time before a brief,
 * cuts off blanks at its end, and unpacks itself (235 MB) into every fresh HOME.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { programAdapter } from './program/adapter.ts'
import type { Place } from './program/preset.ts'

/** Of its lines, and of those of its record, as far as they are read. */
interface Event {
  type: string
  id?: string
  timestamp?: string
  sessionId?: string
  exitCode?: number
  data?: {
    model?: string
    content?: string
    reasoningText?: string
    message?: string
    toolCallId?: string
    toolName?: string
    arguments?: unknown
    success?: boolean
    result?: { content?: string }
    error?: { message?: string; code?: string }
    usage?: {
      inputTokens?: number
      outputTokens?: number
      cacheReadTokens?: number
      cacheWriteTokens?: number
    }
  }
}

export default programAdapter<Event>({
  name: 'copilot',
  revision: '3',
  program: 'copilot',
  package: '@github/copilot',
  tried: '1.0.102',
  wires: {
    'openai-chat': { word: 'completions', base: '/v1' },
    'openai-responses': { word: 'responses', base: '/v1' },
    'anthropic-messages': { word: 'anthropic', base: '' },
  },
  // Skills, agents.
  readsAbove: { withoutGit: ['.agents', '.claude', '.github'] },
  lookups: [
    { role: 'the vendor: login, updates, usage statistics, web tools', off: 'COPILOT_OFFLINE' },
  ],

  prepare: ({ home, model, word, url, key }) => ({
    env: {
      COPILOT_HOME: path.join(home, 'copilot'),
      COPILOT_MODEL: model,
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_API_KEY: key,
      ...(word === 'anthropic'
        ? { COPILOT_PROVIDER_TYPE: word }
        : { COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_WIRE_API: word }),
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    },
  }),

  turn: ({ home }, { brief, fresh }) => ({
    argv: [
      ...[`--session-id=${fresh}`, '--output-format', 'json'],
      ...['--allow-all-tools', '--allow-all-paths', '--log-dir', path.join(home, 'logs')],
    ],
    stdin: brief,
  }),

  // Without these it asks, and what has to be answered then is the policy's.
  acp: ({ home, options }) => ({
    argv: [
      '--acp',
      ...(options.permissions === 'allow' ? ['--allow-all-tools', '--allow-all-paths'] : []),
      ...['--log-dir', path.join(home, 'logs')],
    ],
  }),

  acpCounts: { cachedInside: true, cumulative: true },
  acpFailure: failureOf,

  record: usageOf,
  tellsItsEnd: true,
  read({ type, id, timestamp, sessionId, exitCode, data = {} }, sink) {
    if (timestamp) sink.happened(timestamp)
    switch (type) {
      case 'assistant.message':
        if (data.model) sink.model(data.model)
        sink.recovered()
        if (data.reasoningText) sink.reasoning(data.reasoningText)
        if (data.content) sink.message(data.content)
        break
      case 'tool.execution_start':
        sink.toolStart(data.toolCallId ?? '', data.toolName ?? '', data.arguments)
        break
      case 'tool.execution_complete':
        sink.toolEnd(data.toolCallId ?? '', {
          result: data.result?.content ?? data.error?.message,
          isError: data.success === false,
          denied: /denied|rejected/.test(data.error?.code ?? ''),
        })
        break
      case 'session.compaction_complete':
        sink.compaction()
        break
      case 'session.error':
        sink.failed(data.message ?? 'the session failed', true)
        break
      case 'session.usage_record':
        sink.usage(id ?? null, {
          prompt: data.usage?.inputTokens,
          output: data.usage?.outputTokens,
          cacheRead: data.usage?.cacheReadTokens,
          cacheWrite: data.usage?.cacheWriteTokens,
        })
        break
      case 'result':
        if (sessionId) sink.session(sessionId)
        sink.stop(exitCode === 0 ? 'completed' : `exit code ${exitCode}`)
        break
    }
  },
})

/** Records whose tokens were counted in earlier turns. */
const counted = new WeakMap<Place, Set<string>>()

/** What each model call used: of the records of all its sessions, those of helpers included. */
async function usageOf(place: Place): Promise<string[]> {
  const sessions = await readdir(sessionsOf(place)).catch(() => []) // it ended before it began
  const known = counted.get(place) ?? new Set()
  counted.set(place, known)
  const lines: string[] = []
  for (const session of sessions)
    for (const line of await recordOf(place, session)) {
      if (!line.startsWith('{"type":"session.usage_record"') || known.has(line)) continue
      known.add(line)
      lines.push(line)
    }
  return lines
}

/** Over the protocol it says its errors in the model's place, and that the turn has ended. */
async function failureOf(place: Place, session: string): Promise<string | null> {
  const record = await recordOf(place, session)
  const last = record.findLast((line) =>
    /^{"type":"(session\.error|assistant\.message)"/.test(line),
  )
  if (!last?.startsWith('{"type":"session.error"')) return null
  try {
    const { data }: Event = JSON.parse(last)
    return data?.message ?? 'the session failed'
  } catch {
    return 'the session failed, and its record breaks off'
  }
}

const sessionsOf = ({ home }: Place) => path.join(home, 'copilot', 'session-state')

/** The lines of a session's record; none where there is no such record. */
async function recordOf(place: Place, session: string): Promise<string[]> {
  const file = path.join(sessionsOf(place), session, 'events.jsonl')
  return (await readFile(file, 'utf8').catch(() => '')).split('\n')
}
