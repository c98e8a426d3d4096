import { expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { ConfigurationError } from './error.ts'
import { readSuites } from './suite.ts'

type Files = Parameters<typeof temporaryTree>[0]

function suiteFiles(name: string): Record<string, string> {
  return {
    [`bench/${name}/tasks/T1.md`]: 'Mend the sum.\n',
    [`bench/${name}/change/sum/adds.test.ts`]: '',
    [`bench/${name}/regress/keeps.test.ts`]: '',
    [`bench/${name}/controls/trebles.patch`]:
      '---\ndoes: trebled\nreddens: [regress/keeps]\n---\n--- a/x\n+++ b/x\n',
    [`seed/${name}/sum.ts`]: '',
    [`reference/${name}/sum.ts`]: '',
  }
}

async function read(files: Files, suites?: unknown) {
  const root = await temporaryTree(files)
  return readSuites(root, resolveOptions({ suites }))
}

/** What the user is told of the suite `bench/a` with these changes; undefined leaves a file out. */
async function problems(changes: Record<string, string | Buffer | undefined>, suites?: unknown) {
  const files = Object.entries({ ...suiteFiles('a'), ...changes })
  try {
    await read(Object.fromEntries(files.filter(([, file]) => file !== undefined)) as Files, suites)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  return []
}

test('tasks, assertions by axis and defect, vandals, and sources that they share', async () => {
  const [suite] = await read({
    ...suiteFiles('a'),
    'bench/a/tasks/T2.md':
      '---\nchange: sum\ncreates: [notes.md]\nharderThan: T1\n---\nMend it, and note why.\n',
    'bench/a/shared.ts': '',
    'bench/a/replays/x.ts': '',
  })
  expect(suite).toMatchObject({
    name: 'a',
    tasks: [
      { name: 'T1', brief: 'Mend the sum.', change: ['sum'], creates: [], harderThan: null },
      {
        name: 'T2',
        brief: 'Mend it, and note why.',
        change: ['sum'],
        creates: ['notes.md'],
        harderThan: 'T1',
      },
    ],
    assertions: [
      { id: 'change/sum/adds', axis: 'change', defect: 'sum' },
      { id: 'regress/keeps', axis: 'regress', defect: null },
    ],
    vandals: [{ name: 'trebles', does: 'trebled', base: 'seed', reddens: ['regress/keeps'] }],
    shared: [expect.stringMatching(/shared\.ts$/)],
  })
})

test('no suite at all', async () => {
  await expect(read({ 'bench/readme.md': '' })).rejects.toThrow(
    'no suite found: `bench/` holds no folder; make one',
  )
})

test('a suite folder that is missing', async () => {
  expect(await problems({}, ['bench/b', 'bench/a'])).toEqual([
    'suite bench/b: there is no such folder; make it, or correct the option `suites`',
  ])
})

test('a suite folder that is empty: all that it lacks', async () => {
  const root = await temporaryTree({ 'bench/a': { folder: 0o755 } })
  expect(() => readSuites(root, resolveOptions({}))).toThrow(
    `harnessbench: 5 problems
  - suite bench/a: its seed seed/a is not a folder; make it, or name another as \`seed\` in \`suites\`
  - suite bench/a: its reference reference/a is not a folder; make it, or name another as \`reference\` in \`suites\`
  - suite bench/a: it has no task; write bench/a/tasks/<task>.md
  - suite bench/a: its tasks have no change assertion; write bench/a/change/<defect>/<assertion>.test.ts
  - suite bench/a: its tasks have no regress assertion; write bench/a/regress/<assertion>.test.ts`,
  )
})

test.for<[string, Record<string, string | Buffer | undefined>, string]>([
  [
    'tasks without change assertions',
    { 'bench/a/change/sum/adds.test.ts': undefined },
    'suite bench/a: its tasks have no change assertion; write bench/a/change/<defect>/<assertion>.test.ts',
  ],
  [
    'tasks without regress assertions',
    { 'bench/a/regress/keeps.test.ts': undefined },
    'suite bench/a: its tasks have no regress assertion; write bench/a/regress/<assertion>.test.ts',
  ],
  [
    'a task whose defect is not there',
    { 'bench/a/tasks/T2.md': '---\nchange: smu\n---\nx\n' },
    'task bench/a/tasks/T2.md: `change: smu` names no folder with assertions below bench/a/change (did you mean `sum`?); there are: sum',
  ],
  [
    'a task that is harder than one that is not there',
    { 'bench/a/tasks/T2.md': '---\nharderThan: T3\n---\nx\n' },
    'task bench/a/tasks/T2.md: `harderThan: T3` names no other task of the suite; there are: T1',
  ],
  [
    'a task that is harder than one with other assertions',
    {
      'bench/a/change/other/adds.test.ts': '',
      'bench/a/tasks/T2.md': '---\nchange: other\nharderThan: T1\n---\nx\n',
    },
    'task bench/a/tasks/T2.md: `harderThan: T1` names a task with other `change`: tasks are compared over the same assertions only',
  ],
  [
    'a brief of zero length',
    { 'bench/a/tasks/T2.md': '' },
    'task bench/a/tasks/T2.md: the brief is empty; write what is asked below the front matter',
  ],
  [
    'a brief that is blank below its front matter',
    { 'bench/a/tasks/T2.md': '---\nchange: sum\n---\n \n\t\n' },
    'task bench/a/tasks/T2.md: the brief is empty; write what is asked below the front matter',
  ],
  [
    'a brief with a NUL',
    { 'bench/a/tasks/T2.md': 'mend\0it' },
    'task bench/a/tasks/T2.md: the brief holds a NUL, which no command line can carry; remove it',
  ],
  [
    'a brief that is not text',
    { 'bench/a/tasks/T2.md': Buffer.from([0x6d, 0xff, 0xfe]) },
    'task bench/a/tasks/T2.md: it is not UTF-8; save it as UTF-8',
  ],
  [
    'front matter that is misspelt',
    { 'bench/a/tasks/T2.md': '---\ncahnge: sum\n---\nx\n' },
    'task bench/a/tasks/T2.md: `cahnge` in its front matter is unknown (did you mean `change`?)',
  ],
  [
    'front matter that is no YAML',
    { 'bench/a/tasks/T2.md': '---\na: 1\na: 2\n---\nx\n' },
    'task bench/a/tasks/T2.md:3: front matter is no valid YAML: Map keys must be unique',
  ],
  [
    'a task whose name is not path-safe',
    { 'bench/a/tasks/T 2.md': 'x\n' },
    'task bench/a/tasks/T 2.md: its name is not path-safe; rename the file',
  ],
  [
    'two tasks of one name',
    { 'bench/a/tasks/more/t1.md': 'x\n' },
    'suite bench/a: two tasks are called T1 and t1; rename one',
  ],
  [
    'two assertions of one id',
    { 'bench/a/regress/keeps.spec.ts': '' },
    'suite bench/a: two assertion files are called regress/keeps; rename one, ending included',
  ],
  [
    'a vandal without front matter',
    { 'bench/a/controls/x.patch': '--- a/x\n+++ b/x\n' },
    'vandal bench/a/controls/x.patch: `does` in its front matter is missing',
  ],
  [
    'a vandal that names nothing',
    { 'bench/a/controls/x.patch': '---\ndoes: x\nreddens: []\n---\n' },
    'vandal bench/a/controls/x.patch: `reddens` in its front matter must not be empty',
  ],
  [
    'a vandal with the name of another control',
    { 'bench/a/controls/Nothing.patch': '---\ndoes: x\nreddens: [regress/keeps]\n---\n' },
    'vandal bench/a/controls/Nothing.patch: every suite has a control Nothing already; rename the file',
  ],
  [
    'two vandals of one name',
    {
      'bench/a/controls/more/trebles.patch': '---\ndoes: x\nreddens: [regress/keeps]\n---\n',
    },
    'suite bench/a: two vandals are called trebles; rename one',
  ],
])('%s', async ([, changes, told]) => {
  expect(await problems(changes)).toContain(told)
})

test('two suites of one name, whatever their case', async () => {
  const suites = ['bench/a', { folder: 'bench/b', name: 'A', seed: 'seed/a', reference: 'seed/a' }]
  expect(await problems(suiteFiles('b'), suites)).toEqual([
    'two suites are called a and A: records would mix them; give one another `name` in `suites`',
  ])
})

test('two suites in one folder', async () => {
  const suites = [
    'bench/a',
    { folder: './bench/a', name: 'b', seed: 'seed/a', reference: 'seed/a' },
  ]
  expect(await problems({}, suites)).toEqual([
    'the suites a and b are one folder, bench/a: an assertion belongs to one suite; copy the folder or remove one from `suites`',
  ])
})

test('a suite whose folder is no name', async () => {
  expect(await problems({ 'bench/my suite/x': '' }, ['bench/my suite'])).toEqual([
    'suite bench/my suite: its name "my suite" is not path-safe; give it a `name` in `suites`',
  ])
})
