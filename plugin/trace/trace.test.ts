import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inChild } from '../run/child.ts'
import { openOutput } from '../run/output.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { readTrace, recordIn } from './read.ts'
import { openTrace, TRACE } from './write.ts'

/** Lets an adapter with this body of `run` work once, as a run does. */
async function traced(body: string, signal?: AbortSignal) {
  const folder = await temporaryTree({
    'adapter.mjs': `export async function run(build, brief, { trace, log }) { ${body} }`,
    'package.json': '{}',
  })
  const file = path.join(folder, TRACE)
  const trace = openTrace(file)
  const output = openOutput(path.join(folder, 'output.txt'))
  const env = { PATH: process.env.PATH ?? '' }
  const job = {
    do: 'run' as const,
    module: `file://${path.join(folder, 'adapter.mjs')}`,
    build: folder,
    marker: folder,
    brief: 'Mend it.',
    budget: 60_000,
    context: {
      options: {},
      model: null,
      env,
      home: folder,
      sample: { suite: 's', task: 't', repetition: 1, condition: 'c' },
      suite: { folder, seed: folder, reference: folder },
    },
  }
  const result = await inChild(job, {
    env,
    marker: folder,
    onOutput(chunk, stream) {
      output.write(chunk)
      trace.heard(chunk, stream)
    },
    onTrace: trace.write,
    ...(signal ? { signal } : {}),
  }).catch((error: Error) => error)
  trace.close()
  return { folder, result, trace: await readTrace(folder), output: output.close() }
}

test('entries arrive in order, all of them before the result, with their time and turn', async () => {
  const { trace, result } = await traced(`
    trace({ kind: 'turn', text: brief })
    for (let i = 0; i < 5000; i++) trace({ kind: 'message', text: String(i), turn: 2 })
    trace({ kind: 'stop', reason: 'done', at: '2026-11-30T10:00:00.000Z' })`)
  expect(result).toMatchObject({ failure: null })
  const { entries, broken } = trace ?? { entries: [] }
  expect(broken).toBe(0)
  expect(entries).toHaveLength(5002)
  expect(entries[0]).toEqual({
    kind: 'turn',
    text: 'Mend it.',
    turn: 1,
    at: expect.stringMatching(/^20\d\d-.*Z$/),
  })
  expect(entries[4000]).toMatchObject({ text: '3999', turn: 2 })
  expect(entries.at(-1)).toMatchObject({ at: '2026-11-30T10:00:00.000Z' })
})

test('what is no entry, or too much, is left out and said; long texts are cut and say so', async () => {
  const { trace, result } = await traced(`
    const ring = {}; ring.ring = ring
    trace(ring); trace({ kind: 'message', text: 1n }); trace(undefined)
    trace({ kind: 'massage', text: 'x' }); trace({ kind: 'message' })
    trace({ kind: 'toolCall', id: '1', name: 'write', isError: false, denied: false, durationMs: null,
      arguments: { content: 'y'.repeat(400_000) }, result: 'z'.repeat(900_000) })
    trace({ kind: 'toolCall', id: '2', name: 'write', isError: false, denied: false, durationMs: null,
      arguments: { content: 'y'.repeat(400_000) } })
    for (let i = 0; i < 40; i++) trace({ kind: 'message', text: 'w'.repeat(500_000) })`)
  expect(result).toMatchObject({ failure: null })
  const entries = trace?.entries ?? []
  const [cut, whole] = entries
  expect(cut).toMatchObject({
    arguments: { content: `${'y'.repeat(10_000)} … [390000 characters cut]` },
    result: expect.stringMatching(/z … \[890000 characters cut\]$/),
  })
  expect(whole).toMatchObject({ arguments: { content: 'y'.repeat(400_000) } })
  expect(entries.filter(({ kind }) => kind === 'message')).toHaveLength(31)
  expect(entries.filter(({ kind }) => kind === 'omitted')).toMatchObject([
    { why: expect.stringMatching(/^no JSON: Converting circular/), entries: 1 },
    { why: expect.stringMatching(/^no JSON: .*BigInt/), entries: 1 },
    { why: expect.stringMatching(/^no entry of a trace: `kind`/), entries: 2 },
    { why: expect.stringMatching(/^no entry of a trace: `text`/), entries: 1 },
    { why: 'a trace holds at most 100000 entries and 16000000 characters', entries: 9 },
  ])
})

