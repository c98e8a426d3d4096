import { call, type Dialect } from './dialect.ts'
import { byCommands } from './shell.ts'

const commands = byCommands((command) => call('bash', { command }))

export const pi: Dialect = {
  name: 'pi',
  offers: {
    read: ['path', 'offset'],
    bash: ['command'],
    edit: ['path', 'edits'],
    write: ['content'],
  },
  says: {
    ...commands,
    read: ({ path, from }) => call('read', { path, offset: from }),
    // It replaces what is there once, and nothing else.
    edit: (input) =>
      input.all
        ? commands.edit(input)
        : call('edit', { path: input.path, edits: [{ oldText: input.old, newText: input.new }] }),
    write: ({ path, content }) => call('write', { path, content }),
  },
}
