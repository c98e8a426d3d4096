import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { heldFor, hold, makeOwned, removeOwned, sweepOwned } from './temporary.ts'

/** Makes a folder, does what else is said, and is killed. @returns the folder */
function leftByAKilledRun(act = ''): string {
  const source = `
    import { mkdirSync, rmSync } from 'node:fs'
    import { hold, makeOwned } from ${JSON.stringify(import.meta.resolve('./temporary.ts'))}
    const folder = makeOwned()
    ${act}
    console.log(folder)
    process.kill(process.pid, 'SIGKILL')`
  const killed = spawnSync(process.execPath, ['--input-type=module', '-e', source])
  const folder = killed.stdout.toString().trim()
  expect(basename(folder)).toMatch(/^[0-9a-f]{32}$/)
  return folder
}

test('sweeps what a killed run left, with what runs in there; not what lives, nor what is another’s', async () => {
  const living = makeOwned()
  const left = leftByAKilledRun()
  const stray = spawn('sleep', ['300'], { cwd: left })
  const foreign = join(tmpdir(), '0123456789abcdef0123456789abcdef')
  mkdirSync(foreign)
  onTestFinished(() => rmSync(foreign, { recursive: true }))
  const ended = once(stray, 'exit')
  await sweepOwned()
  expect([left, foreign, living].map(existsSync)).toEqual([false, true, true])
  expect(await ended).toEqual([null, 'SIGKILL'])
  await removeOwned(living)
  await removeOwned(foreign)
  expect([foreign, living].map(existsSync)).toEqual([true, false])
})

test('sweeps also what was half removed when its run was killed', async () => {
  const left = leftByAKilledRun(`rmSync(folder, { recursive: true }); mkdirSync(folder)`)
  await sweepOwned()
  expect(existsSync(left)).toBe(false)
})

test('a folder is held as long as what it is held for is there', async () => {
  const until = makeOwned()
  const left = leftByAKilledRun(`hold(folder, ${JSON.stringify(until)}, { cost: 1 })`)
  await sweepOwned()
  expect(heldFor(left, until)).toEqual({ cost: 1 })
  expect(heldFor(left, tmpdir())).toBeUndefined()
  await removeOwned(until)
  await sweepOwned()
  expect(existsSync(left)).toBe(false)
})

test('what is held takes no room that was not set aside', async () => {
  const folder = makeOwned()
  const file = join(folder, 'held')
  const before = statSync(file)
  hold(folder, folder, { reason: 'long '.repeat(1000) })
  hold(folder, folder, { reason: 'short' })
  expect(heldFor(folder, folder)).toEqual({ reason: 'short' })
  const after = statSync(file)
  expect([after.ino, after.size, after.blocks]).toEqual([before.ino, before.size, before.blocks])
  await removeOwned(folder)
})