test('a run that is killed leaves what it had told; one that tells nothing leaves no file', async () => {
  const { trace, result } = await traced(
    `trace({ kind: 'message', text: 'Hm.' }); setInterval(() => {}, 1000); await new Promise(() => {})`,
    AbortSignal.timeout(1200),
  )
  expect(result).toMatchObject({ name: 'TimeoutError' })
  expect(trace?.entries).toMatchObject([{ text: 'Hm.' }])
  expect((await traced('')).trace).toBeNull()
})

test('an entry’s raw record is found in what is kept of the output', async () => {
  const { folder, trace, output } = await traced(`
    const say = (text) => trace({ kind: 'message', text, raw: { byte: log(text + '\\n'), bytes: text.length } })
    say('first'); say('second')
    log('-'.repeat(999_000)); say('from here' + '-'.repeat(1000)); say('middle')
    say('-'.repeat(1_500_000) + 'to there'); say('last'); log('-'.repeat(990_000))`)
  const text = await readFile(path.join(folder, 'output.txt'))
  expect(output.bytes).toBeGreaterThan(output.kept)
  const found = (trace?.entries ?? []).map(({ raw }) => {
    const { record, missing } = recordIn(text, raw ?? { byte: 0, bytes: 0 }, output)
    return [record.toString().replace(/-+/g, '-'), missing]
  })
  const note = `\n[… ${output.bytes - output.kept} bytes cut …]\n`
  expect(found).toEqual([
    ['first', 0],
    ['second', 0],
    [`from here-${note}`, 22],
    [note, 6],
    [`${note}-to there`, output.bytes - output.kept - 22 - 8],
    ['last', 0],
  ])
})

test('whatever else the adapter’s process prints, `raw` names the record', async () => {
  const { folder, trace } = await traced(`
    const { writeSync } = await import('node:fs')
    const say = (text) => trace({ kind: 'message', text, raw: { byte: log(text + '\\n'), bytes: Buffer.byteLength(text) } })
    console.log('a word of the adapter'); say('RECORD ONE')
    console.error('a warning'); process.emitWarning('old'); say('RECORD \u2460')
    process.stdout.write('e9', 'hex'); say('RECORD THREE')
    trace({ kind: 'message', text: 'nowhere', raw: { byte: 1e9, bytes: 10 } })
    say('LAST')`)
  const text = await readFile(path.join(folder, 'output.txt'))
  const found = (trace?.entries ?? []).map(
    ({ raw }) =>
      raw && text.toString('utf8', raw.byte, raw.byte + raw.bytes).replace(/x{9,}/, '[of stderr]'),
  )
  expect(found).toEqual(['RECORD ONE', 'RECORD \u2460', 'RECORD THREE', undefined, 'LAST'])
})

test('a record that standard error tore is named with what stands in it, once all of it is there', async () => {
  const folder = await temporaryTree()
  const trace = openTrace(path.join(folder, TRACE))
  const tell = (text: string, byte: number, bytes: number) => {
    const entry = { kind: 'message', text, at: '2026-11-30T10:00:00.000Z', turn: 1 }
    trace.write({ trace: JSON.stringify({ ...entry, raw: { byte, bytes } }) })
  }
  const told = async () =>
    (await readTrace(folder))?.entries.map(({ raw }) => raw && [raw.byte, raw.bytes])
  trace.heard(Buffer.from('old\n'), 'stderr')
  trace.heard(Buffer.from('a\n{"half":'), 'stdout')
  trace.heard(Buffer.from('low disk\n'), 'stderr')
  tell('a', 0, 1)
  tell('torn', 2, 10)
  tell('b', 13, 1)
  expect(await told()).toEqual([[4, 1]])
  trace.heard(Buffer.from('1}\nb\n'), 'stdout')
  expect(await told()).toEqual([
    [4, 1],
    [6, 19],
    [26, 1],
  ])
  tell('never printed', 15, 1)
  trace.close()
  expect((await told())?.at(-1)).toBeUndefined()
})

test('a trace that was broken off is read as far as it goes', async () => {
  const folder = await temporaryTree()
  const entry = { kind: 'message', text: 'Hm.', at: '2026-11-30T10:00:00.000Z', turn: 1 }
  await writeFile(path.join(folder, TRACE), `${JSON.stringify(entry)}\n{"kind":"mess`)
  expect(await readTrace(folder)).toEqual({ entries: [entry], broken: 1 })
})
