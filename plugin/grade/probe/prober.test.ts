import { chmod, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashTree } from '../../tree/hash.ts'
import { call, ignore, openProber, probeModule, writeBuild } from './fixture-build.ts'
import type { ProbeResult } from './spec.ts'
import { decodeValue } from './value.ts'

function returned(result: ProbeResult): unknown {
  if (result.status !== 'returned') throw new Error(JSON.stringify(result))
  return decodeValue(result.value)
}

test('calls TypeScript and JavaScript, awaits, passes values faithfully both ways', async () => {
  const build = await writeBuild({
    'src/a.ts': 'import { g } from "./b.js"\nexport const f = async (...v: unknown[]) => g(v)',
    'src/b.js': 'export const g = (v) => ({ v, n: [-0, NaN, undefined, 1n] })',
  })
  const value = [-0, Number.NaN, undefined, 1n, new Map([[1, new Date(5)]]), /x/g]
  const result = await openProber().probe(build, call('src/a.ts', 'f', ...value))
  expect(returned(result)).toStrictEqual({ v: value, n: [-0, Number.NaN, undefined, 1n] })
})

test('what is thrown crosses with name, message, code and cause', async () => {
  const source = `
    class NotFound extends Error { name = 'NotFound'; code = 'E1' }
    export const f = () => { throw new NotFound('no ' + import.meta.dirname, { cause: 'why' }) }
    export const text = async () => { throw 'plain' }
    export const object = () => { throw { a: 1 } }
    export const abort = () => AbortSignal.abort().throwIfAborted()`
  const build = await writeBuild({ 'main.js': source })
  const prober = openProber()
  const names = ['f', 'text', 'object', 'abort']
  const results = await Promise.all(names.map((name) => prober.probe(build, call('main.js', name))))
  expect(results).toMatchInlineSnapshot(`
    [
      {
        "error": {
          "cause": {
            "message": "why",
            "name": "thrown string",
          },
          "code": "E1",
          "message": "no <build>",
          "name": "NotFound",
        },
        "status": "threw",
      },
      {
        "error": {
          "message": "plain",
          "name": "thrown string",
        },
        "status": "threw",
      },
      {
        "error": {
          "message": "{ a: 1 }",
          "name": "thrown object",
        },
        "status": "threw",
      },
      {
        "error": {
          "code": 20,
          "message": "This operation was aborted",
          "name": "AbortError",
        },
        "status": "threw",
      },
    ]
  `)
})

test('runs a command with stdin, arguments and environment; the path of the copy is veiled', async () => {
  const build = await writeBuild({
    'cli.ts': `
      const chunks: Buffer[] = []
      for await (const chunk of process.stdin) chunks.push(chunk)
      console.log(process.argv[2], Buffer.concat(chunks).toString(), process.env.EXTRA, process.cwd())
      console.error(import.meta.url, process.env.TMPDIR)
      process.exitCode = 3`,
  })
  const spec = {
    kind: 'run' as const,
    argv: ['node', 'cli.ts', '--x'],
    stdin: 'in',
    env: { EXTRA: 'e' },
  }
  expect(await openProber().probe(build, spec)).toEqual({
    status: 'ran',
    exitCode: 3,
    signal: null,
    stdout: '--x in e <build>\n',
    stderr: 'file://<build>/cli.ts <temp>/tmp\n',
    cut: { stdout: 0, stderr: 0 },
  })
})

test('returned paths are veiled too', async () => {
  const source = `
    export const f = () => new Map([[import.meta.filename, [new Error(import.meta.url + ' 漢')]]])`
  expect(returned(await probeModule(source))).toStrictEqual(
    new Map([['<build>/main.js', [new Error('file://<build>/main.js 漢')]]]),
  )
})

