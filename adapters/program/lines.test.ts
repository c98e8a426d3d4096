import { expect, test } from 'vitest'
import { createLines, type Line, LONGEST_LINE } from './lines.ts'

const text = Buffer.from('first\n\nsecond \u00e9\r\n\u{1f600}\nno newline')

test.each([1, 2, 3, 5, 7, 100])(
  'lines are whole, and where they stand is told, in chunks of %d',
  (size) => {
    const lines: Line[] = []
    const { push, end } = createLines(
      (line) => lines.push(line),
      () => expect.unreachable(),
    )
    for (let at = 0; at < text.length; at += size) push(text.subarray(at, at + size), at)
    end()
    expect(lines.map((line) => line.text)).toEqual([
      'first',
      'second \u00e9',
      '\u{1f600}',
      'no newline',
    ])
    const found = lines.map(({ raw }) => text.subarray(raw.byte, raw.byte + raw.bytes).toString())
    expect(found).toEqual(['first', 'second \u00e9\r', '\u{1f600}', 'no newline'])
  },
)

test('a line that is too long is told by its size alone', () => {
  const overlong: Line['raw'][] = []
  const lines: string[] = []
  const { push, end } = createLines(
    ({ text }) => lines.push(text),
    (raw) => overlong.push(raw),
  )
  const block = Buffer.alloc(1_000_000, 'x')
  push(Buffer.from('a\n'), 0)
  for (let i = 0; i < 2 * (LONGEST_LINE / 1e6); i++) push(Buffer.from(block), 2 + i * 1e6)
  push(Buffer.from('\nb\n'), 2 + 2 * LONGEST_LINE)
  end()
  expect(overlong).toEqual([{ byte: 2, bytes: 2 * LONGEST_LINE }])
  expect(lines).toEqual(['a', 'b'])
})

test('a line that standard error tore names all from its first byte to its last', () => {
  const output = Buffer.from('a\n{"half":WARN: low disk\n1}\nb\n')
  const lines: Line[] = []
  const { push, end } = createLines(
    (line) => lines.push(line),
    () => expect.unreachable(),
  )
  push(output.subarray(0, 10), 0)
  push(output.subarray(25), 25)
  end()
  expect(
    lines.map(({ text, raw }) => [text, output.toString('utf8', raw.byte, raw.byte + raw.bytes)]),
  ).toEqual([
    ['a', 'a'],
    ['{"half":1}', '{"half":WARN: low disk\n1}'],
    ['b', 'b'],
  ])
})
