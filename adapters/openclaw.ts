/**
 * OpenClaw: `agent exec` for the first turn, which is what it has for work on a folder without a chat
 * around it, and `agent --local` in the same session for every further one. It prints one document a
 * turn; what happened in between stands in a database in its state folder. It puts the time before a
 * brief.
 */
import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { recordOf, type Transcribed } from './openclaw/transcript.ts'
import { programAdapter } from './program/adapter.ts'
import type { Place, Sink } from './program/preset.ts'

interface AgentMeta {
  sessionId?: string
  model?: string | null
  usage?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number }
  assistantTurns?: number
}

/** `agent exec` prints its figures flat, `agent --local` below `meta`. */
interface Envelope extends AgentMeta {
  type?: undefined
  ok?: boolean
  status?: string
  error?: { message?: string }
  meta?: {
    agentMeta?: AgentMeta
    aborted?: boolean
    stopReason?: string
    error?: { message?: string }
  }
}

export default programAdapter<Envelope | Transcribed>({
  name: 'openclaw',
  revision: '1',
  program: 'openclaw',
  package: 'openclaw',
  tried: '2026.9.6',
  wires: {
    'openai-chat': { word: 'openai-completions', base: '/v1' },
    'openai-responses': { word: 'openai-responses', base: '/v1' },
    'anthropic-messages': { word: 'anthropic-messages', base: '' },
    'gemini-generate': { word: 'google-generative-ai', base: '/v1beta' },
  },
  lookups: [],

  async prepare({ build, home, provider, model, word, url, key, options }) {
    await mkdir(path.join(home, 'state'))
    return {
      env: {
        OPENCLAW_STATE_DIR: path.join(home, 'state'),
        OPENCLAW_CONFIG_PATH: path.join(home, 'openclaw.json'),
        // Its log goes to a folder that all runs of a user share, wherever TMPDIR points.
        OPENCLAW_LOG_LEVEL: 'silent',
      },
      files: {
        'openclaw.json': JSON.stringify({
          models: {
            mode: 'replace',
            providers: {
              [provider]: {
                baseUrl: url,
                apiKey: key,
                api: word,
                models: [{ id: model, name: model, contextWindow: 128_000, maxTokens: 8192 }],
              },
            },
          },
          agents: {
            defaults: {
              model: { primary: `${provider}/${model}` },
              workspace: build,
              // It would put files about itself into the workspace.
              skipBootstrap: true,
              sandbox: { mode: 'off' },
            },
          },
          // As `agent exec` has them by itself: the other turns are to be like the first.
          env: { shellEnv: { enabled: false } },
          skills: { load: { watch: false } },
          tools: {
            profile: 'coding',
            fs: { workspaceOnly: true },
            // Its shell is a login shell, whose profile would choose another PATH, and another Node.
            exec: { mode: 'full', pathPrepend: searchPath(options.env) },
          },
        }),
      },
    }
  },

  turn: ({ build, home, provider, model }, { brief, session }) => ({
    argv: [
      'agent',
      ...(session === null
        ? [
            'exec',
            '--cwd',
            build,
            '--config',
            `${home}/openclaw.json`,
            '--state-dir',
            `${home}/state`,
          ]
        : ['--local', '--session-id', session]),
      ...['--model', `${provider}/${model}`, '--json', '--message-file', `${home}/brief.md`],
      // It has a limit of its own; ours is the budget.
      ...['--timeout', '0'],
    ],
    files: { 'brief.md': brief },
  }),

  record: recordOf,
  output: 'document',
  tellsItsEnd: true,
  read(event, sink) {
    if (event.type === 'message') readMessage(event, sink)
    else if (event.type === 'compaction') sink.compaction()
    else if (event.type === undefined) readEnvelope(event, sink)
  },
  after: removeLocks,
})

function searchPath(env: Record<string, string>): string[] {
  const folders = (env.PATH ?? process.env.PATH ?? '').split(path.delimiter)
  return folders.filter((folder) => path.isAbsolute(folder))
}

function readMessage(
  { timestamp, message }: Extract<Transcribed, { type: 'message' }>,
  sink: Sink,
) {
  sink.happened(timestamp)
  if (message.role === 'toolResult')
    sink.toolEnd(message.toolCallId ?? '', {
      name: message.toolName ?? 'unknown',
      result: partsOf(message.content)
        .map(({ text }) => text ?? '')
        .join(''),
      isError: message.isError ?? false,
    })
  if (message.role !== 'assistant') return
  for (const part of partsOf(message.content)) {
    if (part.type === 'thinking') sink.reasoning(part.thinking ?? '')
    if (part.type === 'text') sink.message(part.text ?? '')
    if (part.type === 'toolCall') sink.toolStart(part.id ?? '', part.name ?? '', part.arguments)
  }
  if (message.stopReason === 'error')
    sink.failed(message.errorMessage ?? 'the model call failed', true)
  else sink.recovered()
}

const partsOf = (content: Extract<Transcribed, { type: 'message' }>['message']['content']) =>
  Array.isArray(content) ? content : []

function readEnvelope(envelope: Envelope, sink: Sink) {
  const told = envelope.meta?.agentMeta ?? envelope
  const error = envelope.error ?? envelope.meta?.error
  if (told.sessionId) sink.session(told.sessionId)
  if (told.model) sink.model(told.model)
  // Its cost is made of prices that the configuration would have to name.
  const { input, output, cacheRead, cacheWrite } = told.usage ?? {}
  sink.usage(null, { input, output, cacheRead, cacheWrite, calls: told.assistantTurns })
  if (error || envelope.ok === false || envelope.meta?.aborted)
    // Its kinds do not tell whose fault it was: `exception` is also a key that was refused.
    sink.failed(error?.message ?? 'the turn was broken off', true)
  sink.stop(envelope.status ?? envelope.meta?.stopReason ?? 'ended')
}

/**
 * What is left of its locks, which it puts into one folder for all of a user's runs, wherever TMPDIR
 * points: empty files, named after the place of the database. The folder may be in use, and stays.
 */
async function removeLocks({ home }: Place): Promise<void> {
  const uid = process.getuid?.()
  if (uid === undefined) return
  const database = path.join(await realpath(home), 'state', 'state', 'openclaw.sqlite')
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 8)
  const folder = path.join(path.parse(home).root, 'tmp', `openclaw-state-locks-${uid}`)
  for (const family of ['state-lifecycle', 'gateway-lifecycle', 'state-handles'])
    await rm(path.join(folder, `${family}.${hash}.lock.sqlite`), { force: true })
}
