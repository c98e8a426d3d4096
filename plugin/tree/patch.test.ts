import { lstat, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryTree } from './fixtures/temporary-tree.ts'
import { hashTree } from './hash.ts'
import { ignoring } from './ignore.ts'
import { applyPatch } from './patch.ts'

const isWindows = process.platform === 'win32'
const everything = ignoring([])

type Specs = Parameters<typeof temporaryTree>[0]

/** The text of one file after the patch. */
async function patched(text: string, patch: string): Promise<string> {
  const root = await temporaryTree({ x: text })
  await applyPatch(root, patch)
  return readFile(join(root, 'x'), 'utf8')
}

const change = '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n'

test('a plain unified diff changes, creates and deletes; what it touched is told', async () => {
  const root = await temporaryTree({ x: '1\n2\n3\n', 'd/gone': 'x\n' })
  const { touched } = await applyPatch(
    root,
    `Some words first.\n- a list\n\n${change}--- /dev/null\n+++ b/new/file\n@@ -0,0 +1 @@\n+y\n` +
      '--- a/d/gone\t2020-01-01 00:00:00\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
  )
  expect(touched).toEqual(['d/gone', 'new/file', 'x'])
  expect(await readFile(join(root, 'x'), 'utf8')).toBe('1\ntwo\n3\n')
  expect(await readFile(join(root, 'new/file'), 'utf8')).toBe('y\n')
  await expect(lstat(join(root, 'd'))).rejects.toThrow('ENOENT')
})

test('an empty patch touches nothing', async () => {
  expect(await applyPatch(await temporaryTree(), '\n')).toEqual({ touched: [] })
})

test('a text in CRLF takes a patch in LF and keeps its line ends', async () => {
  expect(await patched('1\r\n2\r\n3\r\n', change)).toBe('1\r\ntwo\r\n3\r\n')
})

test('a patch that was checked out with CRLF applies to a text in LF', async () => {
  expect(await patched('1\n2\n3\n', change.replaceAll('\n', '\r\n'))).toBe('1\ntwo\n3\n')
})

test('a patch of mixed line ends is taken byte for byte', async () => {
  const mixed = change.replace('+two\n', '+two\r\n')
  expect(await patched('1\n2\n3\n', mixed)).toBe('1\ntwo\r\n3\n')
})

test('a hunk that moved is found, if it fits one place only', async () => {
  expect(await patched('0\n0\n1\n2\n3\n', change)).toBe('0\n0\n1\ntwo\n3\n')
})

test('hunks after one that moved are looked for as far on', async () => {
  const more = '@@ -5,2 +5,2 @@\n a\n-b\n+c\n'
  expect(await patched('0\n1\n2\n3\n4\na\nb\na\nb\n', `${change}${more}`)).toBe(
    '0\n1\ntwo\n3\n4\na\nc\na\nb\n',
  )
})

test('a text in LF takes a patch in CRLF and keeps its line ends', async () => {
  const hunk = change.replace('\n 1\n-2\n+two\n 3\n', '\n 1\r\n-2\r\n+two\r\n 3\r\n')
  expect(await patched('1\n2\n3\n', hunk)).toBe('1\ntwo\n3\n')
})

test('saying twice that there is no newline takes nothing else away', async () => {
  const none = '\\ No newline at end of file\n'
  expect(await patched('1', `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n${none}+22\n${none}${none}`)).toBe(
    '22',
  )
})

test('a context line that an editor stripped of its space is still context', async () => {
  const patch = '--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n 1\n\n-3\n'
  expect(await patched('1\n\n3\n', patch)).toBe('1\n\n')
})

test('the trailer of a mailed patch is no part of it', async () => {
  expect(await patched('1\n2\n3\n', `${change}-- \n2.39.5\n\n`)).toBe('1\ntwo\n3\n')
})

test('renames and copies of git', async () => {
  const root = await temporaryTree({ x: '1\n2\n3\n', y: 'y\n' })
  const { touched } = await applyPatch(
    root,
    'diff --git a/x b/d/z\nsimilarity index 60%\nrename from x\nrename to d/z\n' +
      `${change.replace('b/x', 'b/d/z')}` +
      'diff --git a/y b/y2\nsimilarity index 100%\ncopy from y\ncopy to y2\n',
  )
  expect(touched).toEqual(['d/z', 'x', 'y2'])
  expect(await readFile(join(root, 'd/z'), 'utf8')).toBe('1\ntwo\n3\n')
  expect(await readFile(join(root, 'y2'), 'utf8')).toBe('y\n')
  await expect(lstat(join(root, 'x'))).rejects.toThrow('ENOENT')
})

test.skipIf(isWindows)('modes are kept, or set as the patch says', async () => {
  const root = await temporaryTree({
    x: { text: '1\n2\n3\n', mode: 0o640 },
    run: { text: '', mode: 0o644 },
  })
  await applyPatch(root, `${change}diff --git a/run b/run\nold mode 100644\nnew mode 100755\n`)
  expect((await stat(join(root, 'x'))).mode & 0o777).toBe(0o640)
  expect((await stat(join(root, 'run'))).mode & 0o111).toBe(0o111)
})

