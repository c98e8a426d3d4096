import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashTree } from '../tree/hash.ts'
import { defaultIgnore, ignoring } from '../tree/ignore.ts'
import { makeProject, type Project } from './project.ts'

/** One adapter that leaves another build at each repetition: the good one stands in the midst. */
const adapter = `
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

const right = 'export const sum = (a: number, b: number) => a + b\\n'
const double = 'export const double = (a: number) => a * 2\\n'
const good = right + double

const fakeReport = \`
import { writeFileSync, writeSync } from 'node:fs'
const report = '\\\\n ✓ bench > two numbers are added\\\\n Test Files  3 passed (3)\\\\n      Tests  3 passed (3)\\\\n'
console.log(report + JSON.stringify({ numFailedTests: 0, numPassedTests: 3, success: true }))
console.error(report)
writeFileSync('written-while-graded', report)
process.send?.({ type: 'passed' })
export const sum = (a: number, b: number) => a - b
\${double}\`

// Only what the command prints, lest three probes take the time of one.
const loud = \`
import { writeSync } from 'node:fs'
const line = Buffer.alloc(1e6, 'x')
for (let left = process.argv[1].endsWith('cli.ts') ? 300 : 0; left > 0; ) {
  try {
    if (writeSync(1, line) > 0) left--
  } catch {}
}
\${good}\`

const forever = 'new Promise(() => setInterval(() => {}, 1000))\\n'

const late = (file: string) => \`
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
const file = \${JSON.stringify(file)}
const writer = "setInterval(() => require('fs').appendFileSync(process.argv[1], 'x'), 10)"
export const sum = async () => {
  spawn(process.execPath, ['-e', writer, file], { detached: true, stdio: 'ignore' }).unref()
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10))
  await \${forever}
}
\${double}\`

async function odd() {
  const names = ['new\\nline', 'ünï ☃ 名前', 'CON', 'nul', 'aux.txt', 'trailing. ', '-rf', 'l'.repeat(250)]
  for (const name of names) writeFileSync(name, name)
  mkdirSync('__proto__')
  writeFileSync('__proto__/constructor', '')
  symlinkSync('/etc/passwd', 'out')
  symlinkSync('..', 'up')
  symlinkSync('round', 'round')
  writeFileSync('unreadable', 'secret')
  chmodSync('unreadable', 0)
  await new Promise<void>((resolve) => {
    const server = createServer().listen('socket', resolve)
    server.unref()
  })
}

export async function run(build: string, _brief: string, { sample, suite }: any) {
  const write = (text: string) => writeFileSync('src/sum.ts', text)
  const builds = [
    () => write(good + 'export const = {'),
    () => write("if (process.argv[1].endsWith('cli.ts')) await " + forever + good),
    () => write('process.exit(0)\\n' + good),
    () => write(fakeReport),
    () => write(good),
    () => write(loud),
    () => write(late(path.join(suite.folder, '../../late'))),
    () => rmSync('src/sum.ts'),
    async () => (write(good), await odd()),
    () => rmSync(build, { recursive: true }),
  ]
  await builds[sample.repetition - 1]()
}
`

const verdicts = async (project: Project) =>
  (await project.records()).map(({ repetition, assertions }) => [
    repetition,
    ...assertions.map(({ verdict }) => verdict),
  ])

const treeHashes = (project: Project, of: number[]) =>
  Promise.all(
    of.map((repetition) => {
      const sample = `.harnessbench/samples/tiny/tiny/hostile/fix/${repetition}/attempts/1/tree`
      return hashTree(path.join(project.folder, sample), ignoring([...defaultIgnore]))
    }),
  )

test('hostile builds are graded right, beside a good one', async () => {
  await using project = await makeProject(
    {
      experiment: 'tiny',
      repetitions: 10,
      conditions: [{ name: 'hostile', adapter: './hostile.ts' }],
      probes: { seconds: 3 },
    },
    { 'hostile.ts': adapter },
  )
  const first = await project.vitest(['run'])
  expect(first.output).not.toContain('ungraded:')
  const all = ['fail', 'fail', 'fail']
  expect(await verdicts(project)).toEqual([
    // change/sum/adds, regress/cli, regress/keeps
    [1, ...all], // syntax error
    [2, 'pass', 'fail', 'pass'], // import that never returns, by the command
    [3, ...all], // process.exit(0) at import
    [4, 'fail', 'fail', 'pass'], // output that imitates a report: only what was asked counts
    [5, 'pass', 'pass', 'pass'],
    [6, 'pass', 'fail', 'pass'], // 300 MB of output spoil only the output
    [7, 'fail', 'pass', 'pass'], // a hung call and what it left behind
    [8, ...all], // deleted module
    [9, 'pass', 'pass', 'pass'], // odd names
    [10, ...all], // deleted build
  ])
  expect(first.exitCode).toBe(0)
  const reasons = (await project.records()).map(({ assertions }) => assertions[0]?.reason)
  expect(reasons).toEqual([
    expect.stringMatching(/src\/sum.ts does not load: SyntaxError/),
    null,
    expect.stringMatching(/exited early with code 0/),
    'expected 5, received -1',
    null,
    null,
    expect.stringMatching(/hung: had not ended at the limit of 3 s/),
    expect.stringMatching(/src\/sum.ts is not there/),
    null,
    expect.stringMatching(/src\/sum.ts is not there/),
  ])

  // The grandchild of repetition 7 has begun to write, and writes no more.
  const late = path.join(project.folder, 'late')
  expect(existsSync(late)).toBe(true)
  const { size } = statSync(late)
  await sleep(200)
  expect(statSync(late).size).toBe(size)

  const [, , , , , , , , odd, gone] = await project.records()
  expect(odd?.litter).toEqual([
    '-rf',
    'CON',
    '__proto__/constructor',
    'aux.txt',
    'l'.repeat(250),
    'new\nline',
    'nul',
    'out',
    'round',
    'socket',
    'trailing. ',
    'unreadable',
    'up',
    'ünï ☃ 名前',
  ])
  expect(gone).toMatchObject({ outcome: 'finished', litter: [] })

  // Grading again changes neither the stored trees nor the verdicts; the two that hang are left out.
  const others = [1, 3, 4, 5, 6, 8, 9, 10]
  const before = await treeHashes(project, others)
  const figures = await verdicts(project)
  const again = await project.vitest(['run', '-t', `fix · (${others.join('|')}) `])
  expect(again.output).not.toContain('regraded')
  expect(again.exitCode).toBe(0)
  expect(await treeHashes(project, others)).toEqual(before)
  expect(await verdicts(project)).toEqual(figures)
})