test('the environment is what is allowed, and nothing tells of us', async () => {
  process.env.VERY_SECRET = 'x'
  const source = 'export const f = () => [{ ...process.env }, process.cwd(), process.argv.length]'
  const [env, cwd, length] = returned(await probeModule(source)) as [object, string, number]
  delete process.env.VERY_SECRET
  const { PATH, ...rest } = env as Record<string, string>
  expect(rest).toMatchObject({
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    HOME: '<temp>/home',
    TMPDIR: '<temp>/tmp',
  })
  expect(rest).not.toHaveProperty('VERY_SECRET')
  expect(Object.keys(rest).filter((name) => /node|vite|npm/i.test(name))).toEqual([])
  expect([PATH?.length, cwd, length]).toEqual([expect.any(Number), '<build>', 2])
})

test('a build that writes into its own tree changes neither itself nor the next probe', async () => {
  const source = `
    import { existsSync, writeFileSync, rmSync } from 'node:fs'
    export const f = () => {
      const was = existsSync('left.txt')
      writeFileSync('left.txt', 'x'); writeFileSync('main.js', ''); rmSync('package.json')
      return was
    }`
  const build = await writeBuild({ 'main.js': source })
  const before = await hashTree(build, ignore)
  const prober = openProber()
  for (let turn = 0; turn < 2; turn++) {
    expect(returned(await prober.probe(build, call('main.js', 'f')))).toBe(false)
  }
  expect(await hashTree(build, ignore)).toBe(before)
})

test('odd names, links out of the tree and unreadable files are in nobody’s way', async () => {
  const build = await writeBuild({
    'line\nbreak.js': '',
    'ünï 漢.js': 'export const f = () => 1',
    [`${'n'.repeat(250)}`]: '',
    aux: '',
  })
  await symlink('/nowhere/at/all', join(build, 'dangling'))
  await symlink('..', join(build, 'up'))
  await writeFile(join(build, 'secret'), '')
  await chmod(join(build, 'secret'), 0)
  expect(returned(await openProber().probe(build, call('ünï 漢.js', 'f')))).toBe(1)
})

test('a lacking package is the apparatus’s fault when the build depends on it', async () => {
  const build = await writeBuild({
    'package.json': '{"type":"module","dependencies":{"@scope/wanted":"1.0.0"}}',
    'wanted.js': 'import "@scope/wanted/sub"',
    'unknown.js': 'import "unknown"',
    'file.js': 'import "./none.js"',
  })
  const prober = openProber()
  const modules = ['wanted.js', 'unknown.js', 'file.js', 'none.js']
  const specs = [
    ...modules.map((module) => call(module, 'f')),
    { kind: 'run' as const, argv: ['node', 'wanted.js'] },
    { kind: 'run' as const, argv: ['no-such-command-anywhere'] },
    { kind: 'run' as const, argv: ['./none.sh'] },
  ]
  const results = await Promise.all(specs.map((spec) => prober.probe(build, spec)))
  expect(results).toMatchInlineSnapshot(`
    [
      {
        "reason": "the package @scope/wanted, which the build depends on, is not installed",
        "status": "ungraded",
      },
      {
        "reason": "unknown.js does not load: Error: Cannot find package 'unknown' imported from <build>/unknown.js",
        "status": "failed",
      },
      {
        "reason": "file.js does not load: Error: Cannot find module '<build>/none.js' imported from <build>/file.js",
        "status": "failed",
      },
      {
        "reason": "none.js is not there",
        "status": "failed",
      },
      {
        "reason": "the package @scope/wanted, which the build depends on, is not installed",
        "status": "ungraded",
      },
      {
        "reason": "no-such-command-anywhere could not be started: spawn no-such-command-anywhere ENOENT",
        "status": "ungraded",
      },
      {
        "reason": "./none.sh is not there (ENOENT)",
        "status": "failed",
      },
    ]
  `)
})

test('a build that is not there is the apparatus’s fault; so is a closed prober', async () => {
  const prober = openProber()
  expect((await prober.probe('/no/such/build', call('a.js', 'f'))).status).toBe('ungraded')
  await prober.close()
  const build = await writeBuild({ 'main.js': 'export const f = () => 1' })
  expect((await prober.probe(build, call('main.js', 'f'))).status).toBe('ungraded')
})
