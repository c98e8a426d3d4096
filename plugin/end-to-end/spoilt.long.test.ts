import { expect, test } from 'vitest'
import { makeProject } from './project.ts'

const spoiler = `
import { appendFileSync } from 'node:fs'
import path from 'node:path'

export async function run(_build: string, _brief: string, context: any) {
  appendFileSync(path.join(context.suite.folder, '../../made'), context.sample.repetition + ' ')
  if (context.sample.repetition === 2) appendFileSync(path.join(context.suite.reference, 'src/sum.ts'), '// mine now\\n')
  return { calls: 1 }
}
`

test('a harness that changes the reference is not measured, and nothing is after it', async () => {
  await using project = await makeProject(
    {
      experiment: 'tiny',
      repetitions: 3,
      seed: 'e', // by it they are run one after the other, from the first to the last
      concurrency: 1,
      conditions: [{ name: 'spoiler', adapter: './spoiler.ts' }],
    },
    { 'spoiler.ts': spoiler },
  )
  const before = await project.read('reference/tiny/src/sum.ts')
  const spoilt = await project.vitest(['run'])
  expect(spoilt.exitCode).toBe(1)
  const why =
    'the suite’s seed or reference changed while a harness worked; restore it, and look at what the harness did'
  expect(spoilt.output).toContain(`unmeasured: tiny/tiny/spoiler/fix/2: ${why}`)
  expect(spoilt.output).toContain(
    `unmeasured: tiny/tiny/spoiler/fix/3: nothing more is started: ${why}`,
  )
  expect(await project.read('made')).toBe('1 2 ')

  await project.write({
    'reference/tiny/src/sum.ts': before,
    'spoiler.ts': spoiler.replace('repetition === 2', 'repetition === 0'),
  })
  expect((await project.vitest(['run'])).exitCode).toBe(0)
  expect((await project.records()).map(({ outcome }) => outcome)).toEqual(Array(3).fill('finished'))
})
