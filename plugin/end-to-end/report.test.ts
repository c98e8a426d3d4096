import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { makeProject } from './project.ts'

const command = fileURLToPath(new URL('../command/harnessbench.ts', import.meta.url))

test('a run leaves its report in the store; made from there later it is the same; a failure loses nothing', async () => {
  await using project = await makeProject()
  const first = await project.vitest(['run'])
  expect(first.output).toMatch(/^report: \.harnessbench.tiny\.html$/m)
  const page = await project.read('.harnessbench/tiny.html')
  expect(page.includes('2 of 2 samples')).toBe(true)
  // The controls that passed before it are on it.
  expect(page.includes('3 of 3')).toBe(true)

  const later = await execa(process.execPath, [command, 'report'], { cwd: project.folder })
  expect(later.stdout).toBe('tiny: 2 records\nWritten: report.html')
  expect((await project.read('report.html')) === page).toBe(true)

  const place = path.join(project.folder, '.harnessbench/tiny.html')
  await rm(place)
  await mkdir(path.join(place, 'in the way'), { recursive: true })
  const second = await project.vitest(['run'])
  expect(second.output).toMatch(
    /^report: \.harnessbench.tiny\.html could not be written: .*the records are kept/m,
  )
  expect(second.exitCode).toBe(0)
  expect(await project.records()).toHaveLength(2)
})
