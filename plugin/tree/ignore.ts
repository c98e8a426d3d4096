/** What does not belong to a tree: patterns, and one way to read them. Runs in any process. */
import picomatch from 'picomatch'

/** Never part of a tree: version control, installed packages, droppings of systems and interpreters. */
export const defaultIgnore: readonly string[] = [
  '.git',
  'node_modules',
  '__pycache__',
  '.DS_Store',
  'Thumbs.db',
]

/** Says whether a path (relative to the root, `/` between folders) is out of the tree. */
export type Ignore = (path: string, isFolder: boolean) => boolean

/**
 * Reads patterns. One without `/` matches a name at any depth; one with `/` is relative to the root;
 * one that ends in `/` matches folders only. What lies in a matched folder is matched with it.
 * Globs: `*`, `?`, `[ab]`, `{a,b}` within a name, `**` across folders; names that begin with a dot
 * are names like any other, and case counts on every system.
 *
 * @throws on a pattern that is empty, begins with `!`, is absolute or holds `..`
 */
export function ignoring(patterns: readonly string[]): Ignore {
  const tests = patterns.map(readPattern)
  const hits = (path: string, isFolder: boolean) => tests.some((test) => test(path, isFolder))
  return (path, isFolder) => {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      if (hits(path.slice(0, slash), true)) return true
    }
    return hits(path, isFolder)
  }
}

/** The same patterns for lists of paths, such as a task's `creates`; `tmp/` is the folder `tmp`. */
export function matcher(patterns: readonly string[]): (path: string) => boolean {
  const matches = ignoring(patterns)
  return (path) => (path.endsWith('/') ? matches(path.slice(0, -1), true) : matches(path, false))
}

function readPattern(pattern: string): Ignore {
  const foldersOnly = pattern.endsWith('/')
  const glob = (foldersOnly ? pattern.slice(0, -1) : pattern).replace(/^\.\//, '')
  const refuse = (what: string) => {
    throw new Error(`pattern ${JSON.stringify(pattern)}: ${what}`)
  }
  if (glob === '') refuse('is empty; name a file or folder, such as "dist" or "src/*.log"')
  if (glob.startsWith('!')) refuse('begins with "!"; a pattern can only match, not exempt')
  if (glob.startsWith('/')) refuse('is absolute; patterns are relative to the root of the tree')
  if (glob.split('/').includes('..')) refuse('holds ".."; nothing outside the tree can be matched')

  const anywhere = !glob.includes('/')
  const test = compile(glob)
  return (path, isFolder) => {
    if (foldersOnly && !isFolder) return false
    return test(anywhere ? path.slice(path.lastIndexOf('/') + 1) : path)
  }
}

function compile(glob: string): (path: string) => boolean {
  if (!/[*?[\]{}()\\+@!]/.test(glob)) return (path) => path === glob
  // Not path.matchesGlob: it passes over dot files, takes a backslash in a name for a separator,
  // and forgets about case on some systems. `s` lets `**` match names that hold a newline.
  const isMatch = picomatch(glob, { dot: true, nonegate: true, windows: false, flags: 's' })
  return (path) => isMatch(path)
}
