import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { assertion, defaultOptions, type Files, makeProject } from './project.ts'

/** A second defect and a task for each: what is selected decides which samples are needed. */
const twoTasks: Files = {
  'bench/tiny/tasks/fix.md': '---\nchange: sum\n---\nThe sum of two numbers comes out wrong.\n',
  'bench/tiny/tasks/halve.md': '---\nchange: half\n---\nHalf of 4 should be 2.\n',
  'bench/tiny/change/half/halves.test.ts': assertion(
    'change',
    'a number is halved',
    `(tree) => tree.call('src/half.ts', 'half', 4)`,
  ),
  'seed/tiny/src/half.ts': 'export const half = (a: number) => a\n',
  'reference/tiny/src/half.ts': 'export const half = (a: number) => a / 2\n',
}

test('listing names the assertions, starts nothing and makes no store', async () => {
  await using project = await makeProject(defaultOptions, {
    ...twoTasks,
    // A process that is started says so.
    'counting.ts': `import { writeFileSync } from 'node:fs'
import path from 'node:path'
writeFileSync(path.join(import.meta.dirname, 'started'), '')
export const run = () => {}
`,
  })
  const names = [
    ['change/half/halves', 'a number is halved'],
    ['change/sum/adds', 'two numbers are added'],
    ['regress/cli', 'the command doubles'],
    ['regress/keeps', 'a number is doubled'],
  ]
  const plain = await project.vitest(['list'])
  expect(plain.stderr).toBe('')
  expect(plain.stdout.trim().split('\n').sort()).toEqual(
    names.map(([file, title]) => `[bench] bench/tiny/${file}.test.ts > $label > ${title}`),
  )
  const json = await project.vitest(['list', '--json'])
  expect(
    JSON.parse(json.stdout)
      .map((entry: { file: string; name: string }) => [
        path.relative(path.join(project.folder, 'bench/tiny'), entry.file),
        entry.name,
      ])
      .sort(),
  ).toEqual(names.map(([file, title]) => [`${file}.test.ts`, `$label > ${title}`]))
  expect(json.stderr).toBe('')
  expect([plain.exitCode, json.exitCode]).toEqual([0, 0])
  expect(existsSync(path.join(project.folder, 'started'))).toBe(false)
  expect(existsSync(path.join(project.folder, '.harnessbench'))).toBe(false)
})

test('only the samples that the selected tests need are run', async () => {
  await using project = await makeProject(defaultOptions, twoTasks)
  let known = 0
  /** Samples that this selection made run. */
  const runsOf = async (...words: string[]) => {
    const { output, exitCode } = await project.vitest(['run', ...words])
    expect(exitCode, output).toBe(0)
    const runs = await project.runs()
    const fresh = runs.length - known
    known = runs.length
    return [fresh, ...new Set(runs.map(({ task, repetition }) => `${task} ${repetition}`))]
  }
  expect(await runsOf('-t', 'fix · 2 > two numbers')).toEqual([1, 'fix 2'])
  expect(await runsOf('bench/tiny/change/half/halves.test.ts:6')).toEqual([
    2,
    'fix 2',
    'halve 1',
    'halve 2',
  ])
  // Nothing is both: no sample is needed, and nothing is said to have passed.
  expect(await runsOf('--tags-filter', 'regress', '-t', 'numbers are added')).toEqual([
    0,
    'fix 2',
    'halve 1',
    'halve 2',
  ])
  expect(await runsOf('change/sum', '--tags-filter', 'change')).toEqual([
    1,
    'fix 1',
    'fix 2',
    'halve 1',
    'halve 2',
  ])
})
