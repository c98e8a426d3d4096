import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { call, openProber, writeBuild } from './fixture-build.ts'

/** Keeps every CPU busy until the test is over, each in a session of its own: Linux shares by session. */
function burn(): void {
  const source = 'for (;;);'
  const burners = Array.from({ length: 4 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', source], { stdio: 'ignore', detached: true }),
  )
  onTestFinished(() => {
    for (const burner of burners) burner.kill('SIGKILL')
  })
}

// Gives way to everybody, and needs less than half of the limit when there is nobody.
const slow = `
  import { setPriority } from 'node:os'
  setPriority(0, 19)
  export const f = () => {
    for (const begun = process.cpuUsage(); ; ) {
      const { user, system } = process.cpuUsage(begun)
      if (user + system > 400e3) return 'done'
    }
  }`

test('a right build that gets no CPU is never failed', async () => {
  const build = await writeBuild({
    'slow.js': slow,
    'hung.js': 'export const f = () => { for (;;); }',
  })
  const prober = openProber(1.5)
  burn()
  const right = await prober.probe(build, call('slow.js', 'f'))
  expect(right).toEqual({
    status: 'ungraded',
    reason: expect.stringMatching(/^starved of CPU up to the limit of 1\.5 s: got .* waited /),
  })
  // Whatever is said of one that hangs, it is not that it passed.
  const hung = await prober.probe(build, call('hung.js', 'f'))
  expect(['failed', 'ungraded']).toContain(hung.status)
})

test('the same build, not starved, passes', async () => {
  const build = await writeBuild({ 'slow.js': slow })
  expect((await openProber(30).probe(build, call('slow.js', 'f'))).status).toBe('returned')
})
