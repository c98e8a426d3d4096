import { describe, expect, test } from 'vitest'
import { defaultIgnore, ignoring, matcher } from './ignore.ts'

describe.for([
  [
    'a bare name matches at any depth',
    'dist',
    ['dist', 'a/dist', 'a/dist/b.js'],
    ['dist.js', 'a/my-dist'],
  ],
  [
    'a name with a slash is relative to the root',
    'a/dist',
    ['a/dist', 'a/dist/x'],
    ['dist', 'b/a/dist'],
  ],
  ['a leading ./ means the root', './dist/x', ['dist/x'], ['a/dist/x']],
  ['* stays within a name, and takes dot files', '*.log', ['x.log', 'a/.x.log'], ['x.log.txt']],
  ['* does not cross folders', 'a/*.log', ['a/x.log'], ['a/b/x.log']],
  ['** crosses folders', 'a/**/x', ['a/x', 'a/b/c/x'], ['x', 'b/a/x']],
  ['braces and sets', '{a,b}[12]', ['a1', 'x/b2'], ['c1', 'a3']],
  ['case counts', 'README', ['README'], ['readme']],
  ['newlines in names', 'a/**/z', ['a/b\nc/d\ne/z'], ['b/a\nc/z']],
] as const)('%s', ([, pattern, hits, misses]) => {
  test.for([...hits])('matches %j', (path) => {
    expect(ignoring([pattern])(path, false)).toBe(true)
  })
  test.for([...misses])('does not match %j', (path) => {
    expect(ignoring([pattern])(path, false)).toBe(false)
  })
})

test('a pattern that ends in a slash matches folders, and what is in them, only', () => {
  const ignore = ignoring(['out/'])
  expect(ignore('out', true)).toBe(true)
  expect(ignore('a/out/x', false)).toBe(true)
  expect(ignore('out', false)).toBe(false)
})

test('a matcher takes a path that ends in a slash for a folder', () => {
  const matches = matcher(['tmp/', 'notes.md'])
  expect(['tmp/', 'tmp', 'notes.md', 'a/notes.md', 'tmp/x'].map(matches)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ])
})

test('no pattern matches nothing; the default ones name no project file', () => {
  expect(ignoring([])('node_modules', true)).toBe(false)
  const ignore = ignoring(defaultIgnore)
  expect(ignore('a/node_modules/b/index.js', false)).toBe(true)
  expect(ignore('.git', false)).toBe(true)
  expect(ignore('.gitignore', false)).toBe(false)
})

test.for([
  ['', 'pattern "": is empty'],
  ['/', 'pattern "/": is empty'],
  ['!x', 'pattern "!x": begins with "!"'],
  ['/etc', 'pattern "/etc": is absolute'],
  ['../x', 'pattern "../x": holds ".."'],
])('the pattern %j is refused', ([pattern, message]) => {
  expect(() => ignoring([pattern as string])).toThrow(message)
})
