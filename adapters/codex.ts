/**
 * Codex, by `codex exec`: OpenAI's responses only; its usage is cumulative over a session. What a
 * model's name is decides which tools it offers.
 */
import { programAdapter } from './program/adapter.ts'
import type { Sink } from './program/preset.ts'

interface Item {
  id: string
  type: string
  text?: string
  message?: string
  command?: string
  aggregated_output?: string
  exit_code?: number | null
  status?: string
  changes?: unknown
  items?: { text: string; completed: boolean }[]
  [more: string]: unknown
}

/** Of its lines, as far as they are read. */
interface Event {
  type: string
  thread_id?: string
  item?: Item
  message?: string
  error?: { message?: string }
  usage?: {
    input_tokens?: number
    cached_input_tokens?: number
    cache_write_input_tokens?: number
    output_tokens?: number
  }
}

export default programAdapter<Event>({
  name: 'codex',
  revision: '2',
  program: 'codex',
  package: '@openai/codex',
  tried: '0.171.0',
  wires: { 'openai-responses': { word: 'responses', base: '/v1' } },
  lookups: [
    { role: 'plugins, at a code host and at the vendor', off: '--disable plugins' },
    { role: 'updates, usage statistics', off: 'config.toml' },
  ],

  prepare: ({ home, model, word, url, key }) => ({
    env: { CODEX_HOME: `${home}/codex`, MODEL_KEY: key },
    files: {
      'codex/config.toml': `model = ${JSON.stringify(model)}
model_provider = "metered"
check_for_update_on_startup = false
# The build is all of the project, whatever repository it may lie in.
project_root_markers = []

[model_providers.metered]
name = "metered"
base_url = ${JSON.stringify(url)}
env_key = "MODEL_KEY"
wire_api = ${JSON.stringify(word)}
supports_websockets = false

[analytics]
enabled = false

[feedback]
enabled = false

[history]
persistence = "none"
`,
    },
  }),

  turn: (_place, { brief, session }) => ({
    argv: [
      ...(session === null ? ['exec'] : ['exec', 'resume', session]),
      ...['--json', '--skip-git-repo-check', '--disable', 'plugins'],
      // Its own sandbox would keep it from editing; the workspace is made to be changed.
      '--dangerously-bypass-approvals-and-sandbox',
    ],
    last: ['-'],
    stdin: brief,
  }),

  tellsItsEnd: true,
  read({ type, thread_id, item, message, error, usage }, sink) {
    switch (type) {
      case 'thread.started':
        if (thread_id) sink.session(thread_id)
        break
      case 'item.started':
        if (item && isTool(item)) sink.toolStart(item.id, item.type, argumentsOf(item))
        break
      case 'item.updated':
      case 'item.completed':
        if (item) readItem(item, type === 'item.completed', sink)
        break
      case 'error': // among them: "Reconnecting... 1/5"
        sink.error(message ?? 'an error without a message')
        break
      case 'turn.failed':
        sink.failed(error?.message ?? 'the turn failed', true)
        break
      case 'turn.completed':
        if (usage)
          sink.usageSoFar({
            prompt: usage.input_tokens,
            cacheRead: usage.cached_input_tokens,
            cacheWrite: usage.cache_write_input_tokens,
            output: usage.output_tokens,
          })
        sink.stop('completed')
        break
    }
  },
})

const texts = ['agent_message', 'reasoning', 'todo_list', 'error']

const isTool = ({ type }: Item) => !texts.includes(type)

function argumentsOf({ id, type, status, aggregated_output, exit_code, ...given }: Item): unknown {
  return given
}

function readItem(item: Item, isDone: boolean, sink: Sink) {
  if (item.type === 'todo_list')
    sink.plan(
      (item.items ?? []).map(({ text, completed }) => ({
        text,
        status: completed ? 'completed' : 'pending',
      })),
    )
  if (!isDone) return
  if (item.type === 'agent_message') sink.message(item.text ?? '')
  else if (item.type === 'reasoning') sink.reasoning(item.text ?? '')
  else if (item.type === 'error') sink.error(item.message ?? '')
  else if (isTool(item))
    sink.toolEnd(item.id, {
      name: item.type,
      args: argumentsOf(item),
      result: item.aggregated_output,
      isError: item.status === 'failed',
      denied: item.status === 'declined',
    })
}
