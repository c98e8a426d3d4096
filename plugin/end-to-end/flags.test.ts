import { expect, test } from 'vitest'
import { defaultOptions, makeProject } from './project.ts'

/** What makes ordinary tests run in another way, all at once and the reverse. */
const ways = [
  ['--bail=1', '--retry=2', '--maxWorkers=1', '--pool=forks', '--isolate', '--sequence.shuffle'],
  ['--no-file-parallelism', '--sequence.concurrent', '--pool=vmThreads', '--testTimeout=1'],
]

test('no way of running tests changes a figure', async () => {
  await using project = await makeProject({
    ...defaultOptions,
    repetitions: 1,
    conditions: [
      { name: 'solver', adapter: './counting.ts' },
      { name: 'idle', adapter: 'nothing' },
    ],
  })
  const run = async (words: string[]) => {
    // The controls run in the same way.
    await project.write({ '.harnessbench/controls': null })
    const { output, exitCode } = await project.vitest(['run', ...words])
    expect(output).toContain('tiny: 0 problems')
    expect(exitCode).toBe(0)
    return project.records()
  }
  const plain = await run([])
  expect(plain.map(({ change }) => change.fraction)).toEqual([0, 1])
  for (const way of ways) expect(await run(way)).toEqual(plain)
})
