/**
 * Qwen Code, a relative of Gemini CLI: three wires; its usage is cumulative over a session, and holds
 * the calls that it makes beside the conversation.
 */
import { randomUUID } from 'node:crypto'
import { programAdapter } from './program/adapter.ts'
import type { Sink } from './program/preset.ts'
import { isUnderstood, savedPromptInToml } from './program/saved-prompt.ts'

interface Block {
  type: string
  text?: string
  thinking?: string
  id?: string
  name?: string
  input?: unknown
  tool_use_id?: string
  is_error?: boolean
  content?: unknown
}

/** Of its lines, as far as they are read. */
interface Event {
  type: string
  subtype?: string
  session_id?: string
  model?: string
  message?: { id?: string; model?: string; content?: string | Block[] }
  is_error?: boolean
  error?: { message?: string }
  usage?: { input_tokens?: number; output_tokens?: number; cache_read_input_tokens?: number }
}

export default programAdapter<Event>({
  name: 'qwen-code',
  revision: '2',
  program: 'qwen',
  package: '@qwen-code/qwen-code',
  tried: '0.24.4',
  wires: {
    'openai-chat': { word: 'openai', base: '/v1' },
    'openai-responses': { word: 'openai-responses', base: '/v1' },
    'anthropic-messages': { word: 'anthropic', base: '' },
  },
  readsAbove: { withoutGit: ['AGENTS.md', 'QWEN.md'] },
  asides: ['what to remember, after a turn'],
  lookups: [{ role: 'usage statistics', off: 'settings.json' }],

  prepare: ({ home, model, wire, word, url, key }) => {
    const vendor = wire === 'anthropic-messages' ? 'ANTHROPIC' : 'OPENAI'
    return {
      env: {
        QWEN_HOME: `${home}/qwen`,
        QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
        [`${vendor}_API_KEY`]: key,
        [`${vendor}_BASE_URL`]: url,
        [`${vendor}_MODEL`]: model,
      },
      files: {
        'qwen/settings.json': JSON.stringify({
          security: { auth: { selectedType: word } },
          model: { name: model },
          general: { enableAutoUpdate: false },
          // It would ask the model what a person might type next, after each answer.
          ui: { enableFollowupSuggestions: false },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
        }),
      },
    }
  },

  turn: ({ word }, { brief, session, fresh, first }) => ({
    argv: [
      ...['--output-format', 'stream-json', '--auth-type', word, '--approval-mode', 'yolo'],
      ...(first ? ['--session-id', fresh] : ['--resume', session ?? fresh]),
    ],
    // It reads `@` and slashes into a plain prompt, and puts two line ends behind it.
    stdin: `/${fresh}`,
    files: saved(fresh, brief),
  }),

  // Its own default is a model that judges each command, instead of asking whoever started it.
  acp: ({ word }) => ({
    argv: ['--acp', '--auth-type', word, '--approval-mode', 'default'],
    files: extension,
  }),
  acpCounts: { cachedInside: true, perCall: true },
  say(_place, brief) {
    if (!isUnderstood(brief)) return { text: brief }
    const name = randomUUID()
    return { text: `/${name}`, files: saved(name, brief) }
  },

  asksBy: 'ask_user_question',
  tellsItsEnd: true,
  read(event, sink) {
    switch (event.type) {
      case 'system':
        if (event.session_id) sink.session(event.session_id)
        if (event.subtype === 'init' && event.model) sink.model(event.model)
        break
      case 'assistant':
      case 'user':
        if (Array.isArray(event.message?.content))
          for (const block of event.message.content) readBlock(block, sink)
        break
      case 'result': {
        const { input_tokens, output_tokens, cache_read_input_tokens } = event.usage ?? {}
        sink.usageSoFar({
          prompt: input_tokens,
          cacheRead: cache_read_input_tokens,
          output: output_tokens,
        })
        if (event.is_error) sink.failed(event.error?.message ?? event.subtype ?? 'it failed', true)
        else sink.stop(event.subtype ?? 'success')
        break
      }
    }
  },
})

/** What the user's own folder holds is told to the model; what an extension brings is not. */
const extension = {
  'qwen/extensions/x/qwen-extension.json': JSON.stringify({ name: 'x', version: '1.0.0' }),
}

const saved = (name: string, brief: string) => ({
  ...extension,
  [`qwen/extensions/x/commands/${name}.toml`]: savedPromptInToml(brief),
})

function readBlock(block: Block, sink: Sink) {
  switch (block.type) {
    case 'text':
      if (block.text?.startsWith('[API Error: ')) sink.failed(block.text, true)
      else sink.message(block.text ?? '')
      break
    case 'thinking':
      sink.reasoning(block.thinking ?? '')
      break
    case 'tool_use':
      sink.toolStart(block.id ?? '', block.name ?? '', block.input)
      break
    case 'tool_result':
      sink.toolEnd(block.tool_use_id ?? '', { result: block.content, isError: block.is_error })
      break
  }
}
