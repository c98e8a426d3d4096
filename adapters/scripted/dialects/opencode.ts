import { call, type Dialect } from './dialect.ts'
import { byCommands } from './shell.ts'

export const opencode: Dialect = {
  name: 'opencode',
  offers: {
    bash: ['command'],
    read: ['filePath', 'offset'],
    edit: ['filePath', 'oldString', 'newString', 'replaceAll'],
    write: ['filePath', 'content'],
  },
  says: {
    // Its own tools that look need ripgrep, which it fetches from GitHub where there is none.
    ...byCommands((command) => call('bash', { command })),
    read: ({ path, from }, { full }) => call('read', { filePath: full(path), offset: from }),
    edit: ({ path, old, new: text, all }, { full }) =>
      call('edit', {
        filePath: full(path),
        oldString: old,
        newString: text,
        replaceAll: all || undefined,
      }),
    write: ({ path, content }, { full }) => call('write', { filePath: full(path), content }),
  },
}
