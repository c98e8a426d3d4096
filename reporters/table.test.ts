import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { table } from './table.ts'
import { displayWidth } from './text.ts'

const columns = [{ title: 'name' }, { title: 'score', align: 'right' as const }, { title: 'note' }]
const rows = [
  ['one', '1.0', 'short'],
  ['日本語', '12.5', 'a rather longer note that wants to be broken'],
]

test('columns are aligned, wide characters too', () => {
  expect(table(columns, rows, { width: 100, color: false })).toMatchInlineSnapshot(`
    "name    score  note
    one       1.0  short
    日本語   12.5  a rather longer note that wants to be broken"
  `)
})

test('the widest column is broken where the width does not suffice', () => {
  const text = table(columns, rows, { width: 40, color: false })
  expect(text).toMatchInlineSnapshot(`
    "name    score  note
    one       1.0  short
    日本語   12.5  a rather longer note that
                   wants to be broken"
  `)
})

test('names without a space are broken as a last resort, and nothing is lost', () => {
  const name = 'x'.repeat(120)
  const text = table(columns, [[name, '1', name]], { width: 60, color: false })
  expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(60)
  expect(text.replaceAll(/[^x]/g, '')).toBe(name + name)
})

test('colour changes nothing but colour', () => {
  const painted = rows.map((row) => row.map((text) => ({ text, style: 'red' as const })))
  const colored = table(columns, painted, { width: 40, color: true })
  expect(colored).toContain('\u001b[31m')
  const bare = stripVTControlCharacters(colored).replaceAll(/ +$/gm, '')
  expect(bare).toBe(table(columns, rows, { width: 40, color: false }))
})

test('without titles there is no title line; without rows only that', () => {
  expect(table([{ title: '' }, { title: '' }], [['a', 'b']])).toBe('a  b')
  expect(table(columns, [], { color: false })).toBe('name  score  note')
})

test('the column is broken whose breaking costs the fewest lines', () => {
  const titles = [{ title: 'a' }, { title: 'b' }]
  const many = ['1', '2', '3'].map((digit) => [`rather-wide and-more-${digit}`, 'narrow'])
  many.push(['', 'one two three four six'])
  expect(table(titles, many, { width: 40, color: false })).toMatchInlineSnapshot(`
    "a                       b
    rather-wide and-more-1  narrow
    rather-wide and-more-2  narrow
    rather-wide and-more-3  narrow
                            one two three
                            four six"
  `)
})
