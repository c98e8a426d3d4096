import { call, type Dialect, literally } from './dialect.ts'

export const geminiCli: Dialect = {
  name: 'gemini-cli',
  offers: {
    run_shell_command: ['command'],
    read_file: ['file_path', 'start_line'],
    replace: ['file_path', 'old_string', 'new_string'],
    write_file: ['file_path', 'content'],
    glob: ['pattern'],
    grep_search: ['pattern'],
  },
  says: {
    read: ({ path, from }, { full }) =>
      call('read_file', { file_path: full(path), start_line: from }),
    list: ({ path }, { full }) => call('glob', { pattern: '**/*', dir_path: full(path) }),
    search: ({ text, path }, { full }) =>
      call('grep_search', { pattern: literally(text), dir_path: full(path) }),
    edit: ({ path, old, new: text, all }, { full }) =>
      call('replace', {
        file_path: full(path),
        instruction: `In ${path}, put the new text in the place of the old.`,
        old_string: old,
        new_string: text,
        allow_multiple: all || undefined,
      }),
    write: ({ path, content }, { full }) => call('write_file', { file_path: full(path), content }),
    run: ({ command }) => call('run_shell_command', { command }),
  },
}
