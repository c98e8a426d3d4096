import { expect, test } from 'vitest'
import { makeProject } from './project.ts'

test('a run measures every sample once, and the same again runs nothing', async () => {
  await using project = await makeProject()
  const first = await project.vitest(['run'])
  expect(first.output).toContain('tiny: 0 problems, 1 change and 2 regress assertions')
  expect(first.exitCode).toBe(0)
  const records = await project.records()
  expect(records.map(({ outcome, change, regress }) => [outcome, change, regress])).toEqual(
    Array(2).fill([
      'finished',
      { passed: 1, graded: 1, of: 1, fraction: 1 },
      { passed: 2, graded: 2, of: 2, fraction: 1 },
    ]),
  )
  expect(await project.runs()).toHaveLength(2)

  const second = await project.vitest(['run'])
  expect(second.output).toContain('remembered')
  expect(await project.runs()).toHaveLength(2)
  expect(await project.records()).toEqual(records)
})
