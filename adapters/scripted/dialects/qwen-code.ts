import { call, type Dialect, literally } from './dialect.ts'

/** More lines than a file of a seed has; it takes no start without an end. */
const MANY_LINES = 2000

export const qwenCode: Dialect = {
  name: 'qwen-code',
  offers: {
    // Its helper that keeps memories has the other tools too.
    agent: ['prompt'],
    run_shell_command: ['command'],
    read_file: ['file_path', 'offset', 'limit'],
    edit: ['file_path', 'old_string', 'new_string', 'replace_all'],
    write_file: ['file_path', 'content'],
    glob: ['pattern'],
    grep_search: ['pattern'],
  },
  says: {
    read: ({ path, from }, { full }) =>
      call('read_file', {
        file_path: full(path),
        ...(from !== undefined && { offset: from - 1, limit: MANY_LINES }),
      }),
    list: ({ path }, { full }) => call('glob', { pattern: '**/*', path: full(path) }),
    search: ({ text, path }, { full }) =>
      call('grep_search', { pattern: literally(text), path: full(path) }),
    edit: ({ path, old, new: text, all }, { full }) =>
      call('edit', {
        file_path: full(path),
        old_string: old,
        new_string: text,
        replace_all: all || undefined,
      }),
    write: ({ path, content }, { full }) => call('write_file', { file_path: full(path), content }),
    run: ({ command }) => call('run_shell_command', { command, is_background: false }),
  },
}
