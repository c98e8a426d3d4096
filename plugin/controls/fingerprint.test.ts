import { appendFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { readSuites } from '../plan/suite.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { ignoring } from '../tree/ignore.ts'
import { controlFingerprint } from './fingerprint.ts'

async function makeSuite(): Promise<string> {
  return temporaryTree({
    'bench/a/tasks/T1.md': 'Mend the sum.\n',
    'bench/a/change/sum/adds.test.ts': '//\n',
    'bench/a/regress/keeps.test.ts': '//\n',
    'bench/a/shared/numbers.ts': '//\n',
    'bench/a/controls/trebles.patch':
      '---\ndoes: trebled\nreddens: [regress/keeps]\n---\n--- a/x\n',
    'bench/a/suite.yaml': 'differences:\n  sum.ts: 1\n',
    'seed/a/sum.ts': '//\n',
    'reference/a/sum.ts': '//\n',
  })
}

async function fingerprint(root: string, given = {}): Promise<string> {
  const options = resolveOptions(given)
  const [suite] = readSuites(root, options)
  return controlFingerprint(suite as NonNullable<typeof suite>, options, ignoring(options.ignore))
}

test('the same bytes, another folder: the pass is remembered', async () => {
  expect(await fingerprint(await makeSuite())).toBe(await fingerprint(await makeSuite()))
})

test.for([
  'seed/a/sum.ts',
  'reference/a/sum.ts',
  'bench/a/controls/trebles.patch',
  'bench/a/change/sum/adds.test.ts',
  'bench/a/regress/keeps.test.ts',
  'bench/a/shared/numbers.ts',
  'bench/a/suite.yaml',
])('one byte more in %s: the pass is forgotten', async (file) => {
  const root = await makeSuite()
  const before = await fingerprint(root)
  await appendFile(path.join(root, file), '\n')
  expect(await fingerprint(root)).not.toBe(before)
})

test('a file renamed, a time limit or an ignored name changed: the pass is forgotten', async () => {
  const root = await makeSuite()
  const before = await fingerprint(root)
  expect(await fingerprint(root, { probes: { seconds: 1 } })).not.toBe(before)
  expect(await fingerprint(root, { ignore: ['*.log'] })).not.toBe(before)
  const regress = path.join(root, 'bench/a/regress')
  await rename(path.join(regress, 'keeps.test.ts'), path.join(regress, 'kept.test.ts'))
  expect(await fingerprint(root)).not.toBe(before)
})

test('another brief or another condition: the pass stays', async () => {
  const root = await makeSuite()
  const before = await fingerprint(root)
  await appendFile(path.join(root, 'bench/a/tasks/T1.md'), 'Please.\n')
  const conditions = [{ name: 'other', adapter: 'reference' }]
  expect(await fingerprint(root, { conditions, repetitions: 9 })).toBe(before)
})
