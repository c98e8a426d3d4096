import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { record } from '../../reporters/fixtures/records.ts'
import { ConfigurationError } from '../plan/error.ts'
import { ownIdentity } from '../process/identity.ts'
import { json } from '../record/files.ts'
import type { Attempt } from '../record/schema.ts'
import { openStore } from '../record/store.ts'
import type { TraceInput } from '../trace/schema.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { trace } from './trace.ts'

const command = fileURLToPath(new URL('harnessbench.ts', import.meta.url))

async function run(cwd: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [command, 'trace', ...args], {
    cwd,
    reject: false,
    env: { NO_COLOR: '1' },
  })
  return { exitCode, stdout, stderr }
}

const told: TraceInput[] = [
  { kind: 'turn', text: 'Mend it.\nPlease.' },
  { kind: 'reasoning', text: 'Hm.' },
  { kind: 'plan', steps: [{ text: 'Look', status: 'inProgress' }] },
  {
    kind: 'toolCall',
    id: '1',
    name: 'write',
    arguments: { path: 'a\u001b[31m' },
    result: 'no such folder',
    isError: true,
    denied: false,
    durationMs: 12,
  },
  { kind: 'permission', asked: 'run rm', answer: 'refused', by: 'policy' },
  { kind: 'question', text: 'Which one?', answer: 'The second.', by: 'user' },
  { kind: 'usage', tokens: { input: 10, output: 2 }, cost: 0.25 },
  { kind: 'message', text: 'Done.' },
  { kind: 'stop', reason: 'end_turn' },
]

/** A folder with a store, in which these conditions have a trace of each of two attempts. */
async function stored(...conditions: string[]): Promise<string> {
  const cwd = await temporaryTree()
  const store = await openStore(path.join(cwd, '.harnessbench'), '.harnessbench')
  for (const condition of conditions) {
    const made = record({ condition, task: 'T1', repetition: 1 })
    for (const number of [1, 2]) {
      const folder = store.attemptFolder(made, number)
      await mkdir(folder, { recursive: true })
      await writeFile(
        path.join(folder, 'attempt.json'),
        json({ ...made.attempts[0], number, outcome: 'finished' }),
      )
      const lines = told.map((entry) =>
        JSON.stringify({
          at: '2026-11-30T10:00:00.000Z',
          turn: 1,
          ...entry,
          ...(entry.kind === 'message'
            ? { text: `Done, in attempt ${number}.`, raw: { byte: 6, bytes: 8 } }
            : {}),
        }),
      )
      await writeFile(path.join(folder, 'output.txt'), `line\n\n{"n": ${number}}\nmore\n`)
      if (condition !== 'silent')
        await writeFile(path.join(folder, 'trace.jsonl'), lines.join('\n'))
    }
  }
  return cwd
}

async function attemptsIn(cwd: string, condition: string) {
  const store = await openStore(path.join(cwd, '.harnessbench'), '.harnessbench')
  const sample = record({ condition, task: 'T1', repetition: 1 })
  const attempt = (number: number) => store.attemptFolder(sample, number)
  return { store, sample, attempt, folder: path.dirname(attempt(1)) }
}

