import { call, type Dialect } from './dialect.ts'
import { byCommands } from './shell.ts'

export const claudeCode: Dialect = {
  name: 'claude-code',
  offers: {
    Bash: ['command'],
    Read: ['file_path', 'offset'],
    Edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
    Write: ['file_path', 'content'],
  },
  says: {
    ...byCommands((command) => call('Bash', { command })),
    read: ({ path, from }, { full }) => call('Read', { file_path: full(path), offset: from }),
    edit({ path, old, new: text, all }, { full, knows }) {
      const edit = call('Edit', {
        file_path: full(path),
        old_string: old,
        new_string: text,
        replace_all: all || undefined,
      })
      // With models that it knows it wants to have read the file.
      return knows(path) ? edit : [call('Read', { file_path: full(path) }), edit]
    },
    write: ({ path, content }, { full }) => call('Write', { file_path: full(path), content }),
  },
}
