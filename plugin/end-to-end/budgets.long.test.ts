/** Budgets of a sample and of the experiment, and what of an experiment stays in the books. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HarnessBenchOptions } from '../options.ts'
import type { SampleRecord } from '../record/schema.ts'
import { expectBalance } from './balance.ts'
import type { Step, Told } from './fixtures/client.ts'
import { clientModule, meteredOptions } from './metered.ts'
import { makeProject, type Project } from './project.ts'
import { makeRuns } from './started.ts'
import { startUpstream } from './upstream.ts'

const told = (model: string): Told => {
  if (model.endsWith('.tokens')) return { input: 400, output: 0, cacheRead: 50, cacheWrite: 50 }
  if (model.endsWith('.dollars')) return { input: 10, output: 290, cacheRead: 0, cacheWrite: 0 }
  return { input: 10, output: 20, cacheRead: 0, cacheWrite: 0 }
}

const configOf = (options: HarnessBenchOptions) => ({
  'options.json': JSON.stringify(options),
})

/** Reads its options from a file, so that they can be changed between runs. */
const source = {
  source: `JSON.parse(process.getBuiltinModule('node:fs').readFileSync('options.json', 'utf8'))`,
}

const client = (name: string, steps: Step[]) => ({
  name,
  adapter: clientModule,
  options: { steps: steps as never },
})

const storeOf = (project: Project) => path.join(project.folder, '.harnessbench')

test('each budget of a sample trips once, at the first call past it', async () => {
  await using upstream = await startUpstream(told)
  const four = (model: string): Step[] => Array(4).fill({ model, wire: 'anthropic-messages' })
  await using project = await makeProject({
    ...meteredOptions(upstream.url),
    repetitions: 1,
    concurrency: 6,
    retries: 0,
    budgets: { calls: 3, tokens: 1000, dollars: 0.002, seconds: 5 },
    conditions: [
      client('calls', four('well.calls')),
      client('tokens', four('well.tokens')),
      client('dollars', four('well.dollars')),
      // Under way at the deadline; between calls; and without any answer at all.
      client('waits', [{ model: 'well-never.waits' }, { model: 'well-never.waits' }]),
      client('late', [{ model: 'well.late' }, 'until the deadline', { model: 'well.late' }]),
      client('never', [{ model: 'never.never' }]),
    ],
  })
  const run = await project.vitest(['run'])
  const records = await project.records()
  const of = (name: string) => records.find(({ condition }) => condition === name) as SampleRecord
  const books = new Map<string, string[]>()
  for (const record of records) {
    const [calls = []] = await expectBalance(storeOf(project), record)
    books.set(
      record.condition,
      calls.map(({ ended, overBudget }) => `${ended}${overBudget ? `: ${overBudget}` : ''}`),
    )
  }
  const solved = { change: { fraction: 1 }, regress: { fraction: 1 } }
  for (const [name, passed, reason] of [
    ['calls', 3, 'the sample’s budget of 3 calls is used up'],
    ['tokens', 2, 'the sample’s budget of 1000 tokens is used up'],
    ['dollars', 2, 'the sample’s budget of $0.002 is used up ($0.00234 spent)'],
  ] as const) {
    expect
      .soft(of(name), name)
      .toMatchObject({ outcome: 'overBudget', reason, usage: { calls: passed }, ...solved })
    expect.soft(books.get(name)).toEqual([...Array(passed).fill('complete'), `refused: ${reason}`])
    expect.soft(upstream.seen.filter(({ model }) => model === `well.${name}`)).toHaveLength(passed)
    const output = await readFile(
      path.join(storeOf(project), `samples/tiny/tiny/${name}/fix/1/attempts/1/output.txt`),
      'utf8',
    )
    // In the provider's own kind of error, to every call that follows.
    const refusal = `400 ${JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: reason } })}\n`
    expect.soft(output).toBe('200\n'.repeat(passed) + refusal.repeat(4 - passed))
  }
  // One cause, one outcome: whether a call was under way at the deadline makes no difference.
  const outOfTime = { outcome: 'timedOut', reason: 'the budget of 5 s was used up', ...solved }
  expect.soft(of('waits')).toMatchObject({ ...outOfTime, usage: { calls: 2, unpriced: 1 } })
  expect.soft(of('late')).toMatchObject({ ...outOfTime, usage: { calls: 1, cost: 90e-6 } })
  const late = 'the sample’s budget of 5 seconds is used up'
  expect.soft(books.get('waits')).toEqual(['complete', `cut: ${late}`])
  expect.soft(books.get('late')).toEqual(['complete', `refused: ${late}`])
  expect.soft(of('never')).toMatchObject({
    outcome: 'unmeasured',
    reason: expect.stringContaining(
      `no model call succeeded: 1 refused or broken off; the last: ${late}`,
    ),
    usage: { calls: 1, cost: null },
    regress: { graded: 0, fraction: null },
  })
  expect.soft(run.exitCode).toBe(1)
})

