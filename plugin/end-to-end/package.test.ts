import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { readJsonl } from '../../reporters/jsonl.ts'
import { assertion } from './project.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
let app: string
let tarball: string

/** Runs a program of the repository's, or npm itself, and gives all that it printed. */
async function run(command: string, args: string[], cwd = app) {
  const { exitCode, all } = await execa(command, args, {
    cwd,
    all: true,
    reject: false,
    stdin: 'ignore',
    preferLocal: true,
    localDir: repository,
    env: { NO_COLOR: '1', VITEST: undefined, NODE_ENV: undefined, NODE_OPTIONS: undefined },
  })
  return { exitCode, output: stripVTControlCharacters(all) }
}

const vitest = (...args: string[]) =>
  run(process.execPath, [path.join(app, 'node_modules/vitest/vitest.mjs'), ...args])

const sources: Record<string, string> = {
  'package.json': '{ "name": "app", "private": true, "type": "module" }\n',
  'vitest.config.ts': `import { harnessBench } from 'harnessbench'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [harnessBench()] })
`,
  'bench/tiny/tasks/fix.md': 'The sum of two numbers comes out wrong: 2 and 3 should give 5.\n',
  'bench/tiny/change/sum/adds.test.ts': assertion(
    'change',
    'two numbers are added',
    `(tree) => tree.call('sum.js', 'sum', 2, 3)`,
  ),
  'bench/tiny/regress/doubles.test.ts': assertion(
    'regress',
    'a number is doubled',
    `(tree) => tree.call('sum.js', 'double', 4)`,
  ),
  'bench/tiny/controls/zeros.patch': `---
does: gave zero for everything
base: reference
reddens: [change/sum/adds, regress/doubles]
---
--- a/sum.js
+++ b/sum.js
@@ -1,2 +1,2 @@
-export const sum = (a, b) => a + b
-export const double = (a) => a * 2
+export const sum = () => 0
+export const double = () => 0
`,
  'seed/tiny/package.json': '{ "type": "module" }\n',
  'seed/tiny/sum.js': 'export const sum = (a, b) => a - b\nexport const double = (a) => a * 2\n',
  'reference/tiny/package.json': '{ "type": "module" }\n',
  'reference/tiny/sum.js':
    'export const sum = (a, b) => a + b\nexport const double = (a) => a * 2\n',
  // The suite that comes with the package, measured from where it was installed.
  'shopkit.config.ts': `import { harnessBench } from 'harnessbench'
import { defineConfig } from 'vitest/config'

const place = (role: string) => \`node_modules/harnessbench/\${role}/shopkit\`
const suite = { folder: place('bench'), seed: place('seed'), reference: place('reference') }
export default defineConfig({ plugins: [harnessBench({ suites: [suite] })] })
`,
  'adapter.ts': `import { type Context, type Metadata, Unmeasured } from 'harnessbench/adapter'

export async function run(_build: string, brief: string, context: Context): Promise<Metadata> {
  if (context.signal.aborted) throw new Unmeasured('too late')
  return { calls: brief.length, tokens: { input: 1 } }
}
`,
  // Would not be errors if the types were lost on the way.
  'wrong.test.ts': `import { harnessBench } from 'harnessbench'
import type { Metadata } from 'harnessbench/adapter'
import { builds } from 'harnessbench/grade'
import { expect } from 'vitest'

// @ts-expect-error no such option
harnessBench({ repetition: 3 })
// @ts-expect-error calls are a number
export const metadata: Metadata = { calls: 'three' }
// @ts-expect-error needs a probe
for (const build of builds) expect(build).toMatchReference()
`,
  'read.js': `import schema from 'harnessbench/record.schema.json' with { type: 'json' }
import { readJsonl } from 'harnessbench/record'

const records = await readJsonl('.harnessbench/default.jsonl')
const known = Object.keys(schema.properties)
console.log(records.length, Object.keys(records[0]).every((key) => known.includes(key)))
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'esnext',
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    },
    include: ['*.ts', 'bench'],
  }),
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'package-')))
  app = path.join(folder, 'app')
  for (const [name, content] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(app, name)), { recursive: true })
    await writeFile(path.join(app, name), content)
  }
  const packed = await run('npm', ['pack', '--pack-destination', folder], repository)
  expect(packed, 'npm pack').toMatchObject({ exitCode: 0 })
  tarball = path.join(folder, `${manifest.name}-${manifest.version}.tgz`)
  const { vite, vitest } = manifest.devDependencies
  const wanted = [tarball, `vite@${vite}`, `vitest@${vitest}`]
  const installed = await run('npm', ['install', '--prefer-offline', '--no-audit', ...wanted])
  expect(installed, 'npm install').toMatchObject({ exitCode: 0 })
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('the packed package', () => {
  test('measures a suite of the user’s own, configured in three lines', async () => {
    const measured = await vitest('run')
    expect(measured.output).toContain('tiny: 0 problems, 1 change and 1 regress assertions')
    expect(measured.output).toMatch(/nothing +fix +0\.000 \(3 of 3\) +1\.000 \(3 of 3\)/)
    expect(measured.exitCode).toBe(0)

    const records = await readJsonl(path.join(app, '.harnessbench/default.jsonl'))
    expect(records.map(({ outcome, change, regress }) => [outcome, change, regress])).toEqual(
      Array(3).fill([
        'finished',
        { passed: 0, graded: 1, of: 1, fraction: 0 },
        { passed: 1, graded: 1, of: 1, fraction: 1 },
      ]),
    )
    expect(await run(process.execPath, ['read.js'])).toEqual({ exitCode: 0, output: '3 true' })
  })

  test('carries the suite shopkit, whose assertions are found where it is installed', async () => {
    const listed = await vitest('list', '--json', '--config', 'shopkit.config.ts')
    expect(JSON.parse(listed.output)).toHaveLength(25)
  })

  test('has types, of which an assertion file, an adapter and a config make use', async () => {
    expect(await run('tsc', ['-p', '.'])).toEqual({ exitCode: 0, output: '' })
  })

  test('is clean to publint and arethetypeswrong', async () => {
    const [lint, types] = await Promise.all([
      run('publint', ['run', tarball, '--strict']),
      run('attw', [tarball, '--profile', 'esm-only']),
    ])
    expect(lint.output).toContain('All good!')
    expect(lint.exitCode).toBe(0)
    expect(types.output).not.toContain('❌')
    expect(types.exitCode, types.output).toBe(0)
  })
})
