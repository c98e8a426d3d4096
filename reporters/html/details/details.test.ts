import path from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../../../plugin/command/fixtures/metered-store.ts'
import { temporaryTree } from '../../../plugin/tree/fixtures/temporary-tree.ts'
import { record } from '../../fixtures/records.ts'
import type { TraceRow } from '../page-data.ts'
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

/** Entries a second apart, the first of them three seconds after the attempt began. */
const told = (...entries: object[]) =>
  entries
    .map((entry, index) => `{"at":"2026-08-07T10:00:0${3 + index}.500Z","turn":1,${body(entry)}\n`)
    .join('')
const body = (entry: object) => JSON.stringify(entry).slice(1)

test('a trace is shown with times within the attempt, and what is no entry of it is counted', async () => {
  const file = `${attempt}/trace.jsonl`
  const call = { kind: 'toolCall', id: '1', name: 'run', arguments: { a: '1\n2' }, denied: false }
  const text = told(
    { kind: 'turn', text: 'Mend it.\u2028\n\tNow.\u202e' },
    { ...call, result: ['x'], isError: true, durationMs: 12 },
    { ...call, isError: false, durationMs: null },
    { kind: 'permission', asked: 'rm\u001b[31m', answer: 'refused', by: 'policy' },
    { kind: 'stop', reason: 'done', at: '2026-08-07T09:59:58.000Z' },
  )
  const kept = await detailsIn(await temporaryTree({ [file]: `${text}{"kind":"mess` }))(own, 64_000)
  expect(kept.trace).toMatchObject({ counts: { turn: 1, toolCall: 2, stop: 1 }, broken: 1 })
  const row = ({ kind, at, head, about, how, texts }: TraceRow) =>
    [kind, at, head, ...about, how, ...texts.map((one) => JSON.stringify(one))].join(' | ')
  expect(`\n${kept.trace?.rows.map(row).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    turn | 3.5s | turn 1 |  | "Mend it.\\\\u2028\\n\\tNow.\\\\u202e"
    wrong | 4.5s | tool | run | {"a":"1\\n2"} | failed, 12 ms | "[\\"x\\"]"
    toolCall | 5.5s | tool | run | {"a":"1\\n2"} | no end told
    wrong | 6.5s | permission refused by the policy | rm\\u001b[31m | 
    stop | −2.0s | stop | done | 
    "
  `)
})

test('a trace that is longer than its room keeps its beginning and its end, and says the rest', async () => {
  const entries = Array.from({ length: 200 }, (_, index) => ({
    kind: 'message',
    text: `${index}${'😀'.repeat(300)}`,
  }))
  const store = await temporaryTree({
    [`${attempt}/trace.jsonl`]: entries.map((entry) => told(entry)).join(''),
  })
  const { trace } = await detailsIn(store)(own, 8000)
  const rows = trace?.rows ?? []
  expect(JSON.stringify(rows).length).toBeLessThan(4100)
  expect(trace).toMatchObject({ counts: { message: 200 }, room: { text: 250, trace: 4000 } })
  expect(rows.map(({ head }) => head).filter((head) => head !== 'message')).toEqual([
    `${200 - (rows.length - 1)} entries are not on this page`,
  ])
  const texts = rows.flatMap((row) => row.texts)
  // 250 characters would cut a face in two.
  expect(texts[0]).toBe(`0${'😀'.repeat(124)} … [352 more characters]`)
  expect(texts.at(-1)).toBe(`199${'😀'.repeat(123)} … [354 more characters]`)
})

test('a call or an entry that holds a line separator is one line', async () => {
  const tools = [{ id: null, name: 'write', arguments: 'a\u2028b' }]
  const store = await temporaryTree({
    [`${attempt}/calls.jsonl`]: `${line({ number: 1, toolCalls: tools })}\n`,
  })
  const { calls } = await detailsIn(store)(own, 1000)
  expect(calls?.map((one) => one.tools)).toEqual([['write a b']])
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
