import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findFamily } from '../plugin/process/family.ts'
import type { Context } from '../plugin/run/adapter.ts'
import { inChild } from '../plugin/run/child.ts'
import { temporaryTree } from '../plugin/tree/fixtures/temporary-tree.ts'
import { options, run } from './command.ts'

/** Writes what it was given beside itself: arguments, standard input, folder, environment. */
const recorder = `
import { readFileSync, writeFileSync } from 'node:fs'
const given = { args: process.argv.slice(2), cwd: process.cwd(), env: process.env }
const stdin = readFileSync(0)
writeFileSync(new URL('given.json', import.meta.url), JSON.stringify(given))
writeFileSync(new URL('stdin', import.meta.url), stdin)
`

async function command(
  given: { argv: string[] } & Record<string, unknown>,
  brief = 'Mend it.\n',
  signal = new AbortController().signal,
) {
  const home = await realpath(await temporaryTree({ 'recorder.mjs': recorder }))
  const build = path.join(home, 'build')
  await mkdir(path.join(build, 'inner'), { recursive: true })
  const context = {
    options: options.parse(given),
    model: 'model-9',
    env: { PATH: process.env.PATH },
    home,
    signal,
    log: () => 0,
  } as never as Context
  const result = await run(build, brief, context).catch((error: Error) => error)
  const read = (name: string) => readFile(path.join(home, name))
  return {
    result,
    home,
    build,
    given: async () => JSON.parse((await read('given.json')).toString()),
    stdin: () => read('stdin'),
  }
}

const recording = (...args: string[]) => [process.execPath, '{home}/recorder.mjs', ...args]

test.each([
  'plain',
  'it\'s "quoted" and \\back\\slashed',
  '$(touch pwned) `touch pwned` $HOME; rm -rf . | cat && x > y',
  'two\nlines\r\nand\ttab\n',
  '--help',
  '-rf',
  'unicode \u{1f600} e\u0301 and {model} {home} {briefFile} {brief} $& $1',
  ' leading and trailing ',
])('a brief is one argument, whatever is in it: %j', async (brief) => {
  const { result, given, build } = await command({ argv: recording('-p', '{brief}') }, brief)
  expect(result).toEqual({})
  expect(await given()).toMatchObject({ args: ['-p', brief], cwd: build })
})

test('placeholders are replaced within arguments and variables', async () => {
  const { given, home } = await command({
    argv: recording('--model={model}', '{model}/{model}'),
    env: { MODEL: '<{model}>', STATE: '{home}/state' },
    cwd: 'inner',
  })
  const { args, cwd, env } = await given()
  expect(args).toEqual(['--model=model-9', 'model-9/model-9'])
  expect(cwd).toBe(path.join(home, 'build', 'inner'))
  expect(env).toMatchObject({ MODEL: '<model-9>', STATE: path.join(home, 'state') })
  expect(Object.keys(env).sort()).toEqual(expect.arrayContaining(['MODEL', 'PATH', 'STATE']))
  expect(env).not.toHaveProperty('VITEST')
})

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

test.each([200_000, 1_000_000])(
  'a brief of %d bytes by standard input and by file',
  async (size) => {
    const brief = 'Ä brief \u{1f600} {model}\n'.repeat(size / 25)
    const byStdin = await command({ argv: recording() }, brief)
    expect(hash(await byStdin.stdin())).toBe(hash(brief))
    const byFile = await command({ argv: recording('{briefFile}') }, brief)
    const [file] = (await byFile.given()).args
    expect(hash(await readFile(file))).toBe(hash(brief))
    expect((await byFile.stdin()).length).toBe(0)
  },
)

test.runIf(process.platform === 'linux')(
  'a brief too long for an argument is told, with what to do',
  async () => {
    const { result } = await command({ argv: recording('{brief}') }, 'x'.repeat(200_000))
    expect(result).toMatchObject({
      name: 'Unmeasured',
      message:
        'an argument of 200000 bytes is longer than this system takes (131071): give the brief on standard input, or by {briefFile}',
    })
    const longest = await command({ argv: recording('{brief}') }, 'x'.repeat(131_071))
    expect(longest.result).toEqual({})
  },
)

test('no brief at all where none is wanted', async () => {
  const { stdin } = await command({ argv: recording(), brief: 'none' })
  expect((await stdin()).length).toBe(0)
})

