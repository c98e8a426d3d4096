import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { defaultOptions, makeProject } from './project.ts'

/** Keeps every CPU busy until the test is over, each in a session of its own: Linux shares by session. */
function burn(): void {
  const burners = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true }),
  )
  onTestFinished(() => {
    for (const burner of burners) burner.kill('SIGKILL')
  })
}

test('on a busy machine figures are the same, or assertions are ungraded: never a false fail', async () => {
  const options = (seconds: number) => ({ ...defaultOptions, repetitions: 1, probes: { seconds } })
  await using project = await makeProject(options(180))
  const config = await project.read('vitest.config.ts')
  burn()
  const patient = await project.vitest(['run'])
  expect(patient.output).toContain('tiny: 0 problems')
  expect(patient.exitCode).toBe(0)
  expect((await project.records()).map((record) => record.change.fraction)).toEqual([1])

  // So little time that some probe may not get its share: only a right verdict, or none, comes out.
  await project.write({ 'vitest.config.ts': config.replace('180', '1') })
  const hasty = await project.vitest(['run'])
  const verdicts = (await project.records()).flatMap(({ assertions }) =>
    assertions.map(({ verdict }) => verdict),
  )
  expect(verdicts).not.toContain('fail')
  expect(hasty.exitCode).toBe(verdicts.includes('ungraded') ? 1 : 0)
})
