import { expect, test } from 'vitest'
import { defaultOptions, makeProject } from './project.ts'

test('shards divide the samples, each with all its assertions; their reports can be merged', async () => {
  await using project = await makeProject({
    ...defaultOptions,
    conditions: [
      { name: 'solver', adapter: './counting.ts' },
      { name: 'idle', adapter: 'nothing' },
    ],
  })
  const shard = (index: number) =>
    project.vitest(['run', `--shard=${index}/2`, '--reporter=blob'], {
      env: { VITEST_BLOB_LABEL: `shard ${index}` },
    })
  const rows = async () =>
    (await project.records()).map(({ condition, repetition, attempt, change, regress }) => [
      `${condition} ${repetition}`,
      attempt,
      change.fraction,
      regress.fraction,
    ])
  const [first, second] = [
    ['idle 1', 1, 0, 1],
    ['idle 2', 1, 0, 1],
  ]

  expect((await shard(1)).exitCode).toBe(0)
  expect(await rows()).toEqual([first, ['solver 1', 1, 1, 1]])
  expect(await project.runs()).toHaveLength(1)

  const rest = await shard(2)
  expect(rest.exitCode).toBe(0)
  expect(rest.output).not.toContain('running the controls')
  expect(await rows()).toEqual([first, second, ['solver 1', 1, 1, 1], ['solver 2', 1, 1, 1]])
  expect(await project.runs()).toHaveLength(2)

  const merged = await project.vitest(['--merge-reports'])
  expect(merged.output).toContain('tiny: 4 of 4 samples measured')
  expect(merged.output).not.toContain('FAIL')
  expect(merged.exitCode).toBe(0)
  expect(await project.runs()).toHaveLength(2)
})
