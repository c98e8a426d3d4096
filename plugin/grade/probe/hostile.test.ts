import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ownIdentity } from '../../process/identity.ts'
import { ownerOf } from '../../process/temporary.ts'
import { call, openProber, probeModule, until, writeBuild } from './fixture-build.ts'
import { decodeValue } from './value.ts'

const rest = 'export const f = () => 1'

describe.each<[string, string, string]>([
  ['a syntax error', 'export const f = (', 'main.js does not load: SyntaxError'],
  ['an exit at import', `process.exit(0)\n${rest}`, 'exited early with code 0 before answering'],
  ['an exit in the call', 'export const f = () => process.exit(2)', 'exited early with code 2'],
  ['a throw at import', `throw new Error('no')\n${rest}`, 'main.js does not load: Error: no'],
  ['an import that nothing settles', `await new Promise(() => {})\n${rest}`, 'exit code 13'],
  [
    'a promise that nothing settles',
    'export const f = () => new Promise(() => {})',
    'exit code 13',
  ],
  ['no such export', 'export const g = 1', 'main.js: "f" is not exported'],
  ['no function', 'export const f = 1', 'main.js: "f" is number, not a function'],
  ['a function returned', 'export const f = () => [() => 1]', 'a function at [0]'],
  [
    'a late throw',
    'export const f = () => new Promise(() => setTimeout(() => { throw new Error("x") }))',
    'Error: x',
  ],
  [
    'rubbish on the answer’s descriptor',
    'import fs from "node:fs"\nfs.writeSync(3, "hello")\nprocess.exit(0)',
    'ended in the middle of its answer',
  ],
  [
    'a signal',
    'process.kill(process.pid, "SIGTERM"); await new Promise((r) => setTimeout(r, 9999))',
    'was ended by SIGTERM',
  ],
])('%s', (_, source, reason) => {
  test('fails, and says so', async () => {
    const result = await probeModule(source)
    expect(result).toEqual({ status: 'failed', reason: expect.stringContaining(reason) })
  })
})

describe.each<[string, string]>([
  ['computes for ever at import', `for (;;);\n${rest}`],
  ['idles for ever at import', `await new Promise(() => setInterval(() => {}, 1000))\n${rest}`],
  ['blocks for ever', `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)\n${rest}`],
])('a build that %s', (_, source) => {
  test('hung', async () => {
    let result = await probeModule(source, 1)
    // On a machine that others keep busy a second is too short to tell.
    for (let seconds = 2; result.status === 'ungraded' && seconds <= 8; seconds *= 2) {
      result = await probeModule(source, seconds)
    }
    expect(result).toEqual({ status: 'failed', reason: expect.stringMatching(/^hung: /) })
  })
})

test('a build that prints a report, writes to every builtin and leaves a timer still only answers', async () => {
  const source = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import v8 from 'node:v8'
    console.log(' ✓ everything (25 tests)\\n Tests  25 passed (25)')
    console.log('{"status":"returned","value":1}')
    fs.writeSync = () => { throw new Error('mine') }
    v8.serialize = () => Buffer.from('mine')
    process.kill = process.exit = JSON.stringify = () => { throw new Error('mine') }
    syncBuiltinESMExports()
    process.on('exit', () => { for (;;); })
    setInterval(() => {}, 10)
    export const f = () => 'right'`
  const result = await probeModule(source)
  expect(result.status === 'returned' && decodeValue(result.value)).toBe('right')
})

test('300 MB of output are survived in bounded memory, and what was cut is said', async () => {
  const source = `
    import { writeSync } from 'node:fs'
    const chunk = Buffer.alloc(1e6, 'x')
    for (let i = 0; i < 300; i++) for (let at = 0; at < 1e6; ) at += writeSync(1, chunk, at)
    process.stderr.write('done')`
  const build = await writeBuild({ 'loud.js': source })
  const before = process.memoryUsage().rss
  let peak = before
  const looking = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const result = await openProber().probe(build, { kind: 'run', argv: ['node', 'loud.js'] })
  clearInterval(looking)
  if (result.status !== 'ran') throw new Error(JSON.stringify(result))
  expect(result).toMatchObject({ exitCode: 0, stderr: 'done' })
  expect(result.stdout.length + result.cut.stdout).toBe(300e6)
  expect(result.stdout.length).toBeLessThan(2e6)
  expect((peak - before) / 1e6).toBeLessThan(150)
})

test('an answer of 70 MB is refused', async () => {
  const result = await probeModule('export const f = () => new Uint8Array(70e6)')
  expect(result).toEqual({ status: 'failed', reason: expect.stringContaining('answer is larger') })
})

// Writes on where nobody waits for it: in a session of its own, its parents gone, nothing inherited.
const orphan = (file: string) => `
  import { spawn } from 'node:child_process'
  const writer = "setInterval(() => require('fs').appendFileSync(process.argv[1], 'x'), 10)"
  const between = "require('child_process').spawn(process.execPath, ['-e', process.argv[1], process.argv[2]], { detached: true, stdio: 'ignore' }).unref()"
  const options = { detached: true, stdio: 'ignore' }
  spawn(process.execPath, ['-e', between, writer, ${JSON.stringify(file)}], options).unref()
  import { existsSync } from 'node:fs'
  while (!existsSync(${JSON.stringify(file)})) await new Promise((r) => setTimeout(r, 10))`

describe.each([
  ['after an answer', ''],
  ['after the time limit', 'for (;;);'],
])('a detached grandchild that goes on writing', (when, then) => {
  test(`is killed ${when}`, async () => {
    const folder = await writeBuild({})
    const file = join(folder, 'written')
    await probeModule(`${orphan(file)}\n${then}\n${rest}`, then ? 2 : 30)
    expect(existsSync(file)).toBe(true)
    const { size } = statSync(file)
    await sleep(200)
    expect(statSync(file).size).toBe(size)
  })
})

/** The folders of this process's open probers. */
const ours = () =>
  readdirSync(tmpdir()).filter((name) => ownerOf(join(tmpdir(), name)) === ownIdentity)

test('a probe leaves no folder, even one that something writes into up to the end', async () => {
  const source = `${orphan('late')}\n${rest}`
  await probeModule(source.replaceAll('"late"', 'process.cwd() + "/late"'))
  expect(ours().flatMap((name) => readdirSync(join(tmpdir(), name)))).toEqual(['held'])
})

test('no folder and no process is left, also when closed in the midst', async () => {
  const file = join(await writeBuild({}), 'written')
  const build = await writeBuild({ 'main.js': `${orphan(file)}\nfor (;;);` })
  const prober = openProber()
  const results = [0, 1, 2].map(() => prober.probe(build, call('main.js', 'f')))
  await until(() => existsSync(file))
  await prober.close()
  expect((await Promise.all(results)).map(({ status }) => status)).toEqual(
    Array(3).fill('ungraded'),
  )
  expect(ours()).toEqual([])
  const { size } = statSync(file)
  await sleep(200)
  expect(statSync(file).size).toBe(size)
})

test.skipIf(spawnSync('sh', ['-c', ':']).status !== 0)(
  'what a shell leaves behind holds nobody up',
  async () => {
    const build = await writeBuild({})
    const spec = { kind: 'run' as const, argv: ['sh', '-c', 'sleep 60 & echo out'] }
    const begun = performance.now()
    expect(await openProber().probe(build, spec)).toMatchObject({ status: 'ran', stdout: 'out\n' })
    expect(performance.now() - begun).toBeLessThan(30_000)
  },
)
