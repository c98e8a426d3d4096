/**
 * A small real project in a temporary folder, on which the real `vitest` is run. For tests.
 *
 * Its suite `tiny` has one task and three assertions: `change/sum/adds` (red on the seed),
 * `regress/keeps` and `regress/cli`; two vandals name them all. Any file can be replaced.
 */
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa, type Options } from 'execa'
import type { HarnessBenchOptions } from '../options.ts'
import type { SampleRecord } from '../record/schema.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Path below the project → content; null leaves the file out. */
export type Files = Record<string, string | null>

export interface Project extends AsyncDisposable {
  folder: string
  /** Writes or, with null, removes files. */
  write(files: Files): Promise<void>
  read(file: string): Promise<string>
  /** Runs `vitest` with these words; never rejects for an exit code. */
  vitest(words: string[], options?: Options): Promise<Run>
  /** The records that the last run wrote, from the JSON lines of the experiment. */
  records(experiment?: string): Promise<SampleRecord[]>
  /** How often the adapter `./counting.ts` has run, with what it was given. */
  runs(): Promise<{ condition: string; task: string; repetition: number }[]>
}

export interface Run {
  exitCode: number | undefined
  stdout: string
  stderr: string
  /** Both, without colours, with the project's folder as `<project>`. */
  output: string
}

/** Options of the config that `makeProject` writes: one condition whose adapter solves the task and counts its runs. */
export const defaultOptions: HarnessBenchOptions = {
  experiment: 'tiny',
  repetitions: 2,
  conditions: [{ name: 'solver', adapter: './counting.ts' }],
}

export async function makeProject(
  options: HarnessBenchOptions | { source: string } = defaultOptions,
  files: Files = {},
): Promise<Project> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'project-')))
  await symlink(
    path.join(repository, 'node_modules'),
    path.join(folder, 'node_modules'),
    'junction',
  )
  const project: Project = {
    folder,
    async write(changed) {
      for (const [name, content] of Object.entries(changed)) {
        const file = path.join(folder, name)
        if (content === null) await rm(file, { recursive: true, force: true })
        else {
          await mkdir(path.dirname(file), { recursive: true })
          await writeFile(file, content)
        }
      }
    },
    read: (file) => readFile(path.join(folder, file), 'utf8'),
    async vitest(words, given = {}) {
      const result = await execa(
        process.execPath,
        [path.join(repository, 'node_modules/vitest/vitest.mjs'), ...words],
        {
          maxBuffer: 50_000_000,
          ...given,
          cwd: folder,
          reject: false,
          stdin: 'ignore',
          // What the outer Vitest told its workers is not for the inner one.
          env: {
            NO_COLOR: '1',
            FORCE_COLOR: undefined,
            VITEST: undefined,
            VITEST_MODE: undefined,
            TEST: undefined,
            NODE_ENV: undefined,
            NODE_OPTIONS: undefined,
            ...given.env,
          },
        },
      )
      const stdout = String(result.stdout ?? '')
      const stderr = String(result.stderr ?? '')
      return {
        exitCode: result.exitCode,
        stdout,
        stderr,
        output: `${stdout}\n${stderr}`.replaceAll(folder, '<project>'),
      }
    },
    async records(experiment = 'tiny') {
      const text = await project.read(`.harnessbench/${experiment}.jsonl`)
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    },
    async runs() {
      const names = await readdir(path.join(folder, 'runs')).catch(() => [])
      return Promise.all(
        names.sort().map(async (name) => JSON.parse(await project.read(`runs/${name}`))),
      )
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  const source = 'source' in options ? (options.source as string) : JSON.stringify(options, null, 2)
  await project.write({ ...tiny(source), ...files })
  return project
}

function tiny(options: string): Files {
  const at = (place: string) => JSON.stringify(path.join(repository, place))
  return {
    'package.json': '{ "type": "module" }\n',
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import { harnessBench } from ${at('plugin/index.ts')}

export default defineConfig({
  resolve: { alias: { 'harnessbench/grade': ${at('plugin/grade/index.ts')} } },
  plugins: [harnessBench(${options})],
})
`,
    'counting.ts': `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Solves the task, and leaves a note of each run beside the suite. */
export async function run(build: string, _brief: string, context: any) {
  const runs = path.join(context.suite.folder, '../../runs')
  mkdirSync(runs, { recursive: true })
  const name = Object.values(context.sample).join('.') + '.' + process.hrtime.bigint()
  writeFileSync(path.join(runs, name), JSON.stringify(context.sample))
  const file = path.join(build, 'src/sum.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('a - b', 'a + b'))
  return { calls: 3, cost: 0.01 }
}
`,
    'bench/tiny/tasks/fix.md': 'The sum of two numbers comes out wrong: 2 and 3 should give 5.\n',
    'bench/tiny/change/sum/adds.test.ts': assertion(
      'change',
      'two numbers are added',
      `(tree) => tree.call('src/sum.ts', 'sum', 2, 3)`,
    ),
    'bench/tiny/regress/keeps.test.ts': assertion(
      'regress',
      'a number is doubled',
      `(tree) => tree.call('src/sum.ts', 'double', 4)`,
    ),
    'bench/tiny/regress/cli.test.ts': assertion(
      'regress',
      'the command doubles',
      `(tree) => tree.run(['node', 'src/cli.ts', '21'])`,
    ),
    'bench/tiny/controls/off-by-one.patch': `---
does: added one too many
base: reference
reddens: [change/sum/adds]
---
--- a/src/sum.ts
+++ b/src/sum.ts
@@ -1,3 +1,3 @@
 export function sum(a: number, b: number): number {
-  return a + b
+  return a + b + 1
 }
`,
    'bench/tiny/controls/trebles.patch': `---
does: trebled where it should double
reddens: [regress/keeps, regress/cli]
---
--- a/src/sum.ts
+++ b/src/sum.ts
@@ -5,3 +5,3 @@
 export function double(a: number): number {
-  return a * 2
+  return a * 3
 }
`,
    ...tree('seed', 'a - b'),
    ...tree('reference', 'a + b'),
  }
}

function tree(role: string, sum: string): Files {
  return {
    [`${role}/tiny/package.json`]: '{ "type": "module" }\n',
    [`${role}/tiny/src/sum.ts`]: `export function sum(a: number, b: number): number {
  return ${sum}
}

export function double(a: number): number {
  return a * 2
}
`,
    [`${role}/tiny/src/cli.ts`]: `import { double } from './sum.ts'

console.log(double(Number(process.argv[2])))
`,
  }
}

/** The text of an assertion file. */
export function assertion(tag: string, name: string, probe: string): string {
  return `/** @module-tag ${tag} */
import { builds } from 'harnessbench/grade'
import { describe, expect, test } from 'vitest'

describe.for(builds)('$label', (build) => {
  test(${JSON.stringify(name)}, async () => {
    await expect(build).toMatchReference(${probe})
  })
})
`
}
