import { execa } from 'execa'
import { expect, test } from 'vitest'
import {
  displayWidth,
  oneLine,
  paint,
  paragraph,
  printable,
  together,
  truncate,
  wrap,
} from './text.ts'

test('what an agent chose cannot steer the terminal', () => {
  expect(printable('a\nb\u001b[31mc\u202ed\te\u2028')).toBe('a\\nb\\u001b[31mc\\u202ed\\te\\u2028')
  expect(printable('a\u061cb\u200bc\ufeffd\u{e0041}')).toBe('a\\u061cb\\u200bc\\ufeffd\\u{e0041}')
  expect(printable('naïve – 日本語 👩‍💻')).toBe('naïve – 日本語 👩‍💻')
  expect(oneLine('\u001b[31mexpected 1\u001b[39m\n  received\u0007 2 ')).toBe(
    'expected 1 received\\u0007 2',
  )
})

test.for([
  ['abc', 3],
  ['\u001b[31mabc\u001b[39m', 3],
  ['0.917–1.000', 11],
  ['日本', 4],
  ['e\u0301', 1],
  ['👩‍💻', 2],
  ['', 0],
] as const)('%j takes %i columns', ([text, width]) => {
  expect(displayWidth(text)).toBe(width)
})

test('lines break at spaces, and within a word only where it is too long', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrap('a_very_long_name b', 6)).toEqual(['a_very', '_long_', 'name b'])
  expect(wrap(`1.000 ${together('(3 of 3)')}`, 10)).toEqual(['1.000', '(3 of 3)'])
  expect(wrap('日本語', 4)).toEqual(['日本', '語'])
  expect(wrap('語', 1)).toEqual(['語'])
  expect(wrap('', 4)).toEqual([''])
})

test('what is cut off is said', () => {
  expect(truncate('abcdef', 4)).toBe('abc…')
  expect(truncate('abcd', 4)).toBe('abcd')
  expect(truncate('日本語', 4)).toBe('日…')
})

test('a paragraph hangs below its head', () => {
  expect(paragraph('missing  ', 'a lot of words that do not fit', { width: 40 })).toBe(
    '  missing  a lot of words that do not\n           fit',
  )
})

test('colour only when asked for', () => {
  expect(paint({ color: true }, 'red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(paint({ color: false }, 'red', 'x')).toBe('x')
})

test.for([
  ['NO_COLOR', 'x'],
  ['FORCE_COLOR', '\u001b[31mx\u001b[39m'],
] as const)('where the look says nothing, %s decides', async ([variable, shown]) => {
  const script = `import { paint } from './text.ts'; process.stdout.write(paint({}, 'red', 'x'))`
  const { stdout } = await execa(
    process.execPath,
    ['--input-type=module-typescript', '--eval', script],
    // Vitest sets one of them for its workers; both at once would contradict each other.
    {
      cwd: import.meta.dirname,
      env: { NO_COLOR: undefined, FORCE_COLOR: undefined, [variable]: '1' },
    },
  )
  expect(stdout).toBe(shown)
})
