import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScratch, remove, sweepScratch } from './scratch.ts'

test('names of one length that say nothing; gone when closed', async () => {
  const scratch = openScratch()
  const { root, home, temp, work } = scratch.place()
  expect(root.replace(tmpdir(), '')).toMatch(/\/[0-9a-f]{12}\/[0-9a-f]{12}$/)
  expect([home, temp, work].map(existsSync)).toEqual([true, true, false])
  await scratch.close()
  expect(existsSync(dirname(root))).toBe(false)
})

test('sweeps what a killed run left, not what lives, and not what is another’s', async () => {
  const living = openScratch()
  const source = `
    const { openScratch } = await import(${JSON.stringify(import.meta.resolve('./scratch.ts'))})
    console.log(openScratch().place().root)
    process.kill(process.pid, 'SIGKILL')`
  const killed = spawnSync(process.execPath, ['--input-type=module', '-e', source])
  const left = dirname(killed.stdout.toString().trim())
  const foreign = join(tmpdir(), 'abcdef012345')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'owner'), '999999999 0123456789abcdef')
  onTestFinished(() => rmSync(foreign, { recursive: true }))
  expect(basename(left)).toMatch(/^[0-9a-f]{12}$/)
  await sweepScratch()
  expect([left, foreign, living.place().root].map(existsSync)).toEqual([false, true, true])
  await living.close()
})

test('removes a folder without rights', async () => {
  const folder = join(tmpdir(), 'closed-to-all')
  mkdirSync(join(folder, 'in', 'deep'), { recursive: true })
  chmodSync(join(folder, 'in'), 0)
  await remove(folder)
  expect(existsSync(folder)).toBe(false)
})
