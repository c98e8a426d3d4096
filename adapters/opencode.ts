/**
 * opencode, by `opencode run` or over the Agent Client Protocol. It asks the npm registry for a package
 * of its own at every start, and runs its shells in sessions of their own.
 */
import { programAdapter } from './program/adapter.ts'
import type { Place, Sink } from './program/preset.ts'

interface Part {
  text?: string
  tool?: string
  callID?: string
  state?: {
    status?: string
    input?: unknown
    output?: unknown
    error?: string
    time?: { start?: number }
  }
  reason?: string
  tokens?: {
    input?: number
    output?: number
    reasoning?: number
    cache?: { read?: number; write?: number }
  }
}

/** Of its lines, as far as they are read. */
interface Event {
  type: string
  sessionID?: string
  part?: Part
  error?: { name?: string; data?: { message?: string; statusCode?: number } }
}

export default programAdapter<Event>({
  name: 'opencode',
  revision: '2',
  program: 'opencode',
  package: 'opencode-ai',
  tried: '1.18.33',
  wires: {
    'openai-chat': { word: '@ai-sdk/openai-compatible', base: '/v1' },
    'openai-responses': { word: '@ai-sdk/openai', base: '/v1' },
    'anthropic-messages': { word: '@ai-sdk/anthropic', base: '/v1' },
    'gemini-generate': { word: '@ai-sdk/google', base: '/v1beta' },
  },
  readsAbove: {
    withoutGit: [
      ...['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md', 'opencode.json', 'opencode.jsonc'],
      ...['.agents', '.claude', '.opencode'],
    ],
  },
  leaves: ['.git/opencode'],
  lookups: [
    { role: 'the npm registry, for its package of plugins', off: 'a lock file' },
    { role: 'a code host, for ripgrep, where no `rg` is on PATH and a search is made', off: null },
    { role: 'a list of models', off: 'OPENCODE_DISABLE_MODELS_FETCH' },
    { role: 'updates', off: 'OPENCODE_DISABLE_AUTOUPDATE' },
    { role: 'language servers', off: 'OPENCODE_DISABLE_LSP_DOWNLOAD' },
  ],

  prepare: (place) => ({
    env: {
      XDG_CONFIG_HOME: `${place.home}/config`,
      XDG_DATA_HOME: `${place.home}/data`,
      XDG_STATE_HOME: `${place.home}/state`,
      XDG_CACHE_HOME: `${place.home}/cache`,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(place)),
    },
    files: installed,
  }),

  turn: ({ build, provider, model }, { brief, session }) => ({
    argv: [
      ...['run', '--format', 'json', '--thinking', '--auto', '--dir', build],
      ...['--model', `${provider}/${model}`],
      ...(session === null ? [] : ['--session', session]),
    ],
    stdin: brief,
  }),

  acp: () => ({ argv: ['acp'] }),
  acpCounts: { lastCallOnly: true },
  // A brief that begins with a slash is a command there, and nothing at all where it knows none such.
  say: (_place, text) =>
    /^\s*\//.test(text) ? { text, aside: 'What follows is no command.' } : { text },

  tellsItsEnd: true,
  read({ type, sessionID, part = {}, error }, sink) {
    if (sessionID) sink.session(sessionID)
    switch (type) {
      case 'text':
        sink.message(part.text ?? '')
        break
      case 'reasoning':
        sink.reasoning(part.text ?? '')
        break
      case 'tool_use':
        readTool(part, sink)
        break
      case 'step_finish':
        readStep(part, sink)
        break
      case 'error':
        sink.failed(
          error?.data?.message ?? error?.name ?? 'an error without a message',
          error?.name !== 'MessageAbortedError',
        )
        break
    }
  },
})

/** What it looks for before it installs its package of plugins: without any, none is needed. */
const installed = {
  'config/opencode/node_modules/README.md': 'Nothing is installed here.\n',
  'config/opencode/package-lock.json': JSON.stringify({
    packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
  }),
}

function configuration(place: Place) {
  const { provider, model, word, url, key, options } = place
  const name = `${provider}/${model}`
  const asks = options.door === 'acp' && options.permissions !== 'allow'
  return {
    autoupdate: false,
    share: 'disabled',
    enabled_providers: [provider],
    model: name,
    small_model: name,
    permission: {
      '*': 'allow',
      // For the policy to have something to answer.
      ...(asks ? { edit: 'ask', bash: 'ask', webfetch: 'ask' } : {}),
    },
    agent: {
      // A model call for each session’s name, which nobody reads.
      title: { disable: true },
    },
    provider: {
      [provider]: {
        npm: word,
        name: provider,
        options: { baseURL: url, apiKey: key },
        models: {
          [model]: { name: model, tool_call: true, limit: { context: 128_000, output: 8192 } },
        },
      },
    },
  }
}

const planStatus = {
  pending: 'pending',
  in_progress: 'inProgress',
  completed: 'completed',
  cancelled: 'cancelled',
} as const

function readTool({ callID = '', tool = '', state = {} }: Part, sink: Sink) {
  const { status, input, output, error, time } = state
  sink.toolStart(callID, tool, input, time?.start)
  sink.toolEnd(callID, {
    result: output ?? error,
    isError: status === 'error',
    denied: status === 'error' && /\b(rejected|prevents you)\b/.test(error ?? ''),
  })
  if (tool === 'todowrite') {
    const { todos } = input as { todos: { content: string; status: keyof typeof planStatus }[] }
    sink.plan(
      todos.map(({ content, status }) => ({
        text: content,
        status: planStatus[status] ?? 'pending',
      })),
    )
  }
}

function readStep({ reason, tokens = {} }: Part, sink: Sink) {
  const { input, output, reasoning = 0, cache } = tokens
  sink.recovered()
  // Its cost is 0 for a model of which it knows no price: no claim.
  sink.usage(null, {
    input,
    output: output === undefined ? undefined : output + reasoning,
    cacheRead: cache?.read,
    cacheWrite: cache?.write,
  })
  if (reason && reason !== 'tool-calls') sink.stop(reason)
}
