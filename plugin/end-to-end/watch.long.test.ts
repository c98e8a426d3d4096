import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { assertion, defaultOptions, makeProject } from './project.ts'

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const file = 'bench/tiny/change/sum/adds.test.ts'

const adds = (a: number, b: number) => ({
  [file]: assertion(
    'change',
    'two numbers are added',
    `(tree) => tree.call('src/sum.ts', 'sum', ${a}, ${b})`,
  ),
})
const alwaysTrue = { [file]: assertion('change', 'two numbers are added', `() => true`) }

test('while watching, an edited assertion shows again that it can fail; a refusal does not end it', async () => {
  await using project = await makeProject({ ...defaultOptions, repetitions: 1 }, alwaysTrue)
  const env = { NO_COLOR: '1', VITEST: undefined, VITEST_MODE: undefined, TEST: undefined, CI: '' }
  const watching = execa(process.execPath, [vitest, '--watch'], {
    cwd: project.folder,
    reject: false,
    stdin: 'pipe',
    all: true,
    env,
  })
  let output = ''
  let heard = () => {}
  watching.all.on('data', (chunk) => {
    output += chunk
    heard()
  })
  /** What is printed until the next run is over. */
  const nextRun = async () => {
    while (!/press q to quit\s*$/.test(output))
      await new Promise<void>((resolve) => (heard = resolve))
    const said = output
    output = ''
    return said
  }
  const refusal = /SURVIVED[\s\S]*No agent was started[\s\S]*FAIL/
  const figures = /1 of 1 sample measured[\s\S]*PASS/

  expect(await nextRun()).toMatch(refusal)
  expect(await project.runs()).toEqual([])
  await project.write(adds(2, 3))
  expect(await nextRun()).toMatch(figures)
  await project.write(alwaysTrue)
  expect(await nextRun()).toMatch(refusal)
  await project.write(adds(3, 4))
  const last = await nextRun()
  expect(last).toMatch(figures)
  expect(last).toContain('regraded: tiny, change/sum/adds')
  expect(await project.runs()).toHaveLength(1)
  watching.kill()
  await watching
})
