import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { diffTrees, LARGEST_SHOWN } from './diff.ts'
import { temporaryTree } from './fixtures/temporary-tree.ts'
import { ignoring } from './ignore.ts'

const everything = ignoring([])
const isWindows = process.platform === 'win32'

type Specs = Parameters<typeof temporaryTree>[0]
async function diffed(before: Specs, after: Specs): Promise<string> {
  return diffTrees(await temporaryTree(before), await temporaryTree(after), everything)
}

test('no difference is no text', async () => {
  expect(await diffed({ a: 'x', b: { folder: 0o755 } }, { a: 'x' })).toBe('')
})

test('changed, new and deleted files, in the order of their paths', async () => {
  const lines = (...changed: string[]) =>
    ['1', '2', '3', '4', ...changed, '6', '7', '8', '9', ''].join('\n')
  expect(
    await diffed(
      { 'src/a.ts': lines('5'), gone: 'x\n', 'last line': 'x' },
      { 'src/a.ts': lines('five', '5b'), new: 'a\nb\n', 'last line': 'x\n' },
    ),
  ).toBe(`\
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/last line b/last line
--- a/last line\t
+++ b/last line\t
@@ -1 +1 @@
-x
\\ No newline at end of file
+x
diff --git a/new b/new
new file mode 100644
--- /dev/null
+++ b/new
@@ -0,0 +1,2 @@
+a
+b
diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -2,7 +2,8 @@
 2
 3
 4
-5
+five
+5b
 6
 7
 8
`)
})

test.skipIf(isWindows)('modes and links', async () => {
  expect(
    await diffed(
      { a: { text: 'x\n', mode: 0o644 }, b: { link: 'a' }, c: 'x\n' },
      { a: { text: 'x\n', mode: 0o755 }, b: { link: 'c' }, c: { link: 'x' } },
    ),
  ).toBe(`\
diff --git a/a b/a
old mode 100644
new mode 100755
diff --git a/b b/b
--- a/b
+++ b/b
@@ -1 +1 @@
-a
\\ No newline at end of file
+c
\\ No newline at end of file
diff --git a/c b/c
deleted file mode 100644
--- a/c
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/c b/c
new file mode 120000
--- /dev/null
+++ b/c
@@ -0,0 +1 @@
+x
\\ No newline at end of file
`)
})

test('what is no text, or too large, is said to differ', async () => {
  const large = 'x\n'.repeat(LARGEST_SHOWN / 2 + 1)
  expect(
    await diffed(
      { 'nul.bin': Buffer.from([0, 1]), 'latin1.txt': Buffer.from([0xe9]), 'large.txt': 'x' },
      { 'nul.bin': Buffer.from([0, 2]), 'latin1.txt': 'e', 'large.txt': large, 'new.txt': large },
    ),
  ).toBe(`\
diff --git a/large.txt b/large.txt
Binary files a/large.txt and b/large.txt (1048578 bytes) differ
diff --git a/latin1.txt b/latin1.txt
Binary files a/latin1.txt and b/latin1.txt differ
diff --git a/new.txt b/new.txt
new file mode 100644
Binary files /dev/null and b/new.txt (1048578 bytes) differ
diff --git a/nul.bin b/nul.bin
Binary files a/nul.bin and b/nul.bin differ
`)
})

test.skipIf(isWindows)('special files are named, names are quoted as git does', async () => {
  const after = await temporaryTree({ 'caf\u00e9\n"\\': '', 'a/empty': { folder: 0o755 } })
  await execa('mkfifo', [join(after, 'pipe')])
  expect(await diffTrees(await temporaryTree(), after, everything)).toBe(`\
diff --git "a/caf\\303\\251\\n\\"\\\\" "b/caf\\303\\251\\n\\"\\\\"
new file mode 100644
# a/pipe is a pipe
`)
})

test('two large texts with nothing in common take no long time, and are swapped whole', async () => {
  const text = (word: string) => Array.from({ length: 60_000 }, (_, i) => `${word}${i}\n`).join('')
  const started = performance.now()
  const diff = await diffed({ a: text('old') }, { a: text('new') })
  expect(performance.now() - started).toBeLessThan(5000)
  expect(diff).toContain('@@ -1,60000 +1,60000 @@\n-old0\n')
})

test('a text that is mostly new is swapped whole, with the little that stayed', async () => {
  const text = (word: string) =>
    Array.from({ length: 1000 }, (_, i) => `${i < 900 ? word : 'same'}${i}\n`).join('')
  expect(await diffed({ a: text('old') }, { a: text('new') })).toContain('@@ -1,1000 +1,1000 @@\n')
})

test.skipIf(isWindows)('a large file of which only the mode changed does not differ', async () => {
  const text = 'x'.repeat(LARGEST_SHOWN + 1)
  expect(await diffed({ a: { text, mode: 0o644 } }, { a: { text, mode: 0o755 } })).toBe(
    'diff --git a/a b/a\nold mode 100644\nnew mode 100755\n',
  )
})

test('a megabyte of empty lines takes no long time either', async () => {
  const blank = '\n'.repeat(LARGEST_SHOWN - 2)
  const started = performance.now()
  const diff = await diffed({ a: `${blank}x` }, { a: `y${blank}` })
  expect(performance.now() - started).toBeLessThan(5000)
  expect(diff.length).toBeLessThan(300)
})

test('a diff beyond all bounds ends in names and sizes', async () => {
  const large = 'x'.repeat(LARGEST_SHOWN - 1)
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${10 + i}`, large]))
  const diff = await diffed({}, many)
  expect(diff.length).toBeLessThan(18 * LARGEST_SHOWN)
  expect(diff).toContain('Binary files /dev/null and b/f29 (1048575 bytes) differ\n')
})
