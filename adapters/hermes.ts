/**
 * Hermes, over the Agent Client Protocol or by its command line. Not run here: it is not on the npm
 * registry, and all of this is from its public documentation. Its agent keeps memories and skills in
 * the folder of its state, which is fresh for each session.
 */
import path from 'node:path'
import { programAdapter } from './program/adapter.ts'

export default programAdapter<string>({
  name: 'hermes',
  revision: '2',
  program: 'hermes',
  package: 'hermes-agent',
  tried: 'none',
  install:
    "by its own installer, and for `door: 'acp'` with its extra `acp` (`pip install -e '.[acp]'` in its folder); this preset was written by the documentation of 0.21, and not run",
  wires: {
    'openai-chat': { word: 'chat_completions', base: '/v1' },
    'openai-responses': { word: 'codex_responses', base: '/v1' },
    'anthropic-messages': { word: 'anthropic_messages', base: '' },
  },

  prepare: ({ home, model, word, url, key }) => ({
    env: { HERMES_HOME: path.join(home, 'hermes') },
    files: {
      // Every JSON is YAML.
      'hermes/config.yaml': JSON.stringify({
        model: {
          provider: 'custom',
          default: model,
          base_url: url,
          api_key: key,
          api_mode: word,
        },
      }),
    },
  }),

  // There, what is dangerous is asked for, and our policy answers.
  door: 'acp',
  acp: () => ({ argv: ['acp'] }),

  turn: ({ home }, { brief, session }) => ({
    argv: [
      ...['chat', '--quiet', '--yolo', '--query-file', path.join(home, 'brief.md')],
      ...(session === null ? [] : ['--resume', session]),
    ],
    files: { 'brief.md': brief },
  }),

  output: 'text',
  read(line, sink) {
    const id = sessionIn(line)
    if (id === undefined) sink.messagePart(`${line}\n`)
    else sink.session(id) // earlier versions
  },
  readError(line, sink) {
    const id = sessionIn(line)
    if (id !== undefined) sink.session(id)
  },
})

const sessionIn = (line: string) => /^session_id:\s*(\S+)/.exec(line)?.[1]
