import { expect, test } from 'vitest'
import { readFrontMatter } from './frontmatter.ts'

test('splits YAML from the body', () => {
  expect(
    readFrontMatter('---\ntask: T1\nlist: [a, b]\n---\n\n \n# Title\n\ntext\n', 'T1.md'),
  ).toEqual({
    data: { task: 'T1', list: ['a', 'b'] },
    body: '# Title\n\ntext\n',
  })
})

test('the body is kept byte for byte: indentation, CRLF, later fences, no newline at the end', () => {
  const body = '   code\r\n---\r\nx\t \n\n\nend'
  expect(readFrontMatter(`---\na: 1\n---\n${body}`, 'x').body).toBe(body)
})

test('CRLF and a byte-order mark do not hide the front matter', () => {
  expect(readFrontMatter('\ufeff---\r\na: 1\r\n---\r\n\r\nx\r\n', 'x')).toEqual({
    data: { a: 1 },
    body: 'x\r\n',
  })
})

test.for([
  ['no front matter', 'text\n---\na: 1\n---\n', 'text\n---\na: 1\n---\n'],
  ['a fence with more to it is none', '---- \nx', '---- \nx'],
  ['a blank line before the fence', '\n---\na: 1\n---\n', '\n---\na: 1\n---\n'],
  ['empty front matter', '---\n---\nx', 'x'],
  ['comments only', '---\n# nothing\n---\nx', 'x'],
  ['an empty text', '', ''],
])('%s has no data', ([, text, body]) => {
  expect(readFrontMatter(text as string, 'x')).toEqual({ data: {}, body })
})

test('the fence may end the text; a line that only begins like it does not close', () => {
  expect(readFrontMatter('---\na: |\n  x\n  ---\n---', 'x')).toEqual({
    data: { a: 'x\n---\n' },
    body: '',
  })
  expect(readFrontMatter('---\na: 1\n---\n', 'x')).toEqual({ data: { a: 1 }, body: '' })
})

test.for([
  ['---\na: 1\nb: [1\n---\n', 'tasks/T1.md:4: front matter is no valid YAML'],
  [
    '---\na: 1\na: 2\n---\n',
    'tasks/T1.md:3: front matter is no valid YAML: Map keys must be unique',
  ],
  [
    '---\nx: 1\nb: !secret y\n---\n',
    'tasks/T1.md:3: front matter is no valid YAML: Unresolved tag',
  ],
  ['---\na: *b\n---\n', 'tasks/T1.md:2: front matter is no valid YAML'],
  ['---\na: 1\n', 'tasks/T1.md:1: the front matter that "---" opens is never closed'],
])('%j is an error that names the line', ([text, message]) => {
  expect(() => readFrontMatter(text as string, 'tasks/T1.md')).toThrow(message)
})
