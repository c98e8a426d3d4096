/**
 * nanocoder: over the Agent Client Protocol unless asked for otherwise, since its command line takes a
 * brief as an argument only and has no second turn. Exits with 0 where SIGTERM ended it.
 */
import { Unmeasured } from '../plugin/run/adapter.ts'
import { programAdapter } from './program/adapter.ts'
import type { Place } from './program/preset.ts'

/** Of its configuration. */
const PROVIDER = 'metered'

/** The one document that it prints. */
interface Document {
  kind: string
  finalText?: string
  reasoning?: string | null
  toolCalls?: { name: string; arguments: unknown; result: string | null; error: string | null }[]
  usage?: { inputTokens?: number; outputTokens?: number }
  message?: string
  toolNames?: string[]
}

export default programAdapter<Document>({
  name: 'nanocoder',
  revision: '2',
  program: 'nanocoder',
  package: '@nanocollective/nanocoder',
  tried: '1.30.0',
  wires: {
    'openai-chat': { word: '', base: '/v1' },
    'anthropic-messages': { word: 'anthropic', base: '/v1' },
  },
  leaves: ['.nanocoder/tasks.json'],
  lookups: [{ role: 'the sizes and prices of models, at models.dev', off: null }],
  door: 'acp',

  prepare: ({ home, model, word, url, key }) => ({
    env: {
      NANOCODER_CONFIG_DIR: `${home}/config`,
      NANOCODER_DATA_DIR: `${home}/data`,
      NANOCODER_LOG_DIR: `${home}/log`,
      XDG_CACHE_HOME: `${home}/cache`,
    },
    files: {
      'config/agents.config.json': JSON.stringify({
        nanocoder: {
          providers: [
            {
              name: PROVIDER,
              baseUrl: url,
              apiKey: key,
              models: [model],
              ...(word === '' ? {} : { sdkProvider: word }),
            },
          ],
        },
      }),
    },
  }),

  output: 'document',
  turn(place, { brief, first }) {
    if (!first)
      throw new Unmeasured(
        'the command line of nanocoder has no second turn; write `door: acp` in `options`',
      )
    return {
      argv: [...chosen(place), '--mode', 'yolo', '--trust-directory', '--plain', '--json'],
      last: ['run', brief],
    }
  },

  acp: (place) => ({ argv: ['--acp', ...chosen(place)] }),
  // As it begins, it asks for commands, and writes files without a word.
  acpMode: ({ options }) => (options.permissions === 'allow' ? undefined : 'normal'),
  acpCounts: { cachedInside: true },
  say(_place, brief) {
    const [command] = /^\s*\/[^\s/]*(?!\S)/.exec(brief) ?? []
    if (command === undefined) return { text: brief }
    throw new Unmeasured(
      `over the protocol, nanocoder takes a brief that begins with \`${command.trim()}\` for a command of its own; \`door: cli\` in \`options\` gives it to the model`,
    )
  },

  asksBy: 'ask_user',
  tellsItsEnd: true,
  read(document, sink) {
    if (document.reasoning) sink.reasoning(document.reasoning)
    for (const [index, call] of (document.toolCalls ?? []).entries())
      sink.toolEnd(`${index}`, {
        name: call.name,
        args: call.arguments,
        result: call.result ?? call.error,
        // Nobody is there to be asked, and it says so in the answer's place.
        isError: call.error !== null || (call.name === 'ask_user' && isExcuse(call.result)),
      })
    if (document.finalText) sink.message(document.finalText)
    const { inputTokens, outputTokens } = document.usage ?? {}
    // Cached ones are in `inputTokens`, and nothing says how many.
    sink.usage(null, { prompt: inputTokens, output: outputTokens, calls: undefined })
    if (document.kind === 'success') sink.stop('success')
    else
      sink.failed(document.message ?? `${document.kind}: ${document.toolNames?.join(', ')}`, true)
  },
})

const isExcuse = (answer: string | null) => answer?.startsWith('Error: ') ?? false

const chosen = ({ model }: Place) => ['--provider', PROVIDER, '--model', model]
