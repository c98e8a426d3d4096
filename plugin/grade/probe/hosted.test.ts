import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { defaultIgnore } from '../../tree/ignore.ts'
import { call, until, writeBuild } from './fixture-build.ts'
import { hostProber } from './hosted.ts'
import type { ProbeResult } from './spec.ts'
import { decodeValue } from './value.ts'

function open() {
  const prober = hostProber({ concurrency: 2, seconds: 30, ignore: defaultIgnore })
  onTestFinished(() => prober.close())
  return prober
}

function returned(result: ProbeResult): unknown {
  if (result.status !== 'returned') throw new Error(JSON.stringify(result))
  return decodeValue(result.value)
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Its `f` writes the host's id and its own into `file`, and never returns while `file` holds fewer than `times` lines. */
const hanging = (file: string, times: number) => `
  import { appendFileSync, readFileSync } from 'node:fs'
  const file = ${JSON.stringify(file)}
  export const f = async () => {
    appendFileSync(file, process.ppid + ' ' + process.pid + '\\n')
    while (readFileSync(file, 'utf8').trim().split('\\n').length < ${times})
      await new Promise((resolve) => setTimeout(resolve, 20))
    return 'answered'
  }`

async function noted(file: string, count: number): Promise<number[][]> {
  const lines = async () => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.split('\n').filter(Boolean)
  }
  await until(async () => (await lines()).length >= count)
  return (await lines()).map((line) => line.split(' ').map(Number))
}

test('answers as a prober of one’s own does, from another process', async () => {
  const source = `export const f = (v) => ({ v, parent: process.ppid })
    export const fails = () => { throw new TypeError('no') }`
  const build = await writeBuild({ 'main.js': source })
  const prober = open()
  const value = [-0, undefined, 1n, new Map([[1, new Date(5)]]), new Uint8Array([1, 2])]
  const answers = await Promise.all([
    prober.probe(build, call('main.js', 'f', value)),
    prober.probe(build, call('main.js', 'f', value)),
  ])
  const [first, second] = answers.map(returned) as { v: unknown; parent: number }[]
  expect(first?.v).toStrictEqual(value)
  expect(first?.parent).not.toBe(process.pid)
  expect(second).toStrictEqual(first)
  expect(await prober.probe(build, call('main.js', 'fails'))).toEqual({
    status: 'threw',
    error: { name: 'TypeError', message: 'no' },
  })

  await prober.close()
  expect(isAlive(first?.parent as number)).toBe(false)
  expect(await prober.probe(build, call('main.js', 'f'))).toMatchObject({ status: 'ungraded' })
})

test('when the process dies, another asks once more what was not answered', async () => {
  const notes = `${await writeBuild({})}/notes`
  const build = await writeBuild({ 'main.js': hanging(notes, 2) })
  const answer = open().probe(build, call('main.js', 'f'))
  const [first] = await noted(notes, 1)
  process.kill(first?.[0] as number, 'SIGKILL')
  expect(returned(await answer)).toBe('answered')
  const [, second] = await noted(notes, 2)
  expect(second?.[0]).not.toBe(first?.[0])
})

test('a build that kills it has no verdict, and spoils no other’s', async () => {
  const bad = await writeBuild({
    'main.js': `export const f = () => {
      process.kill(process.ppid, 'SIGKILL')
      return new Promise((resolve) => setTimeout(resolve, 2000))
    }`,
  })
  const good = await writeBuild({
    'main.js': `export const f = () => new Promise((resolve) => setTimeout(resolve, 200, 'answered'))`,
  })
  const prober = open()
  const [killed, ...others] = await Promise.all(
    [bad, good, good, good].map((build) => prober.probe(build, call('main.js', 'f'))),
  )
  expect(killed).toEqual({
    status: 'ungraded',
    reason: 'the process that runs the probes ended (SIGKILL), also with this one alone',
  })
  expect(others.map(returned)).toEqual(Array(3).fill('answered'))
})

test('when the main process is gone, nothing goes on', async () => {
  const notes = `${await writeBuild({})}/notes`
  const build = await writeBuild({ 'main.js': hanging(notes, 99) })
  const script = fileURLToPath(new URL('./fixtures/one-probe.ts', import.meta.url))
  const main = spawn(process.execPath, [script, build], { stdio: 'ignore' })
  const [[host, child] = []] = await noted(notes, 1)
  main.kill('SIGKILL')
  await until(() => !isAlive(host as number) && !isAlive(child as number))
}, 10_000)
