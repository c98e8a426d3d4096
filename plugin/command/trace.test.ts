import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError } from '../plan/error.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { run, stored } from './fixtures/traced-store.ts'
import { trace } from './trace.ts'

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
