import { call, type Dialect, literally } from './dialect.ts'

export const opencode: Dialect = {
  name: 'opencode',
  offers: {
    bash: ['command'],
    read: ['filePath', 'offset'],
    edit: ['filePath', 'oldString', 'newString', 'replaceAll'],
    write: ['filePath', 'content'],
    glob: ['pattern'],
    grep: ['pattern'],
  },
  says: {
    read: ({ path, from }, { full }) => call('read', { filePath: full(path), offset: from }),
    list: ({ path }, { full }) =>
      call('glob', { pattern: '**/*', path: path === '.' ? undefined : full(path) }),
    search: ({ text, path }, { full }) =>
      call('grep', { pattern: literally(text), path: path === '.' ? undefined : full(path) }),
    edit: ({ path, old, new: text, all }, { full }) =>
      call('edit', {
        filePath: full(path),
        oldString: old,
        newString: text,
        replaceAll: all || undefined,
      }),
    write: ({ path, content }, { full }) => call('write', { filePath: full(path), content }),
    run: ({ command }) => call('bash', { command }),
  },
}
