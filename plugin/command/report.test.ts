import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { publishedPlan, publishedRecords } from '../../reporters/fixtures/records.ts'
import { writeJsonl } from '../../reporters/jsonl.ts'
import { writeDesign } from '../plan/design.ts'
import type { Sample } from '../plan/plan.ts'
import type { SampleRecord } from '../record/schema.ts'
import { openStore } from '../record/store.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { report } from './report.ts'

const command = fileURLToPath(new URL('harnessbench.ts', import.meta.url))

async function run(cwd: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [command, 'report', ...args], {
    cwd,
    reject: false,
    env: { NO_COLOR: '1' },
  })
  return { exitCode, stdout, stderr }
}

/** A store as a run leaves it, with a diff and a trace for each sample. */
async function fill(folder: string, records: SampleRecord[], plan = publishedPlan) {
  const store = await openStore(folder, folder)
  for (const record of records) {
    await store.writeRecord(record)
    const place = store.attemptFolder(record as unknown as Sample, record.attempt)
    await mkdir(place, { recursive: true })
    const { condition, task, repetition } = record
    await writeFile(path.join(place, 'changes.diff'), `+${condition} ${task} ${repetition}\n`)
    const said = {
      kind: 'message',
      text: `I am ${condition}.`,
      at: '2026-08-07T10:00:01Z',
      turn: 1,
    }
    await writeFile(path.join(place, 'trace.jsonl'), JSON.stringify(said))
  }
  await writeJsonl(store.file(`${plan.experiment}.jsonl`), records)
  await writeDesign(folder, plan)
}

// A name with a `+` is no folder's name.
const named = (record: SampleRecord) => ({
  ...record,
  condition: record.condition.replace('+', '-'),
})
const plan = { ...publishedPlan, conditions: ['bare', 'brain-plan'] }
const records = publishedRecords().map(named)

const later = (record: SampleRecord, startedAt: string): SampleRecord => ({
  ...record,
  seconds: 4321,
  attempts: record.attempts.map((attempt) => ({ ...attempt, startedAt })),
})

test('two shards, or two machines, give the report of one run to the byte', async () => {
  const cwd = await temporaryTree()
  const at = (name: string) => path.join(cwd, name)
  await fill(at('whole'), records, plan)
  await fill(
    at('odd'),
    records.filter((_, index) => index % 2 === 1),
    plan,
  )
  await fill(
    at('even'),
    records.filter((_, index) => index % 2 === 0),
    plan,
  )
  const [whole, ...merged] = await Promise.all([
    run(cwd, 'whole', '--out', 'whole.html'),
    run(cwd, 'odd', 'even', '--out', 'merged.html'),
    run(cwd, 'even', 'odd', '--out', 'backwards.html'),
  ])
  expect(whole).toEqual({
    exitCode: 0,
    stdout: 'published: 30 records\nWritten: whole.html',
    stderr: '',
  })
  expect(merged.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  const pages = await Promise.all(
    ['whole', 'merged', 'backwards'].map((name) => readFile(at(`${name}.html`))),
  )
  expect(pages.map((page) => pages[0]?.equals(page))).toEqual([true, true, true])
})

test('of two records of a sample the later attempt counts, and that is said; twins are one', async () => {
  const cwd = await temporaryTree()
  const [first] = records as [SampleRecord]
  await fill(path.join(cwd, 'old'), records, plan)
  // Of some nobody can say which is the later.
  const alike = records.slice(5, 8).map((record) => ({ ...record, seconds: 1 }))
  await fill(path.join(cwd, 'new'), [later(first, '2026-09-01T10:00:00Z'), ...alike], plan)
  await run(cwd, 'old', 'new', 'old/published.jsonl')
  await run(cwd, 'new', 'old/published.jsonl', 'old', '--out', 'backwards.html')
  const page = await readFile(path.join(cwd, 'report.html'), 'utf8')
  expect((await readFile(path.join(cwd, 'backwards.html'), 'utf8')) === page).toBe(true)
  expect(page.includes('bare T1 #1: of two records the later one counts')).toBe(true)
  expect(page.includes('30 records given twice')).toBe(true)
  // 4321 seconds in the mean of three.
  expect(page.includes('24m\u00a046s')).toBe(true)
})

test('a page that is made from a store shows what each harness told', async () => {
  const cwd = await temporaryTree()
  await fill(path.join(cwd, 'store'), records.slice(0, 2), plan)
  await run(cwd, 'store')
  const page = await readFile(path.join(cwd, 'report.html'), 'utf8')
  const [, pack = ''] = /id="pack[^"]*">([^<]*)</.exec(page) ?? []
  const [first] = JSON.parse(inflateRawSync(Buffer.from(pack, 'base64')).toString())
  expect(first.trace).toMatchInlineSnapshot(`
    {
      "bounds": "Shown are at most 2,000 characters of a text, 32,000 of a trace and 12,000,000 of all traces of this page.",
      "command": "npx harnessbench trace .harnessbench published shopkit bare T1 1 --attempt 1",
      "counts": "entries 1: turns 0, messages 1, tool calls 0",
      "file": "samples/published/shopkit/bare/T1/1/attempts/1/trace.jsonl",
      "rows": [
        {
          "about": [],
          "at": "1.0s",
          "head": "message",
          "how": "",
          "kind": "message",
          "texts": [
            "I am bare.",
          ],
        },
      ],
    }
  `)
})

