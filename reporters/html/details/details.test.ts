import path from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../../plugin/command/fixtures/metered-store.ts'
import { temporaryTree } from '../../../plugin/tree/fixtures/temporary-tree.ts'
import { record } from '../../fixtures/records.ts'
import { detailsIn, nothingKept } from './details.ts'

const own = record({ condition: 'bare', task: 'T1' })
const attempt = 'samples/published/shopkit/bare/T1/1/attempts/1'
const line = (wanted: Parameters<typeof call>[0]) => JSON.stringify(call(wanted))

test('diff, end of the output and calls of the attempt that counts', async () => {
  const store = await temporaryTree({
    [`${attempt}/changes.diff`]: '+a\n+b\n',
    [`${attempt}/output.txt`]: 'one\ntwo\n',
    [`${attempt}/calls.jsonl`]: `${line({ number: 2 })}\n${line({
      number: 1,
      tokens: { input: 5, output: 6, cacheRead: 7, cacheWrite: null },
      toolCalls: [{ id: null, name: 'read', arguments: '{"path":\n"a"}' }],
    })}\n{"number":3, torn`,
  })
  const kept = await detailsIn(store)(own, 1000)
  expect(kept.diff).toBe('+a\n+b\n')
  expect(kept.output).toBe('one\ntwo\n')
  expect(kept.calls?.map(({ number, tokens, tools }) => ({ number, tokens, tools }))).toEqual([
    // A kind that is unknown leaves the sum unknown.
    { number: 1, tokens: [null, 6], tools: ['read {"path": "a"}'] },
    { number: 2, tokens: [1_000_000, 100_000], tools: [] },
  ])
})

test('what is longer than its room is cut, and that is said', async () => {
  const store = await temporaryTree({
    [`${attempt}/changes.diff`]: 'd'.repeat(1000),
    [`${attempt}/output.txt`]: `${'x'.repeat(500)}end`,
    [`${attempt}/calls.jsonl`]: Array.from(
      { length: 205 },
      (_, index) => `${line({ number: index + 1 })}\n`,
    ).join(''),
  })
  const { diff, output, calls, moreCalls } = await detailsIn(store)(own, 100)
  expect(diff).toBe(`${'d'.repeat(100)}\n[900 more characters: see changes.diff in the store]\n`)
  expect(output).toBe(`[478 characters before: see output.txt in the store]\n${'x'.repeat(22)}end`)
  expect([calls?.length, moreCalls]).toEqual([200, 5])
})

test('what is not there is not known', async () => {
  expect(await detailsIn(await temporaryTree())(own, 100)).toEqual(nothingKept)
})

test('a record from elsewhere cannot name a file outside the store', async () => {
  const outside = await temporaryTree({ 'a/b/1/attempts/1/changes.diff': 'secret' })
  const store = path.join(outside, 'a/b/c/d/store')
  const record = { ...own, experiment: '..', suite: '..', condition: '..', task: '..' }
  expect(await detailsIn(store)(record, 100)).toEqual(nothingKept)
})
