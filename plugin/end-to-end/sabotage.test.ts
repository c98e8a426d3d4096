/** A suite that cannot be trusted is refused: what to mend is said, no agent runs, nothing is recorded. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { assertion, defaultOptions, type Files, makeProject, type Project } from './project.ts'

const sum = `(tree) => tree.call('src/sum.ts', 'sum', 2, 3)`
const double = `(tree) => tree.call('src/sum.ts', 'double', 4)`

/** An edit of `double`, from the given front matter. */
function vandal(reddens: string, after = 'a * 3', before = 'a * 2'): string {
  return `---
does: edited it
reddens: [${reddens}]
---
--- a/src/sum.ts
+++ b/src/sum.ts
@@ -5,3 +5,3 @@
 export function double(a: number): number {
-  return ${before}
+  return ${after}
 }
`
}

/** What is printed by a run that must refuse, its lines joined. */
async function refusal(project: Project, words: string[] = []): Promise<string> {
  const run = await project.vitest(['run', ...words])
  expect(run.exitCode).toBe(1)
  expect(run.output).toContain('No agent was started and nothing was recorded.')
  return run.stderr.replaceAll(project.folder, '<project>').replace(/\s+/g, ' ')
}

/** What a store holds beside the marker of its format. */
async function kept(project: Project): Promise<string[]> {
  const names = await readdir(path.join(project.folder, '.harnessbench'))
  return names.filter((name) => name !== 'store.json')
}

async function refused(files: Files, words: string[] = []): Promise<string> {
  await using project = await makeProject(defaultOptions, files)
  const told = await refusal(project, words)
  expect(await project.runs()).toEqual([])
  expect(await kept(project)).toEqual([])
  return told
}

test('assertion files with a fault of form, and a difference too many', async () => {
  const told = await refused({
    'bench/tiny/regress/untagged.test.ts': assertion('regress', 'a', sum).replace(/^.*\n/, ''),
    'bench/tiny/regress/both.test.ts': assertion('regress', 'b', sum).replace(
      ' regress */',
      // Cut in two, as it would tag this very file.
      ` regress\n * @module-${'tag'} change\n */`,
    ),
    'bench/tiny/regress/skipped.test.ts': assertion('regress', 'c', sum).replace(
      'test(',
      'test.skip(',
    ),
    'bench/tiny/regress/no-test.test.ts': assertion('regress', 'd', sum).replace(
      / test\(.*\n {2}\}\)/s,
      '',
    ),
    'bench/tiny/regress/zero.test.ts': '',
    'bench/tiny/regress/twin.test.ts': assertion('regress', 'a number is doubled', double),
    'bench/tiny/regress/broken.test.ts': `${assertion('regress', 'e', sum)}\nconst x = = 3\n`,
    'bench/tiny/regress/lost.test.ts': `import './nowhere.ts'\n${assertion('regress', 'f', sum)}`,
    'bench/tiny/regress/skips-itself.test.ts': assertion('regress', 'g', sum)
      .replace('async ()', 'async (context)')
      .replace('await', 'context.skip()\n    await'),
    'bench/tiny/regress/hook.test.ts': assertion('regress', 'h', sum)
      .replace('{ describe', '{ beforeAll, describe')
      .replace('  test(', `  beforeAll(() => {\n    throw new Error('no room')\n  })\n  test(`),
    'bench/tiny/regress/[odd] (name).test.ts': assertion('regress', 'i', double),
    'reference/tiny/src/cli.ts': `import { double } from './sum.ts'

console.log(String(double(Number(process.argv[2]))))
`,
  })
  for (const sentence of [
    // As Vitest prints them, with the place in the file.
    'FAIL bench/tiny/regress/broken.test.ts',
    'bench/tiny/regress/broken.test.ts:11:11',
    'FAIL bench/tiny/regress/lost.test.ts',
    'bench/tiny/regress/lost.test.ts:1:1',
    'DOES-NOT-COMPILE regress/broken the file cannot be collected: Transform failed with 1 error: [PARSE_ERROR] Unexpected token DOES',
    "DOES-NOT-COMPILE regress/lost the file cannot be collected: Cannot find module './nowhere.ts'",
    'DIFFERENCES seed and reference they differ at 2 places: src/cli.ts (1), src/sum.ts (1); the folders below change/ name 1 defect. Undo',
    'EMPTY regress/no-test the file holds no test;',
    'EMPTY regress/zero the file holds no test;',
    'DOES-NOT-COMPILE regress/hook a hook of the file fails: no room; ask builds in the test itself',
    'CANNOT-FAIL regress/[odd] (name) no control turned it red:',
    'SKIPPED regress/skips-itself its test is skipped',
    'SKIPPED regress/skipped its test is skipped or to do, which is never a pass;',
    'UNTAGGED regress/untagged the file has no tag; put `/** @module-',
    'DOUBLY-TAGGED regress/both the file is tagged both change and regress;',
    'DUPLICATE-NAME regress/keeps, regress/twin these assertions share the name "a number is doubled",',
  ])
    expect(told).toContain(sentence)
})

