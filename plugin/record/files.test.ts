import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { json, readJson, writeAtomically } from './files.ts'

test('a file is replaced whole, and nothing is left beside it', async () => {
  const folder = await temporaryTree({ 'a.json': 'old' })
  const file = path.join(folder, 'a.json')
  await writeAtomically(file, json({ a: 1 }))
  expect(await readFile(file, 'utf8')).toBe('{\n  "a": 1\n}\n')
  expect(await readJson(file)).toEqual({ a: 1 })
  expect(await readdir(folder)).toEqual(['a.json'])
})

test('where that fails the old file stands, and nothing beside it', async () => {
  const folder = await temporaryTree()
  const taken = path.join(folder, 'taken')
  await mkdir(taken)
  await writeFile(path.join(taken, 'x'), 'x')
  await expect(writeAtomically(taken, 'new')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
  await expect(writeAtomically(path.join(folder, 'none', 'a'), 'new')).rejects.toThrow('ENOENT')
  expect(await readJson(path.join(folder, 'none.json'))).toBeUndefined()
})
