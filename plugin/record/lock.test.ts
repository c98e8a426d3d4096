import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownIdentity } from '../process/identity.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { lock } from './lock.ts'

const program = (folder: string, act: string) => `
  import { lock } from ${JSON.stringify(import.meta.resolve('./lock.ts'))}
  const unlock = await lock(${JSON.stringify(folder)}, () => {})
  ${act}`

test('a living owner is waited for, and told once', async () => {
  const folder = await temporaryTree()
  const unlock = await lock(folder, () => {})
  const owners: string[] = []
  const second = lock(folder, (owner) => owners.push(owner))
  await delay(500)
  expect(owners).toEqual([String(process.pid)])
  await unlock()
  await (await second)()
  expect(existsSync(path.join(folder, 'lock'))).toBe(false)
})

test('the wait can be ended', async () => {
  const folder = await temporaryTree()
  const unlock = await lock(folder, () => {})
  const stop = new AbortController()
  const second = lock(folder, () => stop.abort(new Error('stopped')), stop.signal)
  await expect(second).rejects.toThrow('aborted')
  await unlock()
})

test('the lock of a killed owner is broken', async () => {
  const folder = await temporaryTree()
  const source = program(folder, `process.kill(process.pid, 'SIGKILL')`)
  spawnSync(process.execPath, ['--input-type=module', '-e', source])
  expect(existsSync(path.join(folder, 'lock'))).toBe(true)
  await (await lock(folder, () => expect.unreachable()))()
})

test.runIf(process.platform === 'linux')(
  'a process that got a dead owner’s number is not the owner',
  async () => {
    const folder = await temporaryTree({ lock: `${process.pid} 1 token` })
    expect(ownIdentity).not.toBe(`${process.pid} 1`)
    await (await lock(folder, () => expect.unreachable()))()
  },
)

test('a lock whose owner was killed before it wrote its name is broken', async () => {
  const folder = await temporaryTree({ lock: '' })
  await (await lock(folder, () => expect.unreachable()))()
})

test('one owner at a time, of several processes that all find a dead one’s lock', async () => {
  const folder = await temporaryTree({ lock: '999999999 1 token' })
  const file = path.join(folder, 'count')
  await writeFile(file, '')
  const act = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    const before = readFileSync(${JSON.stringify(file)}, 'utf8')
    await setTimeout(20)
    writeFileSync(${JSON.stringify(file)}, before + 'x')
    await unlock()`
  const source = program(folder, act)
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' }),
  )
  await Promise.all(children.map((child) => once(child, 'exit')))
  expect(await readFile(file, 'utf8')).toBe('xxxx')
})