test('vandals and assertions that show nothing, told beside a reporter that tells no errors', async () => {
  const told = await refused(
    {
      'bench/tiny/regress/true.test.ts': assertion('regress', 'a', double).replace(
        /await expect.*/,
        'expect(build.label).toBeTruthy()',
      ),
      'bench/tiny/controls/survivor.patch': vandal('regress/keeps', '2 * a'),
      'bench/tiny/controls/wrong-red.patch': vandal('regress/keeps'),
      'bench/tiny/controls/no-patch.patch': vandal('regress/keeps', 'a * 3', 'a * 7'),
      'bench/tiny/controls/no-load.patch': vandal('regress/keeps, regress/cli', 'a * ('),
      'bench/tiny/controls/unknown.patch': vandal('regress/keeps, regress/cli, regress/keep'),
      'bench/tiny/controls/already.patch': vandal('regress/keeps, regress/cli, change/sum/adds'),
    },
    ['--reporter=json'],
  )
  for (const sentence of [
    'tiny: 8 problems',
    'SURVIVED vandal survivor it “edited it”, and regress/keeps stayed green:',
    'WRONG-RED vandal wrong-red it turned regress/cli red, which it does not name (expected',
    'VOID controls/no-patch.patch the patch does not apply to the seed (src/sum.ts',
    'VOID vandal no-load the build that it makes does not load (src/sum.ts does not load: SyntaxError:',
    'UNKNOWN-NAME vandal unknown `reddens` names regress/keep, but there is no such assertion;',
    'ALREADY-RED vandal already change/sum/adds is red on the seed already,',
    'UNPARSEABLE-GREEN regress/true it passes on a build that does not even parse,',
    'CANNOT-FAIL regress/true no control turned it red: nothing shows that it is able to fail;',
  ])
    expect(told).toContain(sentence)
})

test('a reference that fails one time in three', async () => {
  await using project = await makeProject(defaultOptions, {
    'bench/tiny/controls/off-by-one.patch': null,
  })
  // Asked three times: for what is expected, and as a control twice.
  const counter = JSON.stringify(path.join(project.folder, 'counter'))
  const reference = await project.read('reference/tiny/src/sum.ts')
  await project.write({
    'reference/tiny/src/sum.ts': reference.replace(
      '  return a + b',
      `  const { appendFileSync, statSync } = process.getBuiltinModule('node:fs')
  appendFileSync(${counter}, '.')
  if (statSync(${counter}).size % 3 === 0) throw new Error('now and then')
  return a + b`,
    ),
  })
  const told = await refusal(project, ['--reporter=verbose'])
  expect(told).toContain(
    'tiny: 1 problem UNSTABLE change/sum/adds it passed once and failed once on the same reference (expected',
  )
  expect(told).toContain('"now and then"')
  expect(await project.runs()).toEqual([])
})

test('a defect that is gone after a pass: the pass does not count, records stay as they were', async () => {
  await using project = await makeProject({ ...defaultOptions, repetitions: 1 })
  const [seed, reference] = await Promise.all(
    ['seed', 'reference'].map((role) => project.read(`${role}/tiny/src/sum.ts`)),
  )
  expect((await project.vitest(['run'])).exitCode).toBe(0)
  const records = await project.records()
  expect(records).toHaveLength(1)

  const gone = [
    'DIFFERENCES seed and reference they do not differ; the folders below change/ name 1 defect. A defect was repaired in the seed or put back into the reference: restore it',
    'SEED-GREEN task fix all its change assertions pass on the pristine seed: doing nothing solves it;',
  ]
  await project.write({ 'seed/tiny/src/sum.ts': reference as string })
  const repaired = await refusal(project)
  for (const sentence of gone) expect(repaired).toContain(sentence)

  await project.write({
    'seed/tiny/src/sum.ts': seed as string,
    'reference/tiny/src/sum.ts': seed as string,
  })
  const putBack = await refusal(project)
  for (const sentence of gone) expect(putBack).toContain(sentence)

  expect(await project.runs()).toHaveLength(1)
  expect(await project.records()).toEqual(records)
})

test('an error of the suite’s files outside any test is printed as Vitest prints it', async () => {
  const told = await refused({
    'bench/tiny/shared/setup.ts': `Promise.reject(new Error('lost'))\n`,
    'bench/tiny/regress/keeps.test.ts': `import '../shared/setup.ts'\n${assertion('regress', 'a number is doubled', double)}`,
  })
  expect(told).toContain('Unhandled Error')
  expect(told).toContain('bench/tiny/shared/setup.ts:1:16')
  expect(told).toMatch(
    /tiny: 1 problem UNHANDLED \S+ an error outside any test, printed above: lost;/,
  )
})
