import { expect, test } from 'vitest'
import { withTable } from './tables.ts'

const empty = 'Before.\n\n<!-- cells -->\n<!-- /cells -->\n\nAfter.\n'
const head = ['harness', 'calls']
const order = ['one', 'two']

test('rows of this run go over those of runs before, in the order that is asked for', () => {
  const first = withTable(
    empty,
    {
      name: 'cells',
      head,
      rows: [
        ['two', '6 | 7'],
        ['gone', '1'],
        ['one', '5'],
      ],
    },
    [...order, 'gone'],
  )
  const second = withTable(first, { name: 'cells', head, rows: [['one', '4\n5']] }, order)
  expect(second).toBe(`Before.

<!-- cells -->

| harness | calls |
| --- | --- |
| one | 4 5 |
| two | 6 \\| 7 |

<!-- /cells -->

After.
`)
  expect(withTable(second, { name: 'cells', head, rows: [] }, order)).toBe(second)
  expect(withTable(second, { name: 'cells', head: ['harness'], rows: [] }, order)).not.toContain(
    '5',
  )
})

test('a document without a place for it is told of', () => {
  expect(() => withTable('', { name: 'cells', head, rows: [] }, order)).toThrow(
    'docs/harnesses.md has no place for cells',
  )
})