test('exit codes', async () => {
  const exiting = (code: number, exitCodes?: number[]) =>
    command({
      argv: [process.execPath, '-e', `process.exit(${code})`],
      ...(exitCodes && { exitCodes }),
    })
  expect((await exiting(0)).result).toEqual({})
  expect((await exiting(2)).result).toEqual({
    crashed: 'node ended with exit code 2',
  })
  expect((await exiting(2, [0, 2])).result).toEqual({})
  expect((await exiting(0, [2])).result).toEqual({ crashed: 'node ended with exit code 0' })
  const killed = await command({
    argv: [process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'],
  })
  expect(killed.result).toEqual({ crashed: 'node was ended by SIGKILL' })
})

test('a program that failed is named with what it said of that', async () => {
  const wrong = await command({ argv: [process.execPath, '{home}/no-such-agent.mjs', '{brief}'] })
  expect(wrong.result).toEqual({
    crashed: `node no-such-agent.mjs ended with exit code 1: Error: Cannot find module '${wrong.home}/no-such-agent.mjs'`,
  })
  const logged = await command({ argv: ['sh', '-c', 'echo so; echo no model >&2; exit 3'] })
  expect(logged.result).toEqual({ crashed: 'sh ended with exit code 3: no model' })
})

test('a program that is not there, or cannot be started, says what to mend', async () => {
  const missing = await command({ argv: ['no-such-harness', '{brief}'] })
  expect(missing.result).toMatchObject({
    name: 'Unmeasured',
    message:
      'no-such-harness is not on the PATH that a harness gets; install it, or write its absolute path in `options.argv`',
  })
  const notExecutable = await command({ argv: ['{home}/recorder.mjs'] })
  expect(notExecutable.result).toMatchObject({
    name: 'Unmeasured',
    message: expect.stringMatching(/recorder\.mjs could not be started: .*EACCES/),
  })
  const nowhere = await command({ argv: recording(), cwd: 'not-there' })
  expect(nowhere.result).toMatchObject({
    name: 'Unmeasured',
    message: 'there is no folder not-there in the build; mend `options.cwd`',
  })
})

test('both streams are kept, whatever their bytes, also of what is left running', async () => {
  const home = await realpath(await temporaryTree())
  const output: Uint8Array[] = []
  const source = `
    process.stdout.write(Buffer.from([1, 255, 254]))
    process.stderr.write('err')
    require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit', detached: true }).unref()`
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const result = await inChild(
    {
      do: 'run',
      module: import.meta.resolve('./command.ts'),
      build: home,
      brief: '',
      marker: home,
      budget: 50_000,
      context: {
        options: options.parse({ argv: [process.execPath, '-e', source] }),
        model: null,
        home,
        env,
        sample: {} as never,
        suite: {} as never,
      },
    },
    { env, marker: home, onOutput: (chunk) => output.push(chunk) },
  )
  expect(result).toMatchObject({ failure: null, timedOut: false })
  const bytes = Buffer.concat(output)
  expect(bytes.includes(Buffer.from([1, 255, 254]))).toBe(true)
  expect(bytes.includes('err')).toBe(true)
  expect(bytes).toHaveLength(6)
  expect(await findFamily({ pid: null, marker: home })).toEqual([])
})

test('a program that closes its standard input unread, or never reads it, has not failed', async () => {
  const brief = 'x'.repeat(1_000_000)
  const unread = await command({ argv: [process.execPath, '-e', '0'] }, brief)
  expect(unread.result).toEqual({})
  const closed = await command(
    { argv: [process.execPath, '-e', 'process.stdin.destroy(); setTimeout(() => {}, 200)'] },
    brief,
  )
  expect(closed.result).toEqual({})
})

test('at the abort it is ended, also when it does not want to', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 500)
  const { result } = await command(
    {
      argv: [process.execPath, '-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 99)`],
    },
    '',
    stop.signal,
  )
  expect(result).toEqual({})
})

test.each([
  [{ argv: [] }, 'argv'],
  [{ argv: 'claude' }, 'argv'],
  [{ argv: ['x'], exitCode: 0 }, 'exitCode'],
  [{ argv: ['x'], brief: 'args' }, 'brief'],
])('options that are not right are refused: %j', (given, name) => {
  expect(() => options.parse(given)).toThrow(name)
})