test('without a plan it is inferred, and that is said; without a store there are no diffs', async () => {
  const cwd = await temporaryTree()
  await writeJsonl(path.join(cwd, 'some.jsonl'), records.slice(0, 4))
  const { stdout, exitCode } = await run(cwd, 'some.jsonl')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/No plan lies beside these records/)
  expect(stdout).toMatch(/The records lie in no store/)
  const page = await readFile(path.join(cwd, 'report.html'), 'utf8')
  // Two repetitions of T2 are not there, as T1 has three.
  expect(page.includes('4 of 6 samples')).toBe(true)
})

test('plans that differ are united; several experiments are parts of one page', async () => {
  const cwd = await temporaryTree()
  const at = (name: string) => path.join(cwd, name)
  const of = (condition: string) => records.filter((record) => record.condition === condition)
  await fill(at('a'), of('bare'), { ...plan, conditions: ['bare'] })
  await fill(at('b'), of('brain-plan'), { ...plan, conditions: ['brain-plan'] })
  const other = of('bare').map((record) => ({ ...record, experiment: 'other' }))
  await fill(at('c'), other, { ...plan, experiment: 'other', conditions: ['bare'] })
  const { stdout } = await run(cwd, 'a', 'b', 'c')
  expect(stdout).toMatch(/other: 15 records\npublished: 30 records\n.*2 plans, which differ/)
  const page = await readFile(at('report.html'), 'utf8')
  expect(page.match(/<h1>[^<]*/g)).toEqual(['<h1>other', '<h1>published'])
  expect(page.includes('30 of 30 samples')).toBe(true)
  const only = await run(cwd, 'a', 'c', '--experiment', 'other')
  expect(only.stdout).toBe('other: 15 records\nWritten: report.html')
})

test('records in the store that its last run did not write are counted', async () => {
  const cwd = await temporaryTree()
  await fill(path.join(cwd, '.harnessbench'), records, plan)
  await writeJsonl(path.join(cwd, '.harnessbench/published.jsonl'), records.slice(0, 28))
  const { stdout } = await run(cwd)
  expect(stdout).toMatch(/2 samples in the store with a record that is not among the JSON lines/)
})

test('a Markdown summary is printed, and no file written', async () => {
  const cwd = await temporaryTree()
  await fill(path.join(cwd, '.harnessbench'), records, plan)
  const { stdout, exitCode } = await run(cwd, '--markdown')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('shopkit: 30 of 30 samples measured')
  expect(await readdir(cwd)).toEqual(['.harnessbench'])
})

test('what is asked for wrongly is told in a sentence', async () => {
  const cwd = await temporaryTree({
    'bad.jsonl': '{"format":1}\n',
    'empty/x': '',
    'none.jsonl': '',
  })
  await fill(path.join(cwd, 'store'), records, plan)
  await cp(path.join(cwd, 'store'), path.join(cwd, 'newer'), { recursive: true })
  await writeFile(path.join(cwd, 'newer/store.json'), '{"format":99}')
  await cp(path.join(cwd, 'store'), path.join(cwd, 'torn'), { recursive: true })
  await writeFile(path.join(cwd, 'torn/published.plan.json'), '{}')
  await cp(path.join(cwd, 'store'), path.join(cwd, 'unfinished'), { recursive: true })
  await rm(path.join(cwd, 'unfinished/published.jsonl'))
  const told = (place: string, ...args: string[]) =>
    report([path.join(cwd, place), ...args]).then(
      (exitCode) => `exit code ${exitCode}`,
      (error: Error) => `${error.name}: ${error.message}`.replaceAll(cwd + path.sep, ''),
    )
  const message = /^ConfigurationError: harnessbench: (.*)$/
  const expected: [args: [string, ...string[]], RegExp][] = [
    [['store', '--ot', 'x'], /^report: Unknown option '--ot' \(did you mean `out`\?\); see/],
    [['nowhere'], /^report: there is no nowhere; name a store's folder or a file/],
    [['empty'], /^empty is not a store/],
    [['none.jsonl'], /^report: none\.jsonl holds no record$/],
    [['bad.jsonl'], /^report: bad\.jsonl:1: not a record/],
    [['newer'], /^the store newer belongs to a newer version/],
    [['torn'], /^torn.published\.plan\.json is not what this version wrote/],
    [['unfinished'], /^report: the store unfinished holds no records yet/],
    [['store', '--experiment', 'publishd'], /"publishd" \(did you mean `published`\?\)$/],
  ]
  for (const [args, words] of expected) {
    const said = (await told(...args)).split('\n')[0] ?? ''
    expect(message.exec(said)?.[1]).toMatch(words)
  }
  const { exitCode, stderr } = await run(cwd, 'store', '--out', 'bad.jsonl/report.html')
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/^report: bad\.jsonl.report\.html could not be written: /),
  ])
})
