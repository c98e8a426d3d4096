import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { type ChildConfig, ChildEnded, inChild, Unstarted } from './child.ts'
import { openOutput } from './output.ts'
import type { DescribeJob } from './worker.ts'

async function describing(source: string, config: Partial<ChildConfig> = {}) {
  const folder = await temporaryTree({ 'adapter.mjs': source, 'package.json': '{}' })
  const output: Uint8Array[] = []
  const job: DescribeJob = {
    do: 'describe',
    module: `file://${path.join(folder, 'adapter.mjs')}`,
    options: {},
    prospect: { model: null, providers: {} },
    suites: [],
  }
  const result = await inChild(job, {
    env: { PATH: process.env.PATH ?? '' },
    marker: folder,
    onOutput: (chunk) => output.push(chunk),
    ...config,
  }).catch((error: Error) => error)
  return { result, output: Buffer.concat(output).toString() }
}

const fine = `console.log('loaded'); console.error('twice'); export function run() {}`

test('what is printed is told, and nothing is left: no child, no listener', async () => {
  const listeners = () =>
    [process.stdout, process.stderr, process].map((emitter) =>
      emitter.eventNames().map((name) => [name, emitter.listenerCount(name)]),
    )
  await describing(fine)
  const before = listeners()
  const all = await Promise.all(Array.from({ length: 6 }, () => describing(fine)))
  for (const { result, output } of all) {
    expect(result).toMatchObject({ ok: true, spawns: true })
    expect(output.split('\n').sort()).toEqual(['', 'loaded', 'twice'])
  }
  expect(listeners()).toEqual(before)
  const handles = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')
  expect(handles).toEqual([])
})

test('a hundred megabytes are read to the end, whoever prints them', async () => {
  const file = path.join(await temporaryTree(), 'output')
  const output = openOutput(file)
  const source = `
    import { spawnSync } from 'node:child_process'
    process.stdout.write('begin')
    spawnSync('sh', ['-c', 'head -c 99999990 /dev/zero; echo last'], { stdio: 'inherit' })
    export function run() {}`
  const { result } = await describing(source, { onOutput: output.write })
  expect(result).toMatchObject({ ok: true })
  expect(output.close()).toEqual({ bytes: 100_000_000, kept: 2_000_000 })
  const kept = await readFile(file, 'utf8')
  expect(kept).toMatch(/^begin\0+\n\[… 98000000 bytes cut …\]\n\0+last\n$/)
})

test('how a child ended that gave no result', async () => {
  const exited = await describing(`process.exit(7)`)
  expect(exited.result).toEqual(new ChildEnded('exited with code 7'))
  const killed = await describing(`process.kill(process.pid, 'SIGKILL'); for (;;);`)
  expect(killed.result).toEqual(new ChildEnded('was ended by SIGKILL'))
})

test('a child that will not end is ended by the signal', async () => {
  const stopped = await describing(`process.on('SIGTERM', () => {}); for (;;);`, {
    signal: AbortSignal.timeout(1000),
  })
  expect(stopped.result).toMatchObject({ name: 'TimeoutError' })
})

test('a child that the system does not give is told from one that ended', async () => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    expect((await describing(fine)).result).toBeInstanceOf(Unstarted)
  } finally {
    process.execPath = execPath
  }
})
