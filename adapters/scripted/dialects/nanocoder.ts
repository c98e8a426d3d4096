import { call, type Dialect, literally } from './dialect.ts'
import { byCommands } from './shell.ts'

/** As deep as its tool goes. */
const DEEPEST = 10

const commands = byCommands((command) => call('execute_bash', { command }))

export const nanocoder: Dialect = {
  name: 'nanocoder',
  offers: {
    execute_bash: ['command'],
    read_file: ['path', 'start_line'],
    write_file: ['path', 'content'],
    string_replace: ['path', 'old_str', 'new_str'],
    list_directory: ['recursive', 'maxDepth'],
    search_file_contents: ['query'],
  },
  says: {
    ...commands,
    read: ({ path, from }) => call('read_file', { path, start_line: from }),
    list: ({ path }) =>
      call('list_directory', { path, recursive: true, maxDepth: DEEPEST, tree: true }),
    search: ({ text, path }) =>
      call('search_file_contents', { query: literally(text), path, caseSensitive: true }),
    edit(input, { knows }) {
      const { path, old, new: text } = input
      // It replaces one place only, in a file that it has read.
      if (input.all) return commands.edit(input)
      const replace = call('string_replace', { path, old_str: old, new_str: text })
      return knows(path) ? replace : [call('read_file', { path }), replace]
    },
    write: ({ path, content }) => call('write_file', { path, content }),
  },
}
