/** Each kind of budget stops a sample, and an experiment, at the first call past it, once. */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hostile } from './fixtures/hostile.ts'
import { ask, costOfOne, gatewayTo, metered, temporaryFolder } from './fixtures/metered.ts'
import { nothingSpent, UsedUp } from './gateway.ts'

const wellThenOver = [200, 200, 'over', 'over']
const said = ({ status, body }: Awaited<ReturnType<typeof ask>>) =>
  status === 200 ? 200 : body.toString().includes('budget') ? 'over' : body.toString()

test.for([
  ['calls', { calls: 2 }, 'the sample’s budget of 2 calls is used up'],
  ['tokens', { tokens: 16 }, 'the sample’s budget of 16 tokens is used up (30 spent)'],
  ['dollars', { dollars: 0.03 }, 'the sample’s budget of $0.03 is used up ($0.04 spent)'],
] as const)('%s', async ([of, budget, reason]) => {
  const { call, meter, upstream, books } = await metered({ budget })
  let trips = 0
  meter.overBudget.addEventListener('abort', () => trips++)
  const answers = []
  for (let made = 0; made < 4; made++) answers.push(said(await call(made % 2 ? 'gzip' : 'streams')))
  expect(answers).toEqual(wellThenOver)
  expect(trips).toBe(1)
  expect(meter.overBudget.reason).toEqual(new UsedUp('sample', of, reason))
  expect(upstream.seen).toHaveLength(2)
  expect(await meter.close()).toMatchObject({
    calls: 2,
    ok: 2,
    overBudget: reason,
    cost: 2 * costOfOne,
  })
  const refused = (await books()).filter(({ ended }) => ended === 'refused')
  expect(refused).toMatchObject([{ overBudget: reason, cost: 0 }])
})

test('seconds: what is under way is cut, what comes later refused', async () => {
  const { call, meter, upstream, books } = await metered({ budget: { seconds: 0.3 } })
  const [waiting, streaming] = [call('never'), call('endless')]
  await expect(streaming).rejects.toThrow()
  expect(said(await waiting)).toBe('over')
  expect(said(await call('well'))).toBe('over')
  await expect.poll(() => upstream.abandoned).toBe(2)
  const reason = 'the sample’s budget of 0.3 seconds is used up'
  expect(meter.overBudget.reason).toEqual(new UsedUp('sample', 'seconds', reason))
  expect(await meter.close()).toMatchObject({ calls: 2, ok: 0, overBudget: reason })
  expect((await books()).map(({ ended, overBudget }) => [ended, overBudget])).toEqual([
    ['cut', reason],
    ['cut', reason],
  ])
})

test('seconds that pass between two calls stop the next one', async () => {
  const { call, meter } = await metered({ budget: { seconds: 0.2 } })
  expect(said(await call('well'))).toBe(200)
  await delay(250)
  expect(meter.overBudget.aborted).toBe(false)
  expect(said(await call('well'))).toBe('over')
  expect(meter.overBudget.aborted).toBe(true)
})

test('calls at once cannot overshoot the budget of calls', async () => {
  const { call, upstream, meter } = await metered({ budget: { calls: 3 } })
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('streams').then(said)))
  expect(answers.filter((status) => status === 200)).toHaveLength(3)
  expect(upstream.seen).toHaveLength(3)
  expect(await meter.close()).toMatchObject({ calls: 3, ok: 3 })
})

test('calls under way when a budget trips may finish', async () => {
  const { call, meter } = await metered({ budget: { calls: 1 } })
  const first = call('streams')
  await delay(20)
  expect(said(await call('well'))).toBe('over')
  expect(said(await first)).toBe(200)
  expect(await meter.close()).toMatchObject({ calls: 1, ok: 1 })
})

test('listings cost nothing and count for nothing', async () => {
  const { call } = await metered({ budget: { calls: 1 } })
  for (let made = 0; made < 3; made++)
    expect((await call('listing', { method: 'GET', path: '/v1/models' })).status).toBe(200)
  expect(said(await call('well'))).toBe(200)
})

test('what nobody can count uses up a budget that counts it; what was broken off does not', async () => {
  const tokens = await metered({ budget: { tokens: 1000 } })
  await expect(tokens.call('cuts')).rejects.toThrow()
  expect(said(await tokens.call('silent'))).toBe(200)
  expect(said(await tokens.call('well'))).toBe('over')
  expect(String(tokens.meter.overBudget.reason)).toContain('without saying how many it used')

  const dollars = await metered({ budget: { dollars: 5 } })
  expect(said(await dollars.call('silent'))).toBe(200)
  expect(said(await dollars.call('well'))).toBe('over')
  expect(String(dollars.meter.overBudget.reason)).toContain('the cost of an answer is unknown')
  expect(await dollars.meter.close()).toMatchObject({ calls: 1, unpriced: 1, cost: null })
})

test('the experiment: samples are stopped together, and earlier runs count', async () => {
  const upstream = await hostile()
  const folder = temporaryFolder()
  const spent = { ...nothingSpent, calls: 7, tokens: 100, dollars: 1, seconds: 60 }
  const gateway = await gatewayTo(upstream, { total: { calls: 10 }, spent })
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) => gateway.open({ file: path.join(folder, name, 'calls.jsonl') })),
  )
  expect(gateway.exhausted()).toBeNull()
  for (const meter of [one, other, one])
    expect((await ask(meter?.url('openai') ?? '', 'well')).status).toBe(200)
  const reason = 'the experiment’s budget of 10 calls is used up'
  expect(gateway.exhausted()).toBe(reason)
  expect(one?.overBudget.aborted).toBe(false)
  for (const meter of [one, other]) {
    expect(said(await ask(meter?.url('openai') ?? '', 'well'))).toBe('over')
    expect(meter?.overBudget.reason).toEqual(new UsedUp('experiment', 'calls', reason))
    expect(await meter?.close()).toMatchObject({ overBudget: reason })
  }
  expect(gateway.spending()).toMatchObject({ calls: 10, tokens: 145, dollars: 1 + 3 * costOfOne })
  expect(gateway.spending().seconds).toBeGreaterThan(60)
})

test.for([
  [{ tokens: 15 }, { tokens: 15 }],
  [{ dollars: 2 }, { dollars: 2.5 }],
  [{ seconds: 60 }, { seconds: 60 }],
] as const)('an experiment whose %o is spent starts no sample', async ([total, before]) => {
  const gateway = await gatewayTo(await hostile(), { total, spent: { ...nothingSpent, ...before } })
  expect(gateway.exhausted()).toContain('the experiment’s budget of')
})