test.skipIf(isWindows)(
  'a link to a file is changed itself, and what it points to is not',
  async () => {
    const root = await temporaryTree({ a: 'a\n', x: { link: 'a' } })
    const end = '\n\\ No newline at end of file\n'
    await applyPatch(root, `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a${end}+b${end}`)
    expect(await readlink(join(root, 'x'))).toBe('b')
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('a\n')
  },
)

describe('refused, with nothing written', () => {
  const create = (path: string) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+y\n`
  const good = create('first')
  const cases: [string, Specs, string, string][] = [
    [
      'a hunk that does not fit',
      { x: '1\n2!\n3\n' },
      change,
      'x (line 5 of the patch): the hunk at line 7 of the patch does not fit: line 2 of the file should be "2\\n", but is "2!\\n"',
    ],
    [
      'context that does not fit',
      { x: '0\n2\n3\n' },
      change,
      'line 1 of the file should be "1\\n", but is "0\\n"',
    ],
    [
      'a file that ends too early',
      { x: '1\n2\n' },
      change,
      'should be "3\\n", but the file ends before it',
    ],
    ['a last line without its newline', { x: '1\n2\n3' }, change, 'should be "3\\n", but is "3"'],
    [
      'a hunk that fits two places',
      { x: '0\n1\n2\n3\n1\n2\n3\n' },
      change,
      'fits at several lines (2, 5)',
    ],
    ['a file that is not there', {}, change, 'x is not there'],
    ['a new file that is there', { x: '' }, create('x'), 'x is already there'],
    [
      'a deletion that leaves lines',
      { x: '1\n2\n' },
      '--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n',
      'does not list all of its lines',
    ],
    [
      'hunks out of order',
      { x: '1\n2\n3\na\n1\n' },
      '--- a/x\n+++ b/x\n@@ -3 +3 @@\n-3\n+x\n@@ -2 +2 @@\n-2\n+y\n',
      'the file has no line 2 that is left to change',
    ],
    [
      'a line without a newline in the middle',
      { x: '1\n2\n' },
      '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+one\n\\ No newline at end of file\n',
      'leaves line 1 without a newline, but more lines follow it',
    ],
    ['two different names', { x: '1\n' }, change.replace('b/x', 'b/y'), 'the old file is named x'],
    [
      'a hunk with wrong counts',
      { x: '1\n2\n3\n' },
      change.replace('1,3 @@', '1,4 @@'),
      'line 7 of the patch promises 3 old and 4 new lines',
    ],
    [
      'lines beyond a hunk',
      { x: '1\n2\n3\n' },
      `${change}+more\n`,
      'line 12 of the patch is beyond its hunk',
    ],
    [
      'a binary file',
      { x: '1' },
      'diff --git a/x b/x\nBinary files a/x and b/x differ\n',
      'says that a binary file differs',
    ],
    ['a file that is no text', { x: Buffer.from([0xff]) }, change, 'is no UTF-8 text'],
    ['words that are no patch', {}, 'hello', 'the patch changes no file'],
    ['a path above the root', {}, create('../out'), 'may not reach outside of its tree'],
    [
      'a quoted path above the root',
      {},
      create('x').replace('b/x', '"b/\\056\\056/out"'),
      'may not reach outside of its tree',
    ],
    [
      'an absolute path',
      {},
      create('x').replace('b/x', '/tmp/out'),
      'may not reach outside of its tree',
    ],
    ['a path into .git', {}, create('.git/hooks/x'), 'may not write into .git'],
    ['a path below a file', { d: 'x' }, create('d/x'), 'd is no folder'],
    [
      'a file and one below it',
      {},
      create('d') + create('d/x'),
      'd/x: the patch makes d a file or link as well',
    ],
    [
      'a file in place of a folder in use',
      { 'd/x': '1' },
      create('d'),
      'd: is a folder that holds d/x',
    ],
  ]
  const throughLinks: typeof cases = [
    ['a path through a link', { d: { link: '.' } }, create('d/x'), 'its folder d is a link'],
    [
      'a path through a link that the patch itself makes',
      {},
      `diff --git a/d b/d\nnew file mode 120000\n${create('d').replace('+y\n', '+..\n\\ No newline at end of file\n')}${create('d/x')}`,
      'd/x: the patch makes d a file or link as well',
    ],
    [
      'a new file where a dangling link is',
      { x: { link: 'nowhere' } },
      create('x'),
      'x is already there',
    ],
  ]
  test.for(isWindows ? cases : [...cases, ...throughLinks])(
    '%s',
    async ([, specs, patch, message]) => {
      const root = await temporaryTree(specs)
      const before = await hashTree(root, everything)
      // Words that are no patch can't stand behind a good one: there they would be passed over.
      const whole = patch === 'hello' ? patch : good + patch
      await expect(applyPatch(root, whole)).rejects.toThrow(message)
      expect(await hashTree(root, everything)).toBe(before)
    },
  )
})
