/** Whatever becomes of model calls, a sample ends, is told apart, counted once, and harms no other. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { HarnessBenchOptions } from '../options.ts'
import type { SampleRecord } from '../record/schema.ts'
import { expectBalance } from './balance.ts'
import type { Step, Told } from './fixtures/client.ts'
import { clientModule, meteredOptions } from './metered.ts'
import { makeProject } from './project.ts'
import { startUpstream } from './upstream.ts'

const told = (model: string): Told => ({
  input: 100,
  output: model === 'meet.two' ? 27 : 20,
  cacheRead: 0,
  cacheWrite: 0,
})
const tokens = (calls: number) => ({
  input: calls * 100,
  output: calls * 20,
  cacheRead: 0,
  cacheWrite: 0,
})
const none = tokens(0)
const unknown = { input: null, output: null, cacheRead: null, cacheWrite: null }
const stream = true

interface Case {
  steps: Step[]
  outcome: SampleRecord['outcome']
  reason?: string
  usage: object
}

const one = { calls: 1 }
const unmeasured = 'unmeasured' as const

const cases: Record<string, Case> = {
  // First, since they wait for each other.
  meets: {
    steps: [{ model: 'meet.one' }],
    outcome: 'finished',
    usage: { ...one, model: 'meet.one', tokens: tokens(1) },
  },
  isMet: {
    steps: [{ model: 'meet.two' }],
    outcome: 'finished',
    usage: { ...one, model: 'meet.two', tokens: { ...tokens(1), output: 27 } },
  },
  unauthorized: {
    steps: [{ model: '401.unauthorized' }],
    outcome: unmeasured,
    reason:
      'no model call succeeded: 1 refused or broken off; the last: status 401: Incorrect API key provided: ',
    usage: { ...one, tokens: none, cost: 0, unpriced: 0 },
  },
  throttled: {
    steps: [{ model: '429.throttled' }, { model: '429.throttled' }],
    outcome: unmeasured,
    reason: 'no model call succeeded: 2 throttled (429); the last: status 429: slow down',
    usage: { calls: 2, tokens: none, cost: 0, unpriced: 0 },
  },
  broken: {
    steps: [{ model: '500.broken' }, 'throw'],
    outcome: unmeasured,
    reason:
      'no model call succeeded: 1 failed by the provider (5xx); the last: status 500: oops (crashed: the adapter threw Error: out of ideas)',
    usage: { ...one, tokens: none, cost: 0 },
  },
  reset: {
    steps: [{ model: 'reset.reset' }],
    outcome: unmeasured,
    reason: 'no model call succeeded: 1 refused or broken off; the last: the provider hung up',
    usage: { ...one, tokens: unknown, cost: null, unpriced: 1 },
  },
  cut: {
    steps: [{ model: 'cut.cut', wire: 'anthropic-messages', stream }],
    outcome: unmeasured,
    reason: 'no model call succeeded: 1 refused or broken off; the last: status 200: the provider',
    // What came before the cut is known.
    usage: { ...one, tokens: { ...tokens(1), output: null }, cost: null, unpriced: 1 },
  },
  malformed: {
    steps: [{ model: 'malformed.malformed' }],
    outcome: unmeasured,
    reason: 'no model call succeeded: 1 refused or broken off; the last: status 200: the answer is',
    usage: { ...one, tokens: unknown, cost: null, unpriced: 1 },
  },
  silent: {
    steps: [],
    outcome: unmeasured,
    reason: 'the harness made no model call through the gateway',
    usage: { calls: 0, tokens: none, cost: null, unpriced: 0 },
  },
  throws: {
    steps: ['throw'],
    outcome: unmeasured,
    reason:
      'the harness made no model call through the gateway (crashed: the adapter threw Error: out of ideas)',
    usage: { calls: 0 },
  },
  recovers: {
    steps: [{ model: '429-500-well.r' }, { model: '429-500-well.r' }, { model: '429-500-well.r' }],
    outcome: 'finished',
    usage: { calls: 3, tokens: tokens(1), cost: 180e-6, unpriced: 0 },
  },
  givesUp: {
    steps: [{ model: 'well-500.g' }, { model: 'well-500.g' }],
    outcome: 'crashed',
    reason: 'it ended as if it had finished, but its last model call had failed: status 500: oops',
    usage: { calls: 2, cost: 180e-6 },
  },
  wellThenCut: {
    steps: [
      { model: 'well-cut.c', wire: 'gemini-generate', stream },
      { model: 'well-cut.c', wire: 'gemini-generate', stream },
    ],
    outcome: 'crashed',
    reason:
      'it ended as if it had finished, but its last model call had failed: status 200: the provider',
    usage: { calls: 2, cost: expect.any(Number) },
  },
  hangsUp: {
    steps: [{ model: 'well-hang.h' }, { model: 'well-hang.h', stream, midway: 'hang up' }],
    outcome: 'finished',
    usage: { calls: 2, tokens: unknown, cost: 180e-6, unpriced: 1 },
  },
  dies: {
    steps: [{ model: 'well-hang.d' }, { model: 'well-hang.d', stream, midway: 'die' }],
    outcome: 'crashed',
    reason: 'the adapter’s process was ended by SIGKILL before `run` had ended',
    usage: { calls: 2, tokens: unknown, cost: 180e-6, unpriced: 1 },
  },
  forged: {
    steps: [{ model: 'well.forged' }, { model: 'well.forged', forged: true }],
    outcome: 'finished',
    usage: { ...one, tokens: tokens(1) },
  },
}

/** Any program, which is told by arguments and variables where its model is. */
const program = `
const [url, key] = process.argv.slice(1)
const messages = [{ role: 'user', content: 'hi' }]
const answer = await fetch(url + '/v1/messages', {
  method: 'POST',
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify({ model: process.env.MODEL, messages }),
})
console.log(answer.status, process.env.BASE === url, key)
`
const commands: NonNullable<HarnessBenchOptions['conditions']> = [
  {
    name: 'command',
    adapter: 'command',
    model: 'well.command',
    options: {
      argv: ['node', '-e', program, '{url:anthropic}', '{key}'],
      env: { BASE: '{url:anthropic}', MODEL: '{model}' },
    },
  },
]

