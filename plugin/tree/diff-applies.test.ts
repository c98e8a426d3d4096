/** What diffTrees writes, both git and applyPatch turn into the same tree. */
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { compareTrees } from './compare.ts'
import { copyTree } from './copy.ts'
import { diffTrees } from './diff.ts'
import { oddNames, temporaryTree } from './fixtures/temporary-tree.ts'
import { ignoring } from './ignore.ts'
import { applyPatch } from './patch.ts'

type Specs = Parameters<typeof temporaryTree>[0]

const everything = ignoring([])
const isWindows = process.platform === 'win32'
const env = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

async function gitApply(root: string, patch: string): Promise<void> {
  await execa('git', ['apply', '--whitespace=nowarn', '-'], { cwd: root, input: patch, env })
}

/** A text of numbered lines, a few of them replaced, inserted or taken out. */
function numbered(count: number, edits: Record<number, string | null> = {}, end = '\n'): string {
  const lines = Array.from(
    { length: count },
    (_, i) => edits[i] ?? (edits[i] === null ? null : `${i}`),
  )
  return lines.filter((line) => line !== null).join(end) + end
}

const cases: [string, Specs, Specs][] = [
  [
    'new, changed and deleted files',
    { a: numbered(9), b: 'x\n' },
    { a: numbered(9, { 4: 'y' }), 'c/d': '1\n2\n' },
  ],
  ['empty files', { gone: '', filled: '' }, { new: '', filled: 'x\n', emptied: 'x' }],
  ['a file emptied', { a: 'x\ny\n' }, { a: '' }],
  [
    'several hunks',
    { a: numbered(99) },
    { a: numbered(99, { 0: 'a', 40: 'b\nc', 47: null, 98: 'z' }) },
  ],
  ['a renamed file', { 'old.ts': numbered(20) }, { 'new.ts': numbered(20, { 3: 'x' }) }],
  [
    'newlines at the end',
    { a: 'x', b: 'x\n', c: 'x', d: '1\n2' },
    { a: 'x\n', b: 'x', c: 'y', d: '0\n2' },
  ],
  ['CRLF', { a: numbered(9, {}, '\r\n') }, { a: numbered(9, { 4: 'x' }, '\r\n'), b: 'new\r\n' }],
  ['only line ends', { a: numbered(5), b: 'x\r\ny' }, { a: numbered(5, {}, '\r\n'), b: 'x\ny' }],
  [
    'a byte-order mark, lone carriage returns, separators',
    { a: '\ufeffx\n' },
    { a: '\ufeffy\rz\u2028\n\f\n' },
  ],
  [
    'lines that look like a diff',
    { a: '-- x\n++ y\n@@ -1 +1 @@\n' },
    { a: '++ y\n-- z\ndiff --git a/a b/a\n\\ No\n' },
  ],
  ['a folder where a file was', { a: 'x\n', b: 'x\n' }, { 'a/b': 'y\n', b: 'x\n' }],
  ['a file where a folder was', { 'a/b/c': 'x\n' }, { a: 'y\n' }],
  [
    'texts too different to compare',
    { a: numbered(4000) },
    { a: `${numbered(4000).replaceAll('\n', 'x\n')}end` },
  ],
]

const onlyPosix: typeof cases = [
  [
    'modes',
    { a: { text: 'x\n', mode: 0o644 }, b: { text: 'x\n', mode: 0o755 } },
    {
      a: { text: 'x\n', mode: 0o755 },
      b: { text: 'y\n', mode: 0o644 },
      c: { text: '', mode: 0o755 },
    },
  ],
  [
    'links',
    { a: { link: 'b' }, b: { link: '/etc' }, c: 'x\n', d: { link: 'c' } },
    { a: { link: 'c' }, c: { link: '../out' }, d: 'x\n', 'e/f': { link: 'no where' } },
  ],
  ['a link where a folder was', { 'a/b': 'x\n' }, { a: { link: 'c' }, c: 'x\n' }],
  [
    'odd names',
    Object.fromEntries(oddNames.slice(1).map((name) => [name, 'x\n'])),
    Object.fromEntries(oddNames.map((name) => [name, `${name}\n`])),
  ],
]

describe.for(isWindows ? cases : [...cases, ...onlyPosix])('%s', ([, before, after]) => {
  for (const [tool, apply] of Object.entries({ git: gitApply, applyPatch })) {
    test(`by ${tool}`, async () => {
      const [old, now] = [await temporaryTree(before), await temporaryTree(after)]
      const patched = join(await temporaryTree(), 'patched')
      await copyTree(old, patched, everything)
      const diff = await diffTrees(old, now, everything)
      expect(diff).not.toBe('')
      await apply(patched, diff)
      expect(await compareTrees(now, patched, everything)).toEqual({
        added: [],
        removed: [],
        changed: [],
      })
      expect(await diffTrees(old, patched, everything)).toBe(diff)
    })
  }
})

test.skipIf(isWindows)('it reads as git writes it, but for the hashes', async () => {
  const old = {
    'a b': numbered(30),
    gone: 'x\n',
    'caf\u00e9': 'x',
    mode: { text: '', mode: 0o644 },
  }
  const now = {
    'a b': numbered(30, { 3: 'y', 20: null }),
    new: 'x',
    mode: { text: '', mode: 0o755 },
  }
  const root = await temporaryTree({})
  const place = async (specs: Specs, name: string) =>
    copyTree(await temporaryTree(specs), join(root, name), everything)
  await place(old, 'a')
  await place(now, 'b')
  // Outside of a repository, and from above both trees, git puts its own a/ and b/ before ours.
  const { stdout } = await execa(
    'git',
    ['diff', '--no-index', '--no-renames', '--no-prefix', '--no-color', 'a', 'b'],
    { cwd: root, env, reject: false },
  )
  const theirs = stdout.replace(/^index .*\n/gm, '').replace(/^(@@ .* @@).*$/gm, '$1')
  const ours = await diffTrees(join(root, 'a'), join(root, 'b'), everything)
  const sorted = (diff: string) =>
    diff
      .trim()
      .split(/^(?=diff --git)/m)
      .map((part) => part.trim())
      .sort()
  // git names a deleted file a/… twice there; ours does so in its usual way.
  const alike = (part: string) => part.replace(/^diff --git .*$/m, '')
  expect(sorted(ours).map(alike)).toEqual(sorted(theirs).map(alike))
})
