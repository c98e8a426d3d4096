/**
 * pi, by its own command line: small, no permissions to ask for, four tools. It tells its tokens with
 * each answer, and exits with 0 whatever the provider said.
 */
import { programAdapter } from './program/adapter.ts'

/** Of its lines, as far as they are read. */
interface Event {
  type: string
  id?: string
  toolCallId?: string
  toolName?: string
  args?: unknown
  result?: { content?: { type: string; text?: string }[] }
  isError?: boolean
  durationMs?: number
  message?: {
    role: string
    content: { type: string; text?: string; thinking?: string }[]
    model?: string
    usage?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number }
    stopReason?: string
    errorMessage?: string
  }
}

export default programAdapter<Event>({
  name: 'pi',
  revision: '2',
  program: 'pi',
  package: '@earendil-works/pi-coding-agent',
  tried: '1.6.0',
  wires: {
    'openai-chat': { word: 'openai-completions', base: '/v1' },
    'openai-responses': { word: 'openai-responses', base: '/v1' },
    'anthropic-messages': { word: 'anthropic-messages', base: '' },
    'gemini-generate': { word: 'google-generative-ai', base: '/v1beta' },
  },
  // The one switch that there is would keep the project's own from it, too.
  readsAbove: {
    always: ['AGENTS.override.md', 'AGENTS.md', 'AGENTS.MD', 'CLAUDE.md', 'CLAUDE.MD'],
  },
  lookups: [{ role: 'the newest version, and usage statistics', off: 'PI_OFFLINE' }],

  prepare: ({ home, provider, model, word, url, key }) => ({
    env: {
      PI_CODING_AGENT_DIR: `${home}/agent`,
      PI_OFFLINE: '1',
      PI_SKIP_VERSION_CHECK: '1',
      PI_TELEMETRY: '0',
    },
    files: {
      'agent/models.json': JSON.stringify({
        providers: {
          [provider]: {
            baseUrl: url,
            apiKey: key,
            api: word,
            models: [{ id: model, name: model, contextWindow: 128_000, maxTokens: 8192 }],
          },
        },
      }),
    },
  }),

  turn: ({ provider, model }, { brief, fresh }) => ({
    argv: [
      ...['-p', '--mode', 'json', '--provider', provider, '--model', model],
      ...['--session-id', fresh],
    ],
    stdin: brief,
  }),

  tellsItsEnd: true,
  read(event, sink) {
    switch (event.type) {
      case 'session':
        if (event.id) sink.session(event.id)
        break
      case 'tool_execution_start':
        sink.toolStart(event.toolCallId ?? '', event.toolName ?? '', event.args)
        break
      case 'tool_execution_end':
        sink.toolEnd(event.toolCallId ?? '', {
          result: event.result?.content?.map(({ text }) => text ?? '').join(''),
          isError: event.isError ?? false,
          durationMs: event.durationMs,
        })
        break
      case 'compaction_end':
        sink.compaction()
        break
      case 'message_end': {
        const { role, content, model, usage, stopReason, errorMessage } = event.message ?? {}
        if (role !== 'assistant') break
        for (const { type, text, thinking } of content ?? []) {
          if (type === 'thinking' && thinking) sink.reasoning(thinking)
          if (type === 'text' && text) sink.message(text)
        }
        if (model) sink.model(model)
        if (stopReason === 'error') sink.failed(errorMessage ?? 'the model call failed', true)
        else {
          sink.recovered()
          // Its cost is 0 for a model of which it knows no price: no claim.
          const { input, output, cacheRead, cacheWrite } = usage ?? {}
          sink.usage(null, { input, output, cacheRead, cacheWrite })
        }
        if (stopReason && stopReason !== 'toolUse') sink.stop(stopReason)
        break
      }
    }
  },
})
