import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openScratch, remove } from './scratch.ts'

test('names of one length that say nothing; gone when closed', async () => {
  const scratch = openScratch()
  const { root, home, temp, work } = scratch.place()
  expect(root.replace(tmpdir(), '')).toMatch(/\/[0-9a-f]{32}\/[0-9a-f]{12}$/)
  expect([home, temp, work].map(existsSync)).toEqual([true, true, false])
  await scratch.close()
  expect(existsSync(dirname(root))).toBe(false)
})

test('removes a folder without rights', async () => {
  const folder = join(tmpdir(), 'closed-to-all')
  mkdirSync(join(folder, 'in', 'deep'), { recursive: true })
  chmodSync(join(folder, 'in'), 0)
  await remove(folder)
  expect(existsSync(folder)).toBe(false)
})
