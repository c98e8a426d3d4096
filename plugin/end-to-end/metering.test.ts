/** What models are told to report stands in the records, token for token. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { expectBalance } from './balance.ts'
import { caseOf, type Told } from './fixtures/client.ts'
import { clientModule, meteredOptions } from './metered.ts'
import { makeProject } from './project.ts'
import { startUpstream } from './upstream.ts'

/** Other figures for every sample, call and kind. */
function told(model: string, number: number): Told {
  const repetition = Number(model.split('.')[1])
  const { wire, cached } = caseOf(repetition)
  const base = repetition * 1000 + number * 100
  return {
    input: base + 1,
    output: base + 13,
    cacheRead: cached ? base + 37 : 0,
    // Gemini has no count of what a cache was given.
    cacheWrite: cached && wire !== 'gemini-generate' ? base + 59 : 0,
  }
}

test('all wire formats, streaming and not, with and without a cache', async () => {
  await using upstream = await startUpstream(told)
  await using project = await makeProject({
    ...meteredOptions(upstream.url),
    repetitions: 16,
    concurrency: 4,
    conditions: [{ name: 'client', adapter: clientModule }],
  })
  const { exitCode, output } = await project.vitest(['run'])
  expect(output).toContain('16 of 16')
  expect(exitCode).toBe(0)
  const records = await project.records()
  const expected = Array.from({ length: 16 }, (_, index) => {
    const { model } = caseOf(index + 1)
    const [one, two] = [told(model, 1), told(model, 2)]
    const tokens = {
      input: one.input + two.input,
      output: one.output + two.output,
      cacheRead: one.cacheRead + two.cacheRead,
      cacheWrite: one.cacheWrite + two.cacheWrite,
    }
    const { input, output: out, cacheRead, cacheWrite } = tokens
    const dollars = (input * 1 + out * 4 + cacheRead * 0.1 + cacheWrite * 1.25) / 1e6
    return {
      repetition: index + 1,
      outcome: 'finished',
      usage: { model, calls: 2, tokens, cost: expect.closeTo(dollars, 12), unpriced: 0 },
      claim: null,
    }
  })
  expect(
    records.map(({ repetition, outcome, usage, attempts }) => {
      const { model, calls, tokens, cost, unpriced } = usage
      const claim = attempts[0]?.claim
      return { repetition, outcome, usage: { model, calls, tokens, cost, unpriced }, claim }
    }),
  ).toEqual(expected)
  for (const record of records) {
    expect(record).toMatchObject({
      usage: { claimedBy: 'meter', scripted: false },
      change: { fraction: 1 },
      regress: { fraction: 1 },
    })
    const [calls] = await expectBalance(path.join(project.folder, '.harnessbench'), record)
    const { wire, stream, model } = caseOf(record.repetition)
    for (const call of calls ?? [])
      expect(call).toMatchObject({ wire, stream, model: { asked: model, answered: model } })
  }
  expect(upstream.seen).toHaveLength(32)
})

test('a cassette is recorded once; what is replayed is labelled, and nobody is asked', async () => {
  await using upstream = await startUpstream(told)
  const { providers, ...options } = meteredOptions(upstream.url)
  const folder = await temporaryTree()
  const using = (mode: 'record' | 'replay') => ({
    ...options,
    experiment: mode,
    repetitions: 1,
    conditions: [
      {
        name: 'client',
        adapter: clientModule,
        options: { steps: [{ model: 'well.1' }] },
      },
    ],
    providers: {
      ...providers,
      openai: { ...providers.openai, cassette: { folder, mode } },
    },
  })
  await using recording = await makeProject(using('record'))
  expect((await recording.vitest(['run'])).exitCode).toBe(0)
  await using replaying = await makeProject(using('replay'))
  const { exitCode, output } = await replaying.vitest(['run'])
  expect(exitCode).toBe(0)
  expect(output).toMatch(/^client\s+fix .*replayed/m)
  expect(output).toMatch(/client\s+\(replayed\)|client finished in \S+, \$0\.0000, replayed/)
  const [recorded] = await recording.records('record')
  const [replayed] = await replaying.records('replay')
  expect(recorded?.usage).toMatchObject({ replayed: false, calls: 1 })
  expect(replayed?.usage).toEqual({ ...recorded?.usage, replayed: true })
  expect(upstream.seen).toHaveLength(1)
})