test('one sample is shown whole, several are listed, and the parts of a name choose', async () => {
  const cwd = await stored('bare', 'brain', 'silent')
  const { exitCode, stdout, stderr } = await run(cwd, 'T1', 'brain')
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
  const [head, ...lines] = stdout.split('\n')
  expect(head).toMatch(
    /\/brain\/T1\/1, attempt 2: .*, finished; turns 1, messages 1, tool calls 1$/,
  )
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "
    #1 turn 1
      Mend it.
      Please.
    #2 reasoning
      Hm.
    #3 plan
      [inProgress] Look
    #4 tool write {"path":"a\\u001b[31m"} (failed, 12 ms)
        no such folder
    #5 permission refused by the policy: run rm
    #6 question by the user
      Which one?
      → The second.
    #7 usage input 10, output 2, $0.25
    #8 message
      Done, in attempt 2.
    #9 stop: end_turn"
  `)
  const first = await run(cwd, '.harnessbench', 'brain', '--attempt', '1')
  expect(first.stdout).toContain('Done, in attempt 1.')
  const list = await run(cwd)
  expect(list.stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/bare\/T1\/1, attempt 2/),
    expect.stringMatching(/brain\/T1\/1, attempt 2/),
  ])
})

test('trajectories go to standard output, or into a file each', async () => {
  const cwd = await stored('bare', 'brain')
  const one = await run(cwd, 'bare', '--atif')
  expect(JSON.parse(one.stdout)).toMatchObject({
    schema_version: 'ATIF-v1.4',
    steps: [{ source: 'user', message: 'Mend it.\nPlease.' }, { source: 'agent' }, {}, {}, {}, {}],
  })
  const all = await run(cwd, '--atif', '--out', 'out/atif')
  expect(all).toMatchObject({ exitCode: 0, stdout: 'Written: 2 trajectories in out/atif' })
  const names = await readdir(path.join(cwd, 'out/atif'))
  expect(names.map((name) => name.replace(/^.*(?=\.b)/, ''))).toEqual([
    '.bare.T1.1.json',
    '.brain.T1.1.json',
  ])
  const text = await readFile(path.join(cwd, 'out/atif', names[0] as string), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ agent: { extra: {} } })
})

test.each([
  [['brian'], /trace: no sample has "brian" in its name; did you mean brain\?|"brian".*brain/],
  [['bare', 'brain'], /trace: no sample has all of bare, brain/],
  [['silent'], /trace: .*\/silent\/T1\/1 has no trace: its adapter tells none, or it was made by/],
  [['--atif'], /trace: 2 samples fit; name one, or give `--out FOLDER`/],
  [['--out', 'x'], /trace: `--out` is for `--atif`/],
  [['silent', '--attempt', '2'], /silent\/T1\/1 has no trace of attempt 2: its adapter tells none/],
  [['bare', '--attempt', '9'], /bare\/T1\/1 has no trace of attempt 9: the last attempt is 2$/],
  [
    ['--attempt', '9'],
    /none of 3 samples that fit has a trace of attempt 9: the last attempt is 2$/,
  ],
  [['bare', '--attempt', 'unfinished'], /bare\/T1\/1 has no trace of an attempt that did not end$/],
  [['bare', '--raw', '10'], /trace: there is no entry 10; it has 9$/],
  [['bare', '--raw', '1'], /trace: entry 1 \(turn\) was read from no record of the output$/],
  [['--raw', '1'], /trace: 2 samples fit; name one$/],
  [['--attempt', 'last'], /trace: `--attempt` is a number from 1, not "last"/],
  [['--atfi'], /trace: Unknown option '--atfi'.*--help/],
])('what cannot be shown is told: %j', async (args, problem) => {
  const cwd = await stored('bare', 'brain', 'silent')
  const asked = trace([path.join(cwd, '.harnessbench'), ...args])
  await expect(asked).rejects.toThrow(problem)
  await expect(asked).rejects.toBeInstanceOf(ConfigurationError)
})

test('the record of an entry is printed as the harness printed it', async () => {
  const cwd = await stored('bare')
  const { stdout, stderr } = await run(cwd, 'bare', '--raw', '8')
  expect({ stdout, stderr }).toEqual({ stdout: '{"n": 2}', stderr: '' })
  const folder = (await attemptsIn(cwd, 'bare')).attempt(2)
  await writeFile(path.join(folder, 'output.txt'), 'line\n\n{"n"')
  const short = await run(cwd, 'bare', '--raw', '8')
  expect(short).toEqual({
    exitCode: 0,
    stdout: '{"n"',
    stderr: 'trace: 4 bytes of this record were cut',
  })
  await writeFile(path.join(folder, 'output.txt'), 'line\n')
  expect(await run(cwd, 'bare', '--raw', '8')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'trace: the record of entry 8 was cut: of a long output beginning and end are kept',
  })
  await rm(path.join(folder, 'output.txt'))
  expect(await run(cwd, 'bare', '--raw', '8')).toMatchObject({
    exitCode: 1,
    stderr: 'trace: no output was kept of this attempt',
  })
})

test('what a killed run left is shown, as of an attempt that never finished', async () => {
  const cwd = await stored('bare', 'brain')
  const { store, sample, folder } = await attemptsIn(cwd, 'bare')
  const scratch = await temporaryTree({ output: 'line\n\n{"n": 3}\n' })
  const left = async (owner: string) => {
    const { adapter, startedAt, runFingerprint, design } = sample.attempts[0] as Attempt
    const note = { adapter, startedAt, runFingerprint, design, owner, scratch }
    const staged = await store.stage(sample, note)
    await writeFile(
      path.join(staged, 'trace.jsonl'),
      await readFile(path.join(folder, '1', 'trace.jsonl')),
    )
    return staged
  }
  const staged = await left('0 nobody')
  const [, first] = (await run(cwd)).stdout.split('\n').reverse()
  expect(first).toMatch(/bare\/T1\/1, attempt 2: .*; another did not end: --attempt unfinished$/)
  const asked = await run(cwd, 'bare', '--attempt', 'unfinished')
  expect(asked.stdout).toMatch(
    /bare\/T1\/1, an attempt that was never finished: [^;]*\); turns 1, messages 1/,
  )
  const raw = await run(cwd, 'bare', '--attempt', 'unfinished', '--raw', '8')
  expect(raw.stdout).toBe('{"n": 3}')
  const { stdout } = await run(cwd, 'bare', '--attempt', 'unfinished', '--atif')
  expect(JSON.parse(stdout)).toMatchObject({
    session_id: expect.stringMatching(/\/unfinished$/),
    final_metrics: { extra: { outcome: 'unfinished' } },
  })

  await Promise.all([rm(staged, { recursive: true }), left(ownIdentity)])
  for (const number of ['1', '2']) await rm(path.join(folder, number), { recursive: true })
  const only = await run(cwd, 'bare')
  expect(only.stdout).toMatch(/bare\/T1\/1, an attempt that is at work: [^;]*\); turns 1/)
  expect((await run(cwd, 'bare', '--attempt', '1')).stderr).toMatch(
    /has no trace of attempt 1: no attempt has ended yet/,
  )
})

test('a sample is found by its whole name, whatever its parts are called', async () => {
  const { experiment, suite } = record({ condition: 'x', task: 'T1', repetition: 1 })
  const cwd = await stored('bare', experiment, suite)
  for (const words of [
    [experiment, suite, experiment, 'T1', '1'],
    [experiment, experiment, 'T1'],
  ]) {
    const { stdout } = await run(cwd, ...words)
    expect(stdout).toContain(`${experiment}/${suite}/${experiment}/T1/1, attempt 2`)
    expect(stdout).toContain('#1 turn 1')
  }
  const pasted = await run(cwd, `${experiment}/${suite}/bare/T1/1`)
  expect(pasted.stdout).toContain('#1 turn 1')
})

test.runIf(process.platform === 'linux')('what cannot be written is told at once', async () => {
  const cwd = await stored('bare')
  expect(await run(cwd, 'bare', '--atif', '--out', '/proc/x/y')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      "trace: /proc/x/y could not be written: ENOENT: no such file or directory, mkdir '/proc/x'",
  })
})

test('what is not a store is told, and makes the command fail', async () => {
  const { exitCode, stderr } = await run(await temporaryTree(), './elsewhere')
  expect(stderr).toMatch(
    /\.\/elsewhere is not a store \(no store.json in it\); name the folder that is `store` in/,
  )
  expect(exitCode).toBe(2)
})
