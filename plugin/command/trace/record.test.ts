import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { attemptsIn, run, stored } from '../fixtures/traced-store.ts'

test('the record of an entry is printed as the harness printed it', async () => {
  const cwd = await stored('bare')
  const { stdout, stderr } = await run(cwd, 'bare', '--raw', '8')
  expect({ stdout, stderr }).toEqual({ stdout: '{"n": 2}', stderr: '' })
  const folder = (await attemptsIn(cwd, 'bare')).attempt(2)
  await writeFile(path.join(folder, 'output.txt'), 'line\n\n{"n"')
  const short = await run(cwd, 'bare', '--raw', '8')
  expect(short).toEqual({
    exitCode: 0,
    stdout: '{"n"',
    stderr: 'trace: 4 bytes of this record were cut',
  })
  await writeFile(path.join(folder, 'output.txt'), 'line\n')
  expect(await run(cwd, 'bare', '--raw', '8')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'trace: the record of entry 8 was cut: of a long output beginning and end are kept',
  })
  await rm(path.join(folder, 'output.txt'))
  expect(await run(cwd, 'bare', '--raw', '8')).toMatchObject({
    exitCode: 1,
    stderr: 'trace: no output was kept of this attempt',
  })
})
