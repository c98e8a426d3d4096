import { call, type Dialect, literally } from './dialect.ts'
import { byCommands } from './shell.ts'

const commands = byCommands((command) => call('run_commands', { commands: [command] }))

export const cline: Dialect = {
  name: 'cline',
  offers: {
    run_commands: ['commands'],
    read_files: ['files'],
    search_codebase: ['queries'],
    editor: ['path', 'old_text', 'new_text'],
    // Agents that it starts have none of their own.
    spawn_agent: ['task'],
  },
  says: {
    ...commands,
    read: ({ path, from }, { full }) =>
      call('read_files', { files: [{ path: full(path), ...(from && { start_line: from }) }] }),
    // It searches the whole project only.
    search: (input) =>
      input.path === '.'
        ? call('search_codebase', { queries: [literally(input.text)] })
        : commands.search(input),
    // It replaces one place only.
    edit: (input, place) =>
      input.all
        ? commands.edit(input)
        : call('editor', {
            path: place.full(input.path),
            old_text: input.old,
            new_text: input.new,
          }),
    // It makes new files only.
    write: (input, place) =>
      place.knows(input.path)
        ? commands.write(input)
        : call('editor', { path: place.full(input.path), new_text: input.content }),
  },
}
