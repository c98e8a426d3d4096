import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { record } from '../../reporters/fixtures/records.ts'
import { ConfigurationError } from '../plan/error.ts'
import { json } from '../record/files.ts'
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
          ...(entry.kind === 'message' ? { text: `Done, in attempt ${number}.` } : {}),
        }),
      )
      if (condition !== 'silent')
        await writeFile(path.join(folder, 'trace.jsonl'), lines.join('\n'))
    }
  }
  return cwd
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
    turn 1
      Mend it.
      Please.
    reasoning
      Hm.
    plan
      [inProgress] Look
    tool write {"path":"a\\u001b[31m"} (failed, 12 ms)
        no such folder
    permission refused by the policy: run rm
    question by the user
      Which one?
      → The second.
    usage input 10, output 2, $0.25
    message
      Done, in attempt 2.
    stop: end_turn"
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
  [['silent'], /trace: of 1 samples that fit none has a trace: their adapters tell none/],
  [['--atif'], /trace: 2 samples fit; name one, or give `--out FOLDER`/],
  [['--out', 'x'], /trace: `--out` is for `--atif`/],
  [['--attempt', 'last'], /trace: `--attempt` is a number from 1, not "last"/],
  [['--atfi'], /trace: Unknown option '--atfi'.*--help/],
])('what cannot be shown is told: %j', async (args, problem) => {
  const cwd = await stored('bare', 'brain', 'silent')
  const asked = trace([path.join(cwd, '.harnessbench'), ...args])
  await expect(asked).rejects.toThrow(problem)
  await expect(asked).rejects.toBeInstanceOf(ConfigurationError)
})

test('what is not a store is told, and makes the command fail', async () => {
  const { exitCode, stderr } = await run(await temporaryTree(), './elsewhere')
  expect(stderr).toMatch(/\.\/elsewhere is not a store/)
  expect(exitCode).toBe(2)
})
