import path from 'node:path'
import { expect, test } from 'vitest'
import type { Suite } from '../plan/suite.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { ignoring } from '../tree/ignore.ts'
import { checkDifferences } from './differences.ts'

const seed = { 'a.ts': '1\n2\n3\n4\n5\n', 'b.ts': 'same\n' }
const declared = { 'suite/suite.yaml': 'differences:\n  a.ts: 2\n' }

/** What is told of a suite with one defect. */
async function problems(reference: Record<string, string>, more: Record<string, string> = {}) {
  const under = (folder: string, files: object) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])
  const root = await temporaryTree({
    ...Object.fromEntries([...under('seed', seed), ...under('reference', reference)]),
    'suite/readme.md': '',
    ...more,
  })
  const suite = {
    folder: path.join(root, 'suite'),
    seed: path.join(root, 'seed'),
    reference: path.join(root, 'reference'),
    assertions: [{ defect: 'one' }, { defect: 'one' }, { defect: null }],
  } as unknown as Suite
  return (await checkDifferences(suite, ignoring([]))).map(({ where, sentence }) => [
    where,
    sentence,
  ])
}

const one = { ...seed, 'a.ts': '1\nTWO\n3\n4\n5\n' }
const two = { ...seed, 'a.ts': '1\nTWO\n3\nFOUR\n5\n' }

test('one place for each defect is right', async () => {
  expect(await problems(one)).toEqual([])
})

test('a place too many, in the same file, another file, or a new one', async () => {
  const told = (places: string) => [
    [
      'seed and reference',
      `they differ at 2 places: ${places}; the folders below change/ name 1 defect. Undo what is not a defect, or declare the places in suite.yaml`,
    ],
  ]
  expect(await problems(two)).toEqual(told('a.ts (2)'))
  expect(await problems({ ...one, 'b.ts': 'other\n' })).toEqual(told('a.ts (1), b.ts (1)'))
  expect(await problems({ ...one, 'c.ts': '' })).toEqual(told('a.ts (1), c.ts (1)'))
})

test('a place too few', async () => {
  expect(await problems(seed)).toEqual([
    [
      'seed and reference',
      'they do not differ; the folders below change/ name 1 defect. A defect was repaired in the seed or put back into the reference: restore it',
    ],
  ])
})

test('what suite.yaml declares counts instead', async () => {
  expect(await problems(two, declared)).toEqual([])
  expect(await problems({ ...one, 'b.ts': 'other\n' }, declared)).toEqual([
    [
      'a.ts',
      'seed and reference differ at 1 place of it, suite.yaml declares 2; a defect was repaired in the seed or put back into the reference: restore it',
    ],
    [
      'b.ts',
      'seed and reference differ at 1 place of it, suite.yaml declares 0; undo the difference that is not a defect, or declare it',
    ],
  ])
})

test('a suite.yaml that cannot be read', async () => {
  expect(await problems(one, { 'suite/suite.yaml': 'diferences:\n  a.ts: 0\n' })).toEqual([
    [
      'suite.yaml',
      '`differences` is missing; `diferences` is unknown (did you mean `differences`?); write `differences:` with the number of places for each file',
    ],
  ])
  expect(await problems(one, { 'suite/suite.yaml': 'a: [\n' })).toEqual([
    ['suite.yaml', expect.stringMatching(/^it is no valid YAML: .*; write `differences:`/s)],
  ])
})
