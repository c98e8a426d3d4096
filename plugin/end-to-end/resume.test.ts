import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordSchema } from '../record/schema.ts'
import { isAlive } from './alive.ts'
import { type Files, makeProject, type Project } from './project.ts'
import { makeRuns } from './started.ts'
import { tornFiles } from './torn.ts'

/** Solves the task after a while, in which a child and a detached grandchild run. */
const slow: Files = {
  'slow.ts': `
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export async function run(build: string, _brief: string, context: any) {
  const notes = path.join(context.suite.folder, '../../notes')
  mkdirSync(notes, { recursive: true })
  const stay = (detached: boolean) => spawn('sleep', ['600'], { detached, stdio: 'ignore' }).pid
  writeFileSync(path.join(notes, String(process.hrtime.bigint())), process.pid + ' ' + stay(false) + ' ' + stay(true))
  await new Promise((resolve) => setTimeout(resolve, context.options.ms))
  const file = path.join(build, 'src/sum.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('a - b', 'a + b'))
  return { calls: 3, cost: 0.01 }
}
`,
}

const options = (ms: number, repetitions: number) => ({
  experiment: 'tiny',
  repetitions,
  concurrency: 2,
  conditions: [{ name: 'slow', adapter: './slow.ts', options: { ms } }],
})

/** The processes of every attempt that was started, by attempt. */
async function processes(project: Project): Promise<number[][]> {
  const folder = path.join(project.folder, 'notes')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.sort().map((name) => project.read(`notes/${name}`)))
  return texts.map((text) => text.split(' ').filter(Boolean).map(Number))
}

async function until<T>(look: () => Promise<T | false>): Promise<T> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await delay(50)) {
    const seen = await look()
    if (seen !== false) return seen
  }
  throw new Error('waited for a minute')
}

const living = (pids: number[]) => pids.filter(isAlive)

test('an attempt that a killed run interrupted is superseded, and its processes die', async () => {
  await using project = await makeProject(options(600_000, 1), slow)
  await using runs = await makeRuns(project.folder)
  const started = (attempts: number) =>
    until(async () => {
      const all = await processes(project)
      const last = all[attempts - 1]
      return last?.length === 3 ? last : false
    })

  const first = runs.start(['run'])
  const ofFirst = await started(1)
  expect(living(ofFirst)).toEqual(ofFirst)
  await first.kill('main process')
  // At once, though nothing is run again: the attempt’s own process sees that it is alone.
  await until(async () => living(ofFirst).length === 0)

  const second = runs.start(['run'])
  const ofSecond = await started(2)
  await second.kill('process group')
  const [, , detached] = ofSecond
  expect(living(ofSecond)).toEqual([detached])
  expect((await runs.left()).folders.length).toBeGreaterThan(0)

  await project.write({ 'slow.ts': `${slow['slow.ts']?.replace('context.options.ms', '0')}` })
  const { exitCode, output } = await runs.start(['run']).ended
  expect(output).not.toContain('Error')
  expect(exitCode).toBe(0)
  expect(living(ofSecond)).toEqual([])
  expect(await runs.left()).toEqual({ folders: [], processes: 0 })
  const [record, ...others] = await project.records()
  expect(others).toEqual([])
  expect(record).toMatchObject({ outcome: 'finished', attempt: 3, change: { fraction: 1 } })
  const killed = {
    outcome: 'unmeasured',
    reason: 'the run was killed while the harness worked',
    adapter: { name: './slow.ts' },
  }
  expect(record?.attempts).toMatchObject([killed, killed, { outcome: 'finished' }])
})

test('killed at any moment, a run spoils nothing, and the next goes on', async () => {
  await using project = await makeProject(options(150, 4), slow)
  await using runs = await makeRuns(project.folder)
  for (const [index, ms] of [900, 1600, 2300, 3000].entries()) {
    const run = runs.start(['run'])
    await delay(ms * (0.7 + 0.6 * Math.random()))
    await run.kill(index % 2 ? 'process group' : 'main process')
    expect(await tornFiles(path.join(project.folder, '.harnessbench'))).toEqual([])
  }
  const { exitCode, output } = await runs.start(['run']).ended
  expect(output).toContain('4 of 4')
  expect(exitCode).toBe(0)
  const records = await project.records()
  expect(records.map(({ repetition }) => repetition)).toEqual([1, 2, 3, 4])
  for (const record of records) {
    expect(recordSchema.parse(record)).toMatchObject({
      outcome: 'finished',
      change: { passed: 1, graded: 1 },
      regress: { passed: 2, graded: 2 },
    })
    const good = record.attempts.filter(({ outcome }) => outcome === 'finished')
    expect(good.map(({ number }) => number)).toEqual([record.attempt])
  }
  expect(await runs.left()).toEqual({ folders: [], processes: 0 })
})
