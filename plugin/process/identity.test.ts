import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isAlive, ownIdentity } from './identity.ts'

test('we are alive; one that has our number, but began at another time, is not', () => {
  expect(isAlive(ownIdentity)).toBe(true)
  expect(isAlive(`${process.pid} `)).toBe(true)
  expect(isAlive('999999999 1')).toBe(false)
  expect(isAlive('')).toBe(false)
  if (process.platform === 'linux') expect(isAlive(`${process.pid} 1`)).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'a killed process is not alive, though its parent has not looked',
  async () => {
    // The parent stops itself, so that it cannot.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; kill -STOP $$'])
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line)
    const state = (of: number) => readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.[0]
    while (state(parent.pid as number) !== 'T') await delay(10)
    expect(isAlive(`${pid} `)).toBe(true)
    process.kill(pid, 'SIGKILL')
    while (state(pid) !== 'Z') await delay(10)
    expect(isAlive(`${pid} `)).toBe(false)
    parent.kill('SIGKILL')
  },
)
