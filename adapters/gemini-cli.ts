/**
 * Gemini CLI: Gemini's wire only. Its exit code is an HTTP status, modulo 256, where the model was not
 * to be had, and 0 where SIGTERM ended it. Over the protocol it asks before it acts.
 */
import { Unmeasured } from '../plugin/run/adapter.ts'
import { programAdapter } from './program/adapter.ts'
import type { End } from './program/preset.ts'
import { isUnderstood, savedPromptInToml } from './program/saved-prompt.ts'
import { byExitCode } from './program/verdict.ts'

/** Of its lines, as far as they are read. */
interface Event {
  type: string
  timestamp?: string
  session_id?: string
  model?: string
  role?: string
  content?: string
  tool_id?: string
  tool_name?: string
  parameters?: unknown
  status?: string
  output?: string
  severity?: string
  message?: string
  error?: { type?: string; message?: string }
  stats?: { total_tokens?: number; input_tokens?: number; cached?: number }
}

export default programAdapter<Event>({
  name: 'gemini-cli',
  revision: '2',
  program: 'gemini',
  package: '@google/gemini-cli',
  tried: '0.61.0',
  // It adds the rest of the path itself.
  wires: { 'gemini-generate': { word: 'gemini-api-key', base: '' } },
  lookups: [{ role: 'usage statistics', off: 'settings.json' }],

  prepare: ({ home, word, url, key }) => ({
    env: { GEMINI_CLI_HOME: home, GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: word }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        // Else instruction files are read in folders above, up to one with `.git` in it.
        context: { memoryBoundaryMarkers: [] },
      }),
    },
  }),

  turn: ({ model }, { brief, session, fresh, first }) => ({
    argv: [
      ...['--output-format', 'stream-json', '--approval-mode', 'yolo', '--skip-trust'],
      ...['--model', model, ...(first ? ['--session-id', fresh] : ['--resume', session ?? fresh])],
    ],
    ...(isUnderstood(brief)
      ? {
          stdin: `/${fresh}`,
          files: { [`.gemini/commands/${fresh}.toml`]: savedPromptInToml(brief) },
        }
      : { stdin: brief }),
  }),

  acp: ({ model }) => ({ argv: ['--acp', '--skip-trust', '--model', model] }),
  acpCounts: { cachedInside: true },
  say(_place, brief) {
    const [command] = commands.exec(brief) ?? []
    if (command === undefined) return { text: brief }
    throw new Unmeasured(
      `over the protocol, Gemini CLI takes a brief that begins with \`${command.trim()}\` for a command of its own; \`door: cli\` in \`options\` gives it to the model`,
    )
  },

  tellsItsEnd: true,
  failure: byHttpStatus,
  read(event, sink) {
    switch (event.type) {
      case 'init':
        if (event.session_id) sink.session(event.session_id)
        if (event.model) sink.model(event.model)
        break
      case 'message':
        if (event.role === 'assistant') sink.messagePart(event.content ?? '')
        break
      case 'tool_use':
        sink.toolStart(
          event.tool_id ?? '',
          event.tool_name ?? '',
          event.parameters,
          event.timestamp,
        )
        break
      case 'tool_result':
        sink.toolEnd(event.tool_id ?? '', {
          result: event.output ?? event.error?.message,
          isError: event.status === 'error',
        })
        break
      case 'error': // a warning as well
        sink.error(event.message ?? '')
        break
      case 'result': {
        const { total_tokens, input_tokens, cached } = event.stats ?? {}
        // What it calls its output is without the model's thoughts; the total holds them.
        const output = (total_tokens ?? Number.NaN) - (input_tokens ?? Number.NaN)
        sink.usage(null, { prompt: input_tokens, cacheRead: cached, output, calls: undefined })
        if (event.status === 'error') sink.failed(event.error?.message ?? 'it failed', true)
        else sink.stop('completed')
        break
      }
    }
  },
})

/** Words that it answers itself. */
const commands = /^\s*[/$]\s*(about|extensions|help|init|memory|restore)(?!\S)/

/** Its own codes are small ones; a status from 400 on is 144 and more when it leaves. */
function byHttpStatus(end: End): string | null {
  const { exitCode } = end
  return exitCode !== null && exitCode >= 400 - 256
    ? `ended with exit code ${exitCode}, HTTP status ${exitCode + 256}`
    : byExitCode(end)
}