test('an experiment stops at its total, goes on when that is raised, and pays for nothing twice', async () => {
  await using upstream = await startUpstream(told)
  const options = {
    ...meteredOptions(upstream.url),
    repetitions: 4,
    seed: '27', // by it they are run one after the other, from the first to the last
    concurrency: 1,
    retries: 1,
    budgets: { total: { calls: 5 } },
    conditions: [client('client', [{ model: 'well.total' }, { model: 'well.total' }])],
  }
  await using project = await makeProject(source, configOf(options))
  const outcomes = async () =>
    (await project.records()).map(({ repetition, outcome, attempts, usage }) => [
      repetition,
      outcome,
      attempts.length,
      usage.calls,
    ])

  // The third sample is cut, by what others spent: that is no verdict. The fourth is not begun.
  const first = await project.vitest(['run'])
  const usedUp = 'the experiment’s budget of 5 calls is used up'
  expect(await outcomes()).toEqual([
    [1, 'finished', 1, 2],
    [2, 'finished', 1, 2],
    [3, 'unmeasured', 1, 1],
  ])
  expect(first.output).toContain(`nothing more is started: ${usedUp}; raise it to go on from here`)
  expect(first.output).toContain(`unmeasured: tiny/tiny/client/fix/3: ${usedUp}`)
  expect(first.output).toContain('unmeasured: tiny/tiny/client/fix/4: nothing more is started')
  expect(first.exitCode).toBe(1)
  expect(upstream.seen).toHaveLength(5)

  // Nothing of this is part of what a run is.
  const raised = {
    ...options,
    keepBodies: true,
    prices: options.prices.map((row) => ({ ...row, input: 2 })),
    budgets: { total: { calls: 9 } },
  }
  await project.write(configOf(raised))
  const second = await project.vitest(['run'])
  expect(second.exitCode).toBe(0)
  expect(await outcomes()).toEqual([
    [1, 'finished', 1, 2],
    [2, 'finished', 1, 2],
    [3, 'finished', 2, 2],
    [4, 'finished', 1, 2],
  ])
  expect(upstream.seen).toHaveLength(9)
  const records = await project.records()
  expect(records.map(({ usage }) => usage.cost)).toEqual(
    [180, 180, 200, 200].map((millionths) => expect.closeTo(millionths / 1e6, 12)),
  )
  for (const record of records) await expectBalance(storeOf(project), record)
  const attempt = path.join(storeOf(project), 'samples/tiny/tiny/client/fix/4/attempts/1')
  expect(await readFile(path.join(attempt, 'bodies/2.request'), 'utf8')).toContain('Mend the sum.')
  expect(await readFile(path.join(attempt, 'bodies/2.answer'), 'utf8')).toContain('"Done."')

  // This is, so that all are due again; and the total is used up by what was.
  await project.write(configOf({ ...raised, budgets: { ...raised.budgets, calls: 7 } }))
  const third = await project.vitest(['run'])
  expect(third.output).toContain('the experiment’s budget of 9 calls is used up')
  expect(third.exitCode).toBe(1)
  expect(upstream.seen).toHaveLength(9)
})

test('what a killed run paid for stays in the books, and counts', async () => {
  await using upstream = await startUpstream(told)
  const calls: Step[] = [{ model: 'well.killed' }, { model: 'well.killed' }]
  const options = (more: Step[], total: number) => ({
    ...meteredOptions(upstream.url),
    repetitions: 1,
    retries: 0,
    budgets: { total: { calls: total } },
    conditions: [client('client', [...calls, ...more])],
  })
  await using project = await makeProject(source, configOf(options(['forever'], 100)))
  await using runs = await makeRuns(project.folder)
  const run = runs.start(['run'])
  await expect.poll(() => upstream.seen.length, { timeout: 60_000 }).toBe(2)
  await delay(200)
  await run.kill('main process')

  // Two of three are spent, which leaves one.
  await project.write(configOf(options([], 3)))
  const cut = await project.vitest(['run'])
  expect(cut.output).toContain('the experiment’s budget of 3 calls is used up')
  expect(upstream.seen).toHaveLength(3)
  await project.write(configOf(options([], 5)))
  const last = await project.vitest(['run'])
  expect(last.exitCode).toBe(0)
  expect(upstream.seen).toHaveLength(5)

  const [record] = (await project.records()) as [SampleRecord]
  await expectBalance(storeOf(project), record)
  const usage = (calls: number) => ({
    calls,
    tokens: { input: calls * 10, output: calls * 20, cacheRead: 0, cacheWrite: 0 },
    cost: expect.closeTo(calls * 90e-6, 12),
    claimedBy: 'meter',
  })
  expect(record).toMatchObject({ outcome: 'finished', attempt: 3, usage: usage(2) })
  expect(record.attempts).toMatchObject([
    {
      outcome: 'unmeasured',
      reason: 'the run was killed while the harness worked',
      usage: usage(2),
    },
    { outcome: 'unmeasured', usage: usage(1) },
    { outcome: 'finished', usage: usage(2) },
  ])
})
