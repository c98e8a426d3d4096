import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { record } from '../../../reporters/fixtures/records.ts'
import { ownIdentity } from '../../process/identity.ts'
import type { Attempt } from '../../record/schema.ts'
import { temporaryTree } from '../../tree/fixtures/temporary-tree.ts'
import { attemptsIn, run, stored } from '../fixtures/traced-store.ts'

test('what a killed run left is shown, as of an attempt that never finished', async () => {
  const cwd = await stored('bare', 'brain')
  const { store, sample, folder } = await attemptsIn(cwd, 'bare')
  const scratch = await temporaryTree({ output: 'line\n\n{"n": 3}\n' })
  const left = async (owner: string) => {
    const { adapter, startedAt, runFingerprint, design } = sample.attempts[0] as Attempt
    const note = { adapter, startedAt, runFingerprint, design, owner, scratch }
    const staged = await store.stage(sample, note)
    await writeFile(
      path.join(staged, 'trace.jsonl'),
      await readFile(path.join(folder, '1', 'trace.jsonl')),
    )
    return staged
  }
  const staged = await left('0 nobody')
  const [, first] = (await run(cwd)).stdout.split('\n').reverse()
  expect(first).toMatch(/bare\/T1\/1, attempt 2: .*; another did not end: --attempt unfinished$/)
  const asked = await run(cwd, 'bare', '--attempt', 'unfinished')
  expect(asked.stdout).toMatch(
    /bare\/T1\/1, an attempt that was never finished: [^;]*\); turns 1, messages 1/,
  )
  const raw = await run(cwd, 'bare', '--attempt', 'unfinished', '--raw', '8')
  expect(raw.stdout).toBe('{"n": 3}')
  const { stdout } = await run(cwd, 'bare', '--attempt', 'unfinished', '--atif')
  expect(JSON.parse(stdout)).toMatchObject({
    session_id: expect.stringMatching(/\/unfinished$/),
    final_metrics: { extra: { outcome: 'unfinished' } },
  })

  await Promise.all([rm(staged, { recursive: true }), left(ownIdentity)])
  for (const number of ['1', '2']) await rm(path.join(folder, number), { recursive: true })
  const only = await run(cwd, 'bare')
  expect(only.stdout).toMatch(/bare\/T1\/1, an attempt that is at work: [^;]*\); turns 1/)
  expect((await run(cwd, 'bare', '--attempt', '1')).stderr).toMatch(
    /has no trace of attempt 1: no attempt has ended yet/,
  )
})

test('a sample is found by its whole name, whatever its parts are called', async () => {
  const { experiment, suite } = record({ condition: 'x', task: 'T1', repetition: 1 })
  const cwd = await stored('bare', experiment, suite)
  for (const words of [
    [experiment, suite, experiment, 'T1', '1'],
    [experiment, experiment, 'T1'],
  ]) {
    const { stdout } = await run(cwd, ...words)
    expect(stdout).toContain(`${experiment}/${suite}/${experiment}/T1/1, attempt 2`)
    expect(stdout).toContain('#1 turn 1')
  }
  const pasted = await run(cwd, `${experiment}/${suite}/bare/T1/1`)
  expect(pasted.stdout).toContain('#1 turn 1')
})
