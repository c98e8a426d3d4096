import { chmod, chown, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { execa, execaNode } from 'execa'
import { expect, test } from 'vitest'
import { temporaryTree } from './fixtures/temporary-tree.ts'
import { removeTree } from './remove.ts'

const isWindows = process.platform === 'win32'

test('removes all, and nothing that a link points to', async () => {
  const kept = await temporaryTree({ x: 'kept' })
  const root = await temporaryTree({ 'a/b': '', link: { link: kept } })
  await removeTree(root)
  await expect(lstat(root)).rejects.toThrow('ENOENT')
  expect((await lstat(join(kept, 'x'))).isFile()).toBe(true)
})

test('what is not there is no error', async () => {
  await removeTree(join(await temporaryTree(), 'nowhere'))
})

test.skipIf(isWindows)('removes paths that are too long for a system call', async () => {
  const root = await temporaryTree()
  const name = 'd'.repeat(250)
  const deepen = `for i in $(seq 60); do mkdir ${name} && cd -P ${name} && touch x || exit 0; done`
  await execa('sh', ['-c', deepen], { cwd: root })
  await removeTree(root)
  await expect(lstat(root)).rejects.toThrow('ENOENT')
})

test.skipIf(isWindows)('removes folders that are closed to their own owner', async () => {
  const outer = await temporaryTree({
    'root/a/b/x': '',
    'root/a/b': { folder: 0o500 },
    'root/a': { folder: 0o000 },
  })
  await chmod(outer, 0o777)
  if (process.getuid?.() === 0) {
    for (const path of ['root/a/b/x', 'root/a/b', 'root/a', 'root', '.']) {
      await chown(join(outer, path), 65534, 65534)
    }
  }
  const script = join(import.meta.dirname, 'fixtures/as-nobody.ts')
  await execaNode(script, ['remove', 'removeTree', JSON.stringify([join(outer, 'root')])])
  await expect(lstat(join(outer, 'root'))).rejects.toThrow('ENOENT')
})
