import { expect, test } from 'vitest'
import { makeProject } from './project.ts'
import { makeRuns } from './started.ts'

test('of two runs over one store, each sample is made by one and measured by both', async () => {
  await using project = await makeProject({
    experiment: 'tiny',
    repetitions: 6,
    concurrency: 2,
    conditions: [{ name: 'solver', adapter: './counting.ts' }],
  })
  await using runs = await makeRuns(project.folder)
  const ends = await Promise.all([runs.start(['run']).ended, runs.start(['run']).ended])
  for (const { exitCode, output } of ends) {
    expect(output).toContain('6 of 6')
    expect(output).not.toContain('unmeasured:')
    expect(exitCode).toBe(0)
  }
  const made = (await project.runs()).map(({ repetition }) => repetition)
  expect(made.sort()).toEqual([1, 2, 3, 4, 5, 6])
  const records = await project.records()
  expect(records).toHaveLength(6)
  for (const record of records)
    expect(record).toMatchObject({
      outcome: 'finished',
      attempts: [{ number: 1 }],
      change: { passed: 1, of: 1, fraction: 1 },
      regress: { passed: 2, of: 2, fraction: 1 },
    })
  expect(await runs.left()).toEqual({ folders: [], processes: 0 })
})
