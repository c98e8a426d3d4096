import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownIdentity } from '../process/identity.ts'
import { makeNote, sample } from '../run/fixtures/attempts.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { type Attempt, unknownUsage } from './schema.ts'
import { openStore, readDiff } from './store.ts'

const attempt: Omit<Attempt, 'number'> = {
  runFingerprint: 'f',
  outcome: 'finished',
  reason: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  seconds: 1,
  usage: unknownUsage,
  claim: null,
  litter: [],
  edits: 0,
  adapter: { name: 'x', version: '1', options: {}, model: null },
  output: { bytes: 0, kept: 0 },
}

const note = makeNote(ownIdentity, '/nowhere')

async function makeStore() {
  const folder = path.join(await temporaryTree(), 'store')
  return { folder, store: await openStore(folder, 'store') }
}

test('attempts are numbered as they are committed, also past nine', async () => {
  const { store } = await makeStore()
  for (let i = 1; i <= 11; i++) {
    const committed = await store.commit(sample, await store.stage(sample, note), attempt)
    expect(committed.number).toBe(i)
  }
  expect((await store.attempts(sample)).map(({ number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ])
  expect(await readdir(store.attemptFolder(sample, 11))).toEqual(['attempt.json'])
})

test('what is staged is no attempt, and is found again once its owner is gone', async () => {
  const { store } = await makeStore()
  const mine = await store.stage(sample, note)
  const dead = await store.stage(sample, makeNote('999999999 1', '/nowhere'))
  await store.stage(sample, makeNote(`${process.ppid}`, '/nowhere'))
  const unsaid = path.join(path.dirname(mine), '.new-x')
  await mkdir(unsaid)
  expect(await store.attempts(sample)).toEqual([])
  const found = await store.abandoned(sample)
  expect(found.map(({ folder }) => folder).sort()).toEqual([mine, dead, unsaid].sort())
  expect(found.find(({ folder }) => folder === unsaid)?.note).toBeUndefined()
})

test('a record that says the same is not written again', async () => {
  const { folder, store } = await makeStore()
  const record = {
    format: 1,
    ...sample,
    levels: {},
    order: null,
    seed: null,
    predictions: null,
    runFingerprint: 'f',
    gradeFingerprint: 'g',
    outcome: 'finished',
    reason: null,
    attempt: 1,
    attempts: [{ number: 1, ...attempt }],
    change: { passed: 0, graded: 0, of: 0, fraction: null },
    regress: { passed: 0, graded: 0, of: 0, fraction: null },
    gain: null,
    assertions: [],
    regraded: [],
    usage: unknownUsage,
    seconds: 1,
    litter: [],
    versions: { harnessbench: '0', node: 'v0', vitest: '0', platform: 'x' },
  } as const
  const write = async (seconds: number) => {
    await store.writeRecord({
      ...record,
      seconds,
      attempts: [...record.attempts],
      assertions: [],
      regraded: [],
      litter: [],
    })
    return (await stat(path.join(folder, 'samples/e/s/c/t/1/record.json'))).ino
  }
  const first = await write(1)
  expect(await write(1)).toBe(first)
  expect(await write(2)).not.toBe(first)
  expect((await store.record(sample))?.seconds).toBe(2)
})

test('a store of a newer version, and one that cannot be made, are refused', async () => {
  const newer = await temporaryTree({ 'store.json': '{"format":2}' })
  await expect(openStore(newer, 'here')).rejects.toThrow(
    'the store here belongs to a newer version (its format is 2',
  )
  const file = await temporaryTree({ taken: 'a file' })
  await expect(openStore(path.join(file, 'taken'), 'taken')).rejects.toThrow(
    'the store taken cannot be written (',
  )
  expect(await readFile(path.join(file, 'taken'), 'utf8')).toBe('a file')
})

test('what somebody spoilt is named, with what to do', async () => {
  const { store } = await makeStore()
  const folder = store.attemptFolder(sample, 1)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'attempt.json'), '{"number":')
  await expect(store.attempts(sample)).rejects.toThrow(/attempt\.json is not JSON \(.*move it away/)
  await writeFile(path.join(folder, 'attempt.json'), '{"number":1}')
  await expect(store.attempts(sample)).rejects.toThrow(
    /attempt\.json is not what this version wrote/,
  )
})

test('a long diff is cut, and what was cut is said', async () => {
  const folder = await temporaryTree({ 'changes.diff': 'x'.repeat(100) })
  expect(await readDiff(folder, 100)).toBe('x'.repeat(100))
  expect(await readDiff(folder, 60)).toBe(
    `${'x'.repeat(60)}\n[40 more characters: see changes.diff in the store]\n`,
  )
  expect(await readDiff(path.join(folder, 'none'), 60)).toBe('')
})
