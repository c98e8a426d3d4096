import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { publishedRecords, record } from './fixtures/records.ts'
import { readJsonl, writeJsonl } from './jsonl.ts'

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest asks for a destructured first parameter
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'jsonl-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

test('what was written is read, one line a sample, in a stable order', async ({ folder }) => {
  const file = join(folder, 'results.jsonl')
  const records = publishedRecords()
  await writeJsonl(file, records.toReversed())
  expect(await readJsonl(file)).toEqual(records)
  const text = await readFile(file, 'utf8')
  expect(text.split('\n')).toHaveLength(31)
  await writeJsonl(file, records)
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await readdir(folder)).toEqual(['results.jsonl'])
})

test('repetitions are ordered as numbers', async ({ folder }) => {
  const file = join(folder, 'results.jsonl')
  await writeJsonl(
    file,
    [10, 2, 1].map((repetition) => record({ repetition })),
  )
  expect((await readJsonl(file)).map(({ repetition }) => repetition)).toEqual([1, 2, 10])
})

test('no records make an empty file', async ({ folder }) => {
  const file = join(folder, 'results.jsonl')
  await writeJsonl(file, [])
  expect(await readJsonl(file)).toEqual([])
})

test('a line break within a value stays within its line', async ({ folder }) => {
  const file = join(folder, 'results.jsonl')
  const odd = record({ litter: ['a\nb\u2028c\r'] })
  await writeJsonl(file, [odd])
  expect(await readJsonl(file)).toEqual([odd])
})

test('an invalid record is not written, and the old file stays', async ({ folder }) => {
  const file = join(folder, 'results.jsonl')
  await writeJsonl(file, [record({})])
  const wrong = record({ repetition: 2, usage: { cost: Number.NaN } })
  await expect(writeJsonl(file, [record({}), wrong])).rejects.toThrow(
    /record of shopkit bare T4 #2 is not valid:\n.*\n.*usage\.cost/,
  )
  expect(await readJsonl(file)).toHaveLength(1)
  expect(await readdir(folder)).toEqual(['results.jsonl'])
})

test('two records of one sample are refused', async ({ folder }) => {
  await expect(writeJsonl(join(folder, 'x.jsonl'), [record({}), record({})])).rejects.toThrow(
    'Two records of one sample, shopkit bare T4 #1: a sample has one record',
  )
})

test('a file that cannot be written or read is named', async ({ folder }) => {
  const file = join(folder, 'none', 'x.jsonl')
  await expect(writeJsonl(file, [])).rejects.toThrow(/x\.jsonl could not be written: ENOENT/)
  await expect(readJsonl(file)).rejects.toThrow(/x\.jsonl could not be read: ENOENT/)
})

test('a file whose place is taken leaves nothing behind', async ({ folder }) => {
  const taken = join(folder, 'results.jsonl')
  await mkdir(taken)
  await expect(writeJsonl(taken, [])).rejects.toThrow('results.jsonl could not be written: EISDIR')
  expect(await readdir(folder)).toEqual(['results.jsonl'])
})

test.for([
  ['{"format": 1', /results\.jsonl:2: not JSON \(.*\): the line was cut off or edited/],
  ['{"format": 2}', /:2: a record of format 2; this version reads up to 1: update harnessbench/],
  ['{"format": 1}', /:2: not a record:\n(.*\n)*.*experiment/],
  ['null', /:2: not a record:/],
] as const)('a bad line %s is named by file and line', async ([line, message], { folder }) => {
  const file = join(folder, 'results.jsonl')
  await writeFile(file, `${JSON.stringify(record({}))}\r\n${line}\n`)
  await expect(readJsonl(file)).rejects.toThrow(message)
})
