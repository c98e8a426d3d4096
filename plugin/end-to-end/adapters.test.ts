import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { makeProject } from './project.ts'

/** Solves the task as a program would: by its arguments alone, in the folder that it is started in. */
const agent = `#!/bin/sh
brief=$(cat)
sed -i.orig 's/a - b/a + b/' src/sum.ts && rm src/sum.ts.orig
echo "{\\"model\\": \\"m-1\\", \\"turns\\": 4, \\"usd\\": 0.5, \\"brief\\": \\"$brief\\"}"
`

const solving = (exported: string) => `
import { readFileSync, writeFileSync } from 'node:fs'
console.log('imported')
${exported} function run(build) {
  const file = build + '/src/sum.ts'
  writeFileSync(file, readFileSync(file, 'utf8').replace('a - b', 'a + b'))
}
`

const patch = `---
model: m-2
calls: 9
cost: 0.125
---
--- a/src/sum.ts
+++ b/src/sum.ts
@@ -1,3 +1,3 @@
 export function sum(a: number, b: number): number {
-  return a - b
+  return a + b
 }
--- /dev/null
+++ b/_check.ts
@@ -0,0 +1,1 @@
+// scratch
`

test('every kind of adapter: built in, a file, a module of a package', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../README.md'), 'utf8')
  const inReadme = readme.match(/```ts\n([^`]*export async function run[^`]*)```/)?.[1] ?? ''
  const tools = await temporaryTree({ 'my-agent': { text: agent, mode: 0o755 } })
  await using project = await makeProject(
    {
      experiment: 'tiny',
      repetitions: 1,
      conditions: [
        { name: 'nothing', adapter: 'nothing' },
        { name: 'reference', adapter: 'reference' },
        { name: 'vandal', adapter: 'vandal', options: { vandal: 'trebles' } },
        { name: 'replay', adapter: 'replay', options: { folder: 'replays' } },
        { name: 'unrecorded', adapter: 'replay', options: { folder: 'controls' } },
        {
          name: 'command',
          adapter: 'command',
          options: { argv: ['my-agent', '{model}'], exitCodes: [0] },
          model: 'm-3',
        },
        { name: 'readme', adapter: './my-harness.ts' },
        { name: 'plain', adapter: './adapters/plain.js' },
        { name: 'module', adapter: './adapters/module.mjs' },
        { name: 'package', adapter: 'own/adapter' },
        { name: 'session', adapter: './adapters/session.mjs' },
      ],
      retries: 0,
    },
    {
      // A package can name itself; `import` alone is what packages of ES modules often export for.
      'package.json': JSON.stringify({
        name: 'own',
        type: 'module',
        exports: { './adapter': { import: './adapters/of-package.js' } },
      }),
      'adapters/of-package.js': solving('export async'),
      'adapters/plain.js': solving('export'),
      'adapters/module.mjs': solving('const adapter = { run }; export default adapter;'),
      'adapters/session.mjs': solving(
        'export const open = (build) => ({ turn: async (brief) => (console.log(brief), run(build), { calls: 2 }), close: async () => console.log("closed") });',
      ),
      'my-harness.ts': inReadme,
      'bench/tiny/replays/fix.1.patch': patch,
    },
  )
  const run = await project.vitest(['run'], {
    env: { PATH: `${tools}${path.delimiter}${process.env.PATH}` },
  })
  expect(run.output).not.toContain('imported')

  const records = new Map((await project.records()).map((record) => [record.condition, record]))
  const row = (name: string) => {
    const record = records.get(name)
    if (!record) return undefined
    const { outcome, change, regress, usage, litter } = record
    return [outcome, change.passed, regress.passed, usage.calls, usage.cost, usage.model, litter]
  }
  expect(Object.fromEntries([...records.keys()].map((name) => [name, row(name)]))).toEqual({
    nothing: ['finished', 0, 2, 0, 0, null, []],
    reference: ['finished', 1, 2, 0, 0, null, []],
    vandal: ['finished', 0, 0, 0, 0, null, []],
    replay: ['finished', 1, 2, 9, 0.125, 'm-2', ['_check.ts']],
    unrecorded: ['unmeasured', 0, 0, null, null, null, []],
    command: ['finished', 1, 2, null, null, 'm-3', []],
    readme: ['finished', 1, 2, 4, 0.5, 'm-1', []],
    plain: ['finished', 1, 2, null, null, null, []],
    module: ['finished', 1, 2, null, null, null, []],
    package: ['finished', 1, 2, null, null, null, []],
    session: ['finished', 1, 2, 2, null, null, []],
  })
  expect(records.get('replay')?.usage.claimedBy).toBe('published')
  expect(records.get('readme')?.usage.claimedBy).toBe('harness')
  expect(records.get('unrecorded')?.reason).toBe(
    'nothing was recorded: there is no fix.1.patch in controls',
  )
  const output = (name: string) =>
    project.read(`.harnessbench/samples/tiny/tiny/${name}/fix/1/attempts/1/output.txt`)
  for (const name of ['readme', 'command'])
    expect(await output(name)).toContain('"brief": "The sum of two numbers comes out wrong')
  expect(await output('plain')).toBe('imported\n')
  expect(await output('session')).toMatch(/^imported\nThe sum of two numbers .*\nclosed\n$/s)
  expect(run.exitCode).toBe(1)
})
