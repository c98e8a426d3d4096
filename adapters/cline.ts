/**
 * Cline, by its command line: one turn a session, since it resumes none without a terminal. The brief
 * goes in as an argument, for want of another way, and with it the limit of the system's arguments; it
 * cuts off blanks at both ends, and puts the files that are named behind `@` after it, which nothing
 * switches off. It ignores SIGTERM, and leaves the shells that it started; the driver ends both.
 */
import path from 'node:path'
import { Unmeasured } from '../plugin/run/adapter.ts'
import { programAdapter } from './program/adapter.ts'
import type { Sink } from './program/preset.ts'

interface Tokens {
  inputTokens?: number
  outputTokens?: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
}

interface AgentEvent extends Tokens {
  type: string
  contentType?: string
  text?: string
  reasoning?: string
  toolName?: string
  toolCallId?: string
  input?: unknown
  output?: unknown
  error?: string | { message?: string }
}

/** Of its lines, as far as they are read. */
interface Event {
  ts?: string
  type: string
  event?: AgentEvent
  finishReason?: string
  text?: string
  message?: string
  model?: { id?: string }
}

export default programAdapter<Event>({
  name: 'cline',
  revision: '1',
  program: 'cline',
  package: 'cline',
  tried: '3.0.65',
  wires: {
    'openai-chat': { word: 'openai-compatible', base: '/v1' },
    'anthropic-messages': { word: 'anthropic', base: '/v1' },
  },
  lookups: [
    { role: 'usage statistics, at the vendor', off: 'global-settings.json' },
    { role: 'switches of features, at the vendor', off: null },
    { role: 'updates', off: 'CLINE_NO_AUTO_UPDATE' },
  ],

  prepare: ({ home, model, word, url, key }) => ({
    env: {
      CLINE_NO_AUTO_UPDATE: '1',
      CLINE_GLOBAL_SETTINGS_PATH: path.join(home, 'global-settings.json'),
    },
    files: {
      'global-settings.json': JSON.stringify({ telemetryOptOut: true }),
      'data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: word,
        providers: {
          [word]: {
            settings: { provider: word, apiKey: key, model, baseUrl: url },
            updatedAt: new Date().toISOString(),
            tokenSource: 'manual',
          },
        },
      }),
    },
  }),

  turn({ build, home, model, word }, { brief, first }) {
    if (!first)
      throw new Unmeasured(
        'cline has no second turn: it resumes a session in a terminal only, and refuses --id without one; measure it with tasks of one turn',
      )
    return {
      argv: [
        ...['--json', '--auto-approve', 'true', '--provider', word, '--model', model],
        ...['--cwd', build, '--data-dir', path.join(home, 'data')],
      ],
      // Else a brief that begins with a dash is an option.
      last: ['--', brief],
    }
  },

  asksBy: 'ask_question',
  tellsItsEnd: true,
  read({ ts, type, event, finishReason, text, message, model }, sink) {
    if (ts) sink.happened(ts)
    if (type === 'agent_event' && event) readAgent(event, sink)
    else if (type === 'error') sink.failed(message ?? 'an error without a message', true)
    else if (type === 'run_result') {
      if (model?.id) sink.model(model.id)
      if (finishReason === 'error') sink.failed(text || 'the run failed', true)
      else sink.recovered()
      sink.stop(finishReason ?? 'ended')
    }
  },
})

function readAgent(event: AgentEvent, sink: Sink) {
  const { type, contentType, toolCallId = '' } = event
  if (type === 'usage')
    // Once a model call; its own sum at the end says the same.
    sink.usage(null, {
      prompt: event.inputTokens,
      output: event.outputTokens,
      // Silent where there are none.
      cacheRead: event.cacheReadTokens ?? 0,
      cacheWrite: event.cacheWriteTokens ?? 0,
    })
  else if (type === 'content_start' && contentType === 'tool')
    sink.toolStart(toolCallId, event.toolName ?? '', event.input)
  else if (type === 'content_end' && contentType === 'tool')
    sink.toolEnd(toolCallId, {
      name: event.toolName ?? '',
      result: event.output ?? messageOf(event.error),
      isError: event.error !== undefined || someFailed(event.output),
    })
  else if (type === 'content_end' && contentType === 'text') sink.message(event.text ?? '')
  else if (type === 'content_end' && contentType === 'reasoning')
    sink.reasoning(event.reasoning ?? event.text ?? '')
  else if (type === 'error') sink.error(messageOf(event.error) ?? 'an error without a message')
}

/** Its tools do several things in one call. */
const someFailed = (output: unknown) =>
  Array.isArray(output) && output.some((part: { success?: boolean }) => part?.success === false)

const messageOf = (error: AgentEvent['error']) =>
  typeof error === 'object' ? error.message : error
