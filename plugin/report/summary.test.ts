import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { figures } from '../../reporters/figures.ts'
import { publishedPlan, publishedRecords } from '../../reporters/fixtures/records.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { writeSummary } from './summary.ts'

const shown = figures(publishedPlan, publishedRecords())

test('in the store it is written anew, below the job it is appended', async () => {
  const folder = await temporaryTree({ 'step.md': 'of another step\n', 'published.md': 'old' })
  const [step, file] = ['step.md', 'published.md'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ]
  expect(await writeSummary(shown, file, { GITHUB_STEP_SUMMARY: step })).toEqual([])
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^### shopkit: 30 of 30 samples measured\n/)
  expect(await readFile(step, 'utf8')).toBe(`of another step\n${text}\n`)
})

test('one that cannot be written takes nothing from the other', async () => {
  const folder = await temporaryTree()
  const file = path.join(folder, 'published.md')
  const nowhere = path.join(folder, 'no', 'step.md')
  expect(await writeSummary(shown, file, { GITHUB_STEP_SUMMARY: nowhere })).toEqual([
    expect.stringMatching(/^summary: it could not be written: ENOENT/),
  ])
  expect(await readFile(file, 'utf8')).toContain('brain+plan')
})
