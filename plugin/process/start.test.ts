import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isBurning, isStarved } from './cpu.ts'
import { type Ended, type Start, start } from './start.ts'

function options(source: string, more: Partial<Start> = {}): Start {
  const marker = realpathSync(mkdtempSync(join(tmpdir(), 'run-')))
  onTestFinished(() => rmSync(marker, { recursive: true, force: true }))
  return {
    command: process.execPath,
    args: ['-e', source],
    cwd: marker,
    env: { TMPDIR: marker, WORD: 'word' },
    marker,
    seconds: 30,
    keepStdout: 1000,
    keepStderr: 1000,
    ...more,
  }
}

async function run(source: string, more?: Partial<Start>) {
  const ended = await start(options(source, more))
  if (ended.why === 'notStarted') throw new Error(ended.message)
  return ended
}

const texts = ({ stdout, stderr, answer }: Ended) =>
  [stdout, stderr, answer].map(({ bytes, cut }) => (cut ? `${bytes} and ${cut} more` : `${bytes}`))

test('gives input, environment and folder, takes all outputs and the exit code', async () => {
  const source = `
    const fs = require('fs')
    console.log(fs.readFileSync(0, 'utf8'), process.env.WORD, process.cwd() === process.env.TMPDIR)
    console.error(Object.keys(process.env).length)
    fs.writeSync(3, 'answer')
    process.exitCode = 4`
  const ended = await run(source, { input: 'in', keepAnswer: 3 })
  expect(ended).toMatchObject({ why: 'exited', exitCode: 4, signal: null, killed: 0 })
  expect(texts(ended)).toEqual(['in word true\n', '2\n', 'ans and 3 more'])
})

test('a signal is told from an exit code', async () => {
  const ended = await run('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)')
  expect(ended).toMatchObject({ why: 'exited', exitCode: null, signal: 'SIGTERM' })
})

test('input that nobody reads, and output that nobody keeps, hold nothing up', async () => {
  const source = 'process.stdout.write("x".repeat(1e6), () => process.exit(0))'
  const ended = await run(source, { input: 'y'.repeat(1e6), keepStdout: 10 })
  expect(texts(ended)[0]).toBe('xxxxxxxxxx and 999990 more')
  expect((await run('console.log(1)', { keepStdout: null })).stdout.cut).toBe(0)
})

test('one that computes past the limit is killed, and its CPU time known', async () => {
  const ended = await run('console.log("before"); for (;;);', { seconds: 1 })
  expect(ended).toMatchObject({ why: 'timedOut', signal: 'SIGKILL', killed: 1 })
  expect(texts(ended)[0]).toBe('before\n')
  expect(ended.cpu?.got).toBeGreaterThan(0)
  expect((ended.cpu?.got ?? 0) + (ended.cpu?.waited ?? 0)).toBeGreaterThan(0.7)
})

test('one that idles past the limit got little and waited little', async () => {
  const { cpu, why } = await run('setInterval(() => {}, 1000)', { seconds: 1.5 })
  expect(why).toBe('timedOut')
  expect(cpu?.got).toBeLessThan(0.75)
})

test('a grandchild that holds the output open is killed with the run', async () => {
  const source = `
    const stdio = ['ignore', 'inherit', 'inherit']
    require('child_process').spawn('sleep', ['60'], { detached: true, stdio }).unref()`
  expect(await run(source)).toMatchObject({ why: 'exited', exitCode: 0, killed: 1 })
})

test('stops when it is told to', async () => {
  const stopping = new AbortController()
  const running = run('setInterval(() => {}, 1000)', { stop: stopping.signal })
  setTimeout(() => stopping.abort(), 50)
  expect(await running).toMatchObject({ why: 'stopped', signal: 'SIGKILL' })
})

test('what cannot be started is a result too', async () => {
  const start1 = (more: Partial<Start>) => start(options('', more))
  expect(await start1({ command: 'no-such-command' })).toMatchObject({ code: 'ENOENT' })
  expect(await start1({ args: ['a\0b'] })).toMatchObject({ why: 'notStarted' })
  expect(await start1({ args: ['x'.repeat(20e6)] })).toMatchObject({ code: 'E2BIG' })
})

test('starved is who could run and may not; burning is who may', () => {
  expect(isStarved({ got: 1, waited: 8 }, 10)).toBe(true)
  expect(isStarved({ got: 6, waited: 4 }, 10)).toBe(false)
  expect(isStarved({ got: 0.1, waited: 0.1 }, 10)).toBe(false)
  expect(isBurning({ got: 9.8, waited: 0.1 }, 10)).toBe(true)
  expect(isBurning({ got: 5, waited: 5 }, 10)).toBe(false)
})