test('faults of calls, as outcomes', async () => {
  await using upstream = await startUpstream(told)
  await using project = await makeProject({
    ...meteredOptions(upstream.url),
    repetitions: 1,
    concurrency: 6,
    retries: 1,
    conditions: [
      ...Object.entries(cases).map(([name, { steps }]) => ({
        name,
        adapter: clientModule,
        options: { steps: steps as never },
      })),
      ...commands,
    ],
  })
  const run = await project.vitest(['run'])
  const records = await project.records()
  const store = path.join(project.folder, '.harnessbench')
  const of = (name: string) => records.find(({ condition }) => condition === name) as SampleRecord
  const output = (name: string) =>
    readFile(path.join(store, `samples/tiny/tiny/${name}/fix/1/attempts/1/output.txt`), 'utf8')

  for (const [name, { outcome, reason = null, usage }] of Object.entries(cases)) {
    const record = of(name)
    expect.soft(record, name).toMatchObject({
      outcome,
      reason: reason === null ? null : expect.stringContaining(reason),
      usage: { claimedBy: 'meter', ...usage },
    })
    const isGraded = outcome !== 'unmeasured'
    expect.soft(record.attempts.length, name).toBe(isGraded ? 1 : 2)
    expect.soft(record, name).toMatchObject({
      change: { graded: isGraded ? 1 : 0, fraction: isGraded ? 1 : null },
      regress: { graded: isGraded ? 2 : 0, fraction: isGraded ? 1 : null },
    })
    if (!isGraded) expect.soft(run.output).toContain(`unmeasured: tiny/tiny/${name}/fix/1: `)
  }

  // Every call that arrived stands in the books of its own sample once, and no other does.
  for (const record of records) {
    const calls = (await expectBalance(store, record)).flat()
    const models = new Set(
      (cases[record.condition]?.steps ?? []).flatMap((step) =>
        typeof step === 'object' ? step.model : [],
      ),
    )
    const passed = calls.filter(({ ended }) => ended !== 'refused')
    if (models.size > 0)
      expect
        .soft(passed)
        .toHaveLength(upstream.seen.filter(({ model }) => models.has(model)).length)
    if (models.size > 0) for (const call of passed) expect.soft(models).toContain(call.model.asked)
  }

  expect.soft(await output('throttled')).toMatch(/^429 .*slow down.*\n429 /)
  expect.soft(await output('forged')).toMatch(/^200\n404 .*no such sample/)
  expect.soft(await output('hangsUp')).toBe('200\n200 and hung up\n')

  expect.soft(of('command')).toMatchObject({
    outcome: 'finished',
    usage: { model: 'well.command', calls: 1, tokens: tokens(1) },
  })
  expect.soft(await output('command')).toBe('200 true harnessbench\n')
  expect.soft(run.exitCode).toBe(1)
})
