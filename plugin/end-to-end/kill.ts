/**
 * Kills runs of the repository's own bench project at random moments, and looks whether one clean run
 * over the same store then has every sample once and the published figures. Takes some minutes.
 *
 *     npm run check:kill [-- <kills>]
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readJsonl } from '../../reporters/jsonl.ts'
import { samplePath } from '../plan/plan.ts'
import type { SampleRecord } from '../record/schema.ts'
import { makeRuns } from './started.ts'
import { tornFiles } from './torn.ts'

/** Samples of the bench project: its conditions, with five tasks and three repetitions each. */
const samples = 3 * 5 * 3

/** Mean of change, by condition and task. */
const published = {
  bare: { T1: '1.000', T2: '1.000', T3: '1.000', T4: '0.972', T5: '0.833' },
  'brain-plan': { T1: '1.000', T2: '1.000', T3: '0.833', T4: '0.944', T5: '0.861' },
}

/** Kills that the controls have to bear. */
const CONTROLS = 4

const kills = Number(process.argv[2] ?? 20)
const words = ['run', '--project', 'bench']
const base = await realpath(await mkdtemp(path.join(tmpdir(), 'kill-')))
const store = path.join(base, 'store')
const repository = path.join(import.meta.dirname, '../..')
await using runs = await makeRuns(repository, { BENCH_STORE: store })
try {
  const whole = await longest()
  for (let kill = 1; kill <= kills; kill++) {
    // The first ones hit the controls; were each to run them anew, few would come to the samples.
    if (kill === CONTROLS + 1)
      await cp(path.join(base, 'first/controls'), path.join(store, 'controls'), { recursive: true })
    const what = kill % 2 ? 'main process' : 'process group'
    const moment = 500 + Math.random() * Math.min(whole / 2, 20_000)
    const run = runs.start(words)
    await Promise.race([delay(moment), run.ended])
    await run.kill(what)
    assert.deepEqual(await tornFiles(store), [])
    console.log(`${kill} of ${kills}: ${what} killed after ${(moment / 1000).toFixed(1)} s`)
  }
  const last = runs.start(words)
  const { exitCode, output } = await last.ended
  assert.equal(exitCode, 0, output)
  const records = await readJsonl(path.join(store, 'shopkit.jsonl'))
  checkSamples(records)
  checkFigures(records)
  assert.deepEqual(await runs.left(), { folders: [], processes: 0 })
  const superseded = records.reduce((sum, { attempts }) => sum + attempts.length - 1, 0)
  console.log(
    `every sample once, ${superseded} attempts superseded, figures as published, nothing left`,
  )
} finally {
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
}

/** Milliseconds of a run that nobody disturbs, in a store of its own. */
async function longest(): Promise<number> {
  await using undisturbed = await makeRuns(repository, { BENCH_STORE: path.join(base, 'first') })
  const begun = performance.now()
  const { exitCode, output } = await undisturbed.start(words).ended
  assert.equal(exitCode, 0, output)
  checkFigures(await readJsonl(path.join(base, 'first', 'shopkit.jsonl')))
  return performance.now() - begun
}

function checkSamples(records: SampleRecord[]): void {
  assert.equal(records.length, samples)
  assert.equal(new Set(records.map(samplePath)).size, samples)
  for (const record of records) {
    const measured = record.attempts.filter(({ outcome }) => outcome !== 'unmeasured')
    assert.deepEqual(
      measured.map(({ number }) => number),
      [record.attempt],
      `${samplePath(record)} was measured ${measured.length} times`,
    )
  }
}

function checkFigures(records: SampleRecord[]): void {
  const of = (condition: string) => records.filter((record) => record.condition === condition)
  const figures = Object.fromEntries(
    Object.entries(published).map(([condition, tasks]) => [
      condition,
      Object.fromEntries(
        Object.keys(tasks).map((task) => {
          const own = of(condition).filter((record) => record.task === task)
          return [task, mean(own.map(({ change }) => change.fraction)).toFixed(3)]
        }),
      ),
    ]),
  )
  assert.deepEqual(figures, published)
  const regress = Object.keys(published)
    .flatMap(of)
    .map(({ regress }) => regress.fraction)
  assert.deepEqual([...new Set(regress)], [1])
  const littered = (condition: string) => of(condition).filter(({ litter }) => litter.length > 0)
  assert.deepEqual([littered('bare').length, littered('brain-plan').length], [5, 10])
  const cost = of('bare').reduce((sum, { usage }) => sum + (usage.cost ?? Number.NaN), 0)
  assert.equal(cost.toFixed(4), '0.0906')
}

function mean(values: (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) / values.length
}
