import { call, type Dialect, literally } from './dialect.ts'
import { byCommands } from './shell.ts'

const commands = byCommands((command) =>
  call('bash', { command, description: 'Run a command of the shell' }),
)

export const copilot: Dialect = {
  name: 'copilot',
  offers: {
    bash: ['command', 'description'],
    view: ['path', 'view_range'],
    create: ['path', 'file_text'],
    edit: ['path', 'old_str', 'new_str'],
    glob: ['pattern'],
    grep: ['pattern'],
  },
  says: {
    ...commands,
    read: ({ path, from }, { full }) =>
      call('view', { path: full(path), view_range: from && [from, -1] }),
    list: ({ path }, { full }) =>
      call('glob', { pattern: '**/*', paths: path === '.' ? undefined : full(path) }),
    search: ({ text, path }, { full }) =>
      call('grep', {
        pattern: literally(text),
        paths: path === '.' ? undefined : full(path),
        output_mode: 'content',
        '-n': true,
      }),
    // It replaces one place only.
    edit: (input, place) =>
      input.all
        ? commands.edit(input)
        : call('edit', { path: place.full(input.path), old_str: input.old, new_str: input.new }),
    // It makes new files only.
    write: (input, place) =>
      place.knows(input.path)
        ? commands.write(input)
        : call('create', { path: place.full(input.path), file_text: input.content }),
  },
}
