import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownIdentity } from '../process/identity.ts'
import { hold } from '../process/temporary.ts'
import { unknownUsage } from '../record/schema.ts'
import { makeLeft, makeNote } from './fixtures/attempts.ts'
import { type Ended, HarvestError, harvest, recover } from './harvest.ts'
import { makeScratch } from './scratch.ts'

const dead = '999999999 1'

const ended: Ended = {
  outcome: 'finished',
  reason: null,
  usage: { ...unknownUsage, cost: 0.5, claimedBy: 'harness' },
  claim: null,
  output: { bytes: 5, kept: 5 },
  seconds: 12,
}

/** An attempt whose harness changed one file, made two, and printed something. */
async function makeWorked(owner: string) {
  const left = await makeLeft()
  const scratch = await makeScratch()
  await cp(left.suite.seed, scratch.build, { recursive: true })
  await writeFile(path.join(scratch.build, 'a.txt'), 'changed\n')
  await writeFile(path.join(scratch.build, 'new.txt'), 'called for\n')
  await writeFile(path.join(scratch.build, '_check.txt'), 'not called for\n')
  await writeFile(scratch.output, 'hello')
  const note = makeNote(owner, scratch.folder)
  const staged = await left.store.stage(left.sample, note)
  return { ...left, scratch, note, staged }
}

test('tree, diff, output and litter are stored, and the scratch is gone', async () => {
  const { scratch, ...left } = await makeWorked(ownIdentity)
  const attempt = await harvest(left, ended)
  expect(attempt).toMatchObject({ ...ended, number: 1, litter: ['_check.txt'], edits: 3 })
  const folder = left.store.attemptFolder(left.sample, 1)
  expect((await readdir(folder)).sort()).toEqual([
    'attempt.json',
    'changes.diff',
    'output.txt',
    'tree',
  ])
  expect(await readFile(path.join(folder, 'output.txt'), 'utf8')).toBe('hello')
  expect(await readFile(path.join(folder, 'changes.diff'), 'utf8')).toContain('-one\n+changed\n')
  expect(existsSync(scratch.folder)).toBe(false)
})

test('what a run was killed over while it stored it is stored by the next', async () => {
  const { scratch, ...left } = await makeWorked(dead)
  hold(scratch.folder, left.staged, ended)
  await mkdir(path.join(left.staged, 'tree/half'), { recursive: true })
  await recover(left)
  expect(await left.store.attempts(left.sample)).toEqual([
    expect.objectContaining({ ...ended, number: 1, litter: ['_check.txt'], edits: 3 }),
  ])
  expect(await readdir(path.join(left.store.attemptFolder(left.sample, 1), 'tree'))).toEqual(
    expect.arrayContaining(['_check.txt', 'a.txt', 'b.txt', 'new.txt']),
  )
  expect(existsSync(scratch.folder)).toBe(false)
})

test('what a run was killed over while the harness worked is a superseded attempt, its processes dead', async () => {
  const { scratch, ...left } = await makeWorked(dead)
  const stray = spawn('sleep', ['300'], { cwd: scratch.home, detached: true })
  const ending = once(stray, 'exit')
  await recover(left)
  expect(await ending).toEqual([null, 'SIGKILL'])
  expect(await left.store.attempts(left.sample)).toEqual([
    expect.objectContaining({
      number: 1,
      outcome: 'unmeasured',
      reason: 'the run was killed while the harness worked',
      startedAt: left.note.startedAt,
      adapter: left.note.adapter,
    }),
  ])
  expect(existsSync(scratch.folder)).toBe(false)
})

test('an attempt of a living run is left alone', async () => {
  const { scratch, ...left } = await makeWorked(`${process.ppid}`)
  await recover(left)
  expect(await left.store.attempts(left.sample)).toEqual([])
  expect([left.staged, scratch.build].map(existsSync)).toEqual([true, true])
  await rm(scratch.folder, { recursive: true })
})

test('a note that names a folder which is not ours has nothing removed', async () => {
  const { scratch, ...left } = await makeWorked(dead)
  const foreign = left.suite.seed
  await writeFile(
    path.join(left.staged, 'note.json'),
    JSON.stringify({ ...left.note, scratch: foreign }),
  )
  await recover(left)
  expect(existsSync(path.join(foreign, 'a.txt'))).toBe(true)
  await rm(scratch.folder, { recursive: true })
})

test('what cannot be stored is kept until a run can store it', async () => {
  const { scratch, ...left } = await makeWorked(ownIdentity)
  await writeFile(path.join(left.staged, 'changes.diff'), '')
  await rename(path.join(left.staged, 'changes.diff'), path.join(left.staged, 'was'))
  await mkdir(path.join(left.staged, 'changes.diff'))
  const failing = harvest(left, ended)
  await expect(failing).rejects.toThrow(HarvestError)
  await expect(failing).rejects.toThrow(`it is kept in ${scratch.build}`)
  // As if our process were gone.
  await writeFile(
    path.join(left.staged, 'note.json'),
    JSON.stringify({ ...left.note, owner: dead }),
  )
  expect(existsSync(scratch.build)).toBe(true)
  await rm(path.join(left.staged, 'changes.diff'), { recursive: true })
  await recover(left)
  expect(await left.store.attempts(left.sample)).toMatchObject([ended])
})

test('a harness that took its own folders away left an empty build', async () => {
  const { scratch, ...left } = await makeWorked(ownIdentity)
  await rm(scratch.folder, { recursive: true })
  const attempt = await harvest(left, ended)
  expect(attempt).toMatchObject({ outcome: 'finished', litter: [] })
  const folder = left.store.attemptFolder(left.sample, 1)
  expect(await readdir(path.join(folder, 'tree'))).toEqual([])
  expect(await readFile(path.join(folder, 'changes.diff'), 'utf8')).toContain('deleted file')
})
