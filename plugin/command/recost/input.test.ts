import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../../tree/fixtures/temporary-tree.ts'
import { readOptions } from './options.ts'
import { storedSamples } from './stored.ts'
import { readPriceTable } from './table.ts'

test('what is asked for when nothing is said', () => {
  expect({ ...readOptions([]) }).toEqual({ store: '.harnessbench', write: false, help: false })
})

test.for([
  [['x'], "recost: Unexpected argument 'x'"],
  [['--prices'], "recost: Option '--prices <value>' argument missing"],
  [['--write=yes'], "recost: Option '--write' does not take an argument"],
] as const)('options %j', ([args, message]) => {
  expect(() => readOptions([...args])).toThrow(`${message}; see \`harnessbench recost --help\``)
})

const row = { model: 'm', input: 1, output: 2, date: '2026-01-01', source: 'x' }

test.for([
  ['p.json', '[', /p\.json is not JSON: /],
  ['p.yaml', 'a: b\n- c', /p\.yaml:2: no valid YAML: /],
  ['p.yaml', '*a', /p\.yaml: no valid YAML: /],
  ['p.yml', 'prices: []', /p\.yml must be a list, not an object: a price table is a list of rows/],
  ['p.yaml', '', /p\.yaml must be a list, not null: a price table is/],
  ['p.json', JSON.stringify([row, { ...row, inptu: 1 }]), /p\.json: \[1\]\.inptu is unknown \(did/],
  ['p.json', JSON.stringify([{ ...row, input: -1 }]), /\[0\]\.input must be at least 0, not -1/],
  ['p.yaml', '- model: m', /4 problems\n(.*\n)*.*p\.yaml: \[0\]\.source is missing/],
] as const)('price table %s: %s', async ([name, text, message]) => {
  const file = path.join(await temporaryTree({ [name]: text }), name)
  await expect(readPriceTable(file)).rejects.toThrow(message)
})

test('a price table that is not there', async () => {
  await expect(readPriceTable('none.yaml')).rejects.toThrow(
    /the price table none\.yaml cannot be read \(ENOENT.*; name one in --prices/,
  )
})

test('a table in either language', async () => {
  const folder = await temporaryTree({
    'p.json': JSON.stringify([row]),
    'p.yaml': '- { model: m, input: 1, output: 2, date: 2026-01-01, source: x }\n',
  })
  expect(await readPriceTable(path.join(folder, 'p.json'))).toEqual([row])
  expect(await readPriceTable(path.join(folder, 'p.yaml'))).toEqual([row])
})

test('samples in order, and stores that are none', async () => {
  const folder = await temporaryTree()
  const find = (experiment?: string) => storedSamples(folder, 'it', experiment)
  await expect(find()).rejects.toThrow('it is not a store (no store.json in it)')
  await writeFile(path.join(folder, 'store.json'), '{ "format": 2 }')
  await expect(find()).rejects.toThrow('the store it belongs to a newer version (its format is 2')
  await writeFile(path.join(folder, 'store.json'), '{ "format": 1 }')
  await expect(find()).rejects.toThrow('the store it holds no sample yet')
  for (const place of ['e/s/c/t/10/attempts', 'e/s/c/t/9', 'other/s/c/t/1', 'e/s/c/t/.new'])
    await mkdir(path.join(folder, 'samples', place), { recursive: true })
  expect((await find('e')).map(({ repetition }) => repetition)).toEqual([9, 10])
  expect(await find()).toHaveLength(3)
  await expect(find('othre')).rejects.toThrow('no experiment "othre" (did you mean `other`?)')
  await expect(find('x')).rejects.toThrow('the store it has no experiment "x"; it has e, other')
  expect(await readdir(folder)).toEqual(['samples', 'store.json'])
})
