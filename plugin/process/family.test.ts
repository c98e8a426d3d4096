import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findFamily, killFamily } from './family.ts'

const idle = 'setInterval(() => {}, 1000)'

function markerFolder(): string {
  const marker = realpathSync(mkdtempSync(join(tmpdir(), 'run-')))
  onTestFinished(() => rmSync(marker, { recursive: true, force: true }))
  return marker
}

function node(source: string, env: Record<string, string> = {}, cwd?: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', source], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, ...env },
    ...(cwd && { cwd }),
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

const gone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function found(family: Parameters<typeof findFamily>[0], count: number): Promise<number[]> {
  for (;;) {
    const pids = await findFamily(family)
    if (pids.length === count) return pids
    await sleep(20)
  }
}

test('finds nothing, and kills nothing, where there is nothing', async () => {
  expect(await findFamily({ pid: null, marker: markerFolder() })).toEqual([])
  expect(await killFamily({ pid: null, marker: markerFolder() })).toBe(0)
})

test('finds by the environment and by the working directory, whoever the parent is', async () => {
  const marker = markerFolder()
  const children = [node(idle, { TMPDIR: join(marker, 'tmp') }), node(idle, {}, marker), node(idle)]
  const pids = await found({ pid: null, marker }, 2)
  expect(pids.sort()).toEqual([children[0]?.pid, children[1]?.pid].sort())
})

test('finds descendants and the group of the first process, with a cheap look too', async () => {
  const inherit = `{ stdio: 'ignore', env: {}, cwd: '/' }`
  const source = `
    const { spawn } = require('child_process')
    spawn(process.execPath, ['-e', '${idle}'], ${inherit})
    spawn(process.execPath, ['-e', '${idle}'], { ...${inherit}, detached: true })
    ${idle}`
  const { pid = 0 } = node(source)
  const marker = markerFolder()
  const all = await found({ pid, marker }, 3)
  expect((await findFamily({ pid, marker, seconds: 0 })).sort()).toEqual(all.sort())
  expect(await killFamily({ pid, marker })).toBe(3)
  expect(await findFamily({ pid, marker })).toEqual([])
})

test('kills a crowd that goes on starting others, and spares everybody else', async () => {
  const marker = markerFolder()
  const source = `
    const { spawn } = require('child_process')
    const again = () => {
      const child = spawn(process.execPath, ['-e', process.env.SOURCE], { detached: true, stdio: 'ignore' })
      child.unref()
    }
    again()
    setTimeout(again, 30)
    setTimeout(() => {}, 300)`
  const stranger = node(idle)
  const { pid = 0 } = node(source, { HOME: marker, SOURCE: source })
  await sleep(300)
  expect(await killFamily({ pid, marker })).toBeGreaterThan(1)
  await sleep(100)
  expect(await findFamily({ pid, marker })).toEqual([])
  expect(gone(stranger)).toBe(false)
})

test('never finds us or our ancestors, even where they carry the marker', async () => {
  const mine = await findFamily({ pid: process.pid, marker: process.cwd() })
  expect(mine).not.toContain(process.pid)
  expect(mine).not.toContain(process.ppid)
})

test('a first process that ended gives its number away: who has it now is a stranger', async () => {
  const stranger = node(idle)
  const family = { pid: stranger.pid ?? 0, marker: markerFolder() }
  expect(await findFamily({ ...family, ended: true })).toEqual([])
  expect(await findFamily(family)).toEqual([stranger.pid])
})

test.runIf(process.platform === 'linux')(
  'the table of ps tells the same as that of /proc',
  async () => {
    const { psTable } = await import('./table-ps.ts')
    const { procTable } = await import('./table-proc.ts')
    const marker = markerFolder()
    const { pid = 0 } = node(idle, { TMPDIR: marker })
    await found({ pid: null, marker }, 1)
    const own = (row: { pid: number }) => row.pid === pid
    const expected = { pid, parent: process.pid, group: pid, marked: true }
    expect((await psTable(marker)).filter(own)).toEqual([expected])
    expect(procTable({ pid: null, marker }).filter(own)).toEqual([expected])
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain(marker)
  },
)
