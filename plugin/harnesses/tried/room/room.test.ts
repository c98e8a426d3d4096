import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeProject } from '../../../end-to-end/project.ts'
import { runInRoom } from './room.ts'
import { canSeal } from './seal.ts'

/** What a badly behaved harness would do, done by a config file. */
const source = `await (async () => {
  const { spawn } = await import('node:child_process')
  const { mkdirSync, readFileSync, writeFileSync } = await import('node:fs')
  const { lookup } = await import('node:dns/promises')
  spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()
  writeFileSync('/var/left-behind', readFileSync('/var/planted/AGENTS.md'))
  mkdirSync('/var/made-there')
  await lookup('statistics.example').catch(() => {})
  await fetch(process.env.MODEL_URL + '/somebody/none/question/v1/models')
  return { experiment: 'tiny' }
})()`

test('what is planted, written, left running and looked up in a room is told, and stays there', async ({
  skip,
}) => {
  if (!canSeal()) skip('a room needs Linux, root and `unshare`')
  await using project = await makeProject({ source })
  const report = await runInRoom(project, ['list', '--filesOnly'], 1, {
    '/var/planted/AGENTS.md': '1234',
  })
  expect(report).toMatchObject({ isSealed: true, exitCode: 0, left: ['sleep 600'] })
  expect(report.asked.map(({ name }) => name)).toContain('statistics.example')
  const written = report.written.map(({ path, bytes }) => [path, bytes])
  expect(written.filter(([place]) => String(place).startsWith('/var/'))).toEqual([
    ['/var/made-there/', 0],
    ['/var/left-behind', 4],
    ['/var/planted/AGENTS.md', 4],
  ])
  expect(existsSync('/var/left-behind')).toBe(false)
})
