import { mkdir, mkdtemp, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { execa, execaNode } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from './copy.ts'
import { oddNames, temporaryTree } from './fixtures/temporary-tree.ts'
import { hashTree } from './hash.ts'
import { ignoring } from './ignore.ts'

const everything = ignoring([])
const isWindows = process.platform === 'win32'

/** A place for a copy, not there yet. */
async function newPlace(): Promise<string> {
  return join(await temporaryTree(), 'copy')
}

test('copies contents byte for byte, empty folders too', async () => {
  const root = await temporaryTree({
    'crlf.txt': 'a\r\nb\r\n',
    'binary.bin': Buffer.from([0, 255, 13, 10, 128]),
    'a/b/c.ts': 'export {}\n',
    'a/empty': { folder: 0o755 },
    nothing: '',
  })
  const copy = await newPlace()
  expect(await copyTree(root, copy, everything)).toEqual({ skipped: [] })
  expect(await readFile(join(copy, 'crlf.txt'), 'latin1')).toBe('a\r\nb\r\n')
  expect((await stat(join(copy, 'a/empty'))).isDirectory()).toBe(true)
  expect(await hashTree(copy, everything)).toBe(await hashTree(root, everything))
})

test.skipIf(isWindows)('copies modes of files and folders, whatever the umask', async () => {
  const modes = { 'run.sh': 0o755, 'secret.txt': 0o600, 'shared.txt': 0o666, 'fixed.txt': 0o444 }
  const root = await temporaryTree({
    ...Object.fromEntries(Object.entries(modes).map(([path, mode]) => [path, { text: '', mode }])),
    'closed/x': '',
    closed: { folder: 0o555 },
    open: { folder: 0o777 },
  })
  const copy = await newPlace()
  await copyTree(root, copy, everything)
  const copied = { ...modes, closed: 0o555, open: 0o777, 'closed/x': 0o644 }
  for (const [path, mode] of Object.entries(copied)) {
    expect([path, (await stat(join(copy, path))).mode & 0o7777]).toEqual([path, mode])
  }
})

test.skipIf(isWindows)(
  'copies links verbatim: relative, absolute, dangling, looping, leaving',
  async () => {
    const targets = {
      relative: 'a.ts',
      absolute: '/etc',
      dangling: 'no/where',
      self: 'self',
      out: '../..',
    }
    const root = await temporaryTree({
      'a.ts': 'x',
      ...Object.fromEntries(Object.entries(targets).map(([path, link]) => [path, { link }])),
    })
    const copy = await newPlace()
    await copyTree(root, copy, everything)
    for (const [path, target] of Object.entries(targets)) {
      expect(await readlink(join(copy, path))).toBe(target)
    }
  },
)

test.skipIf(isWindows)('copies odd names', async () => {
  const root = await temporaryTree(Object.fromEntries(oddNames.map((name) => [name, name])))
  if (process.platform === 'linux') {
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), 'x')
  }
  const copy = await newPlace()
  expect(await copyTree(root, copy, everything)).toEqual({ skipped: [] })
  expect(await hashTree(copy, everything)).toBe(await hashTree(root, everything))
})

test('leaves out what is ignored, at any depth', async () => {
  const root = await temporaryTree({ 'a/.git/HEAD': '', '.git/HEAD': '', 'a/b': '' })
  const copy = await newPlace()
  await copyTree(root, copy, ignoring(['.git']))
  const expected = await temporaryTree({ 'a/b': '' })
  expect(await hashTree(copy, everything)).toBe(await hashTree(expected, everything))
})

test.skipIf(isWindows)('skips sockets and pipes, and says so', async () => {
  const root = await temporaryTree({ 'a.ts': '' })
  await execa('mkfifo', [join(root, 'pipe')])
  const server = createServer().listen(join(root, 'socket'))
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  expect(await copyTree(root, await newPlace(), everything)).toEqual({
    skipped: [
      { path: 'pipe', why: 'a pipe' },
      { path: 'socket', why: 'a socket' },
    ],
  })
})

test.skipIf(isWindows)('skips what may not be read, and says so', async () => {
  const root = await temporaryTree({
    'closed/x': '',
    closed: { folder: 0o000 },
    'no-entry/x': '',
    'no-entry': { folder: 0o644 },
    'secret.txt': { text: 'x', mode: 0o000 },
    'fixed/y/x': 'x',
    'fixed/y': { folder: 0o555 },
    fixed: { folder: 0o555 },
    'a.ts': 'x',
    '.': { folder: 0o755 },
  })
  const place = await temporaryTree({ '.': { folder: 0o777 } })
  const script = join(import.meta.dirname, 'fixtures/as-nobody.ts')
  const values = JSON.stringify([root, join(place, 'copy')])
  const { stdout } = await execaNode(script, ['copy', 'copyTree', values])
  expect(JSON.parse(stdout)).toEqual({
    skipped: [
      { path: 'closed', why: 'its contents: no permission (EACCES)' },
      { path: 'no-entry/x', why: 'no permission (EACCES)' },
      { path: 'secret.txt', why: 'no permission (EACCES)' },
    ],
  })
  expect(await readFile(join(place, 'copy/a.ts'), 'utf8')).toBe('x')
  expect(await readFile(join(place, 'copy/fixed/y/x'), 'utf8')).toBe('x')
  expect((await stat(join(place, 'copy/fixed'))).mode & 0o777).toBe(0o555)
})

test.skipIf(isWindows)(
  'a target that can not be written is an error, not something skipped',
  async () => {
    const root = await temporaryTree({ 'a.ts': 'x', '.': { folder: 0o755 } })
    const place = await temporaryTree({ '.': { folder: 0o555 } })
    const script = join(import.meta.dirname, 'fixtures/as-nobody.ts')
    const values = JSON.stringify([root, place])
    await expect(execaNode(script, ['copy', 'copyTree', values])).rejects.toThrow('EACCES')
  },
)

test.skipIf(isWindows)('a link at the target is never written through', async () => {
  const outside = await temporaryTree({ x: 'kept' })
  const copy = await temporaryTree({ 'a.ts': { link: join(outside, 'x') } })
  const root = await temporaryTree({ 'a.ts': 'new' })
  await expect(copyTree(root, copy, everything)).rejects.toThrow('a.ts is already there')
  expect(await readFile(join(outside, 'x'), 'utf8')).toBe('kept')
})

test('an empty folder will do as the target', async () => {
  const root = await temporaryTree({ 'a.ts': 'x' })
  const copy = await mkdtemp(join(await temporaryTree(), 'x'))
  await copyTree(root, copy, everything)
  expect(await readFile(join(copy, 'a.ts'), 'utf8')).toBe('x')
})

test('a tree is not copied into itself', async () => {
  const root = await temporaryTree({ 'a.ts': 'x' })
  await mkdir(join(root, 'b'))
  await expect(copyTree(root, join(root, 'b/copy'), everything)).rejects.toThrow('lies inside')
})

test('a tree of many files, and a large one, arrive whole', async () => {
  const root = await temporaryTree(
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`d${i % 50}/${i}.txt`, `${i}`])),
  )
  await writeFile(join(root, 'large.bin'), Buffer.alloc(5_000_001, 7))
  const copy = await newPlace()
  await copyTree(root, copy, everything)
  expect(await hashTree(copy, everything)).toBe(await hashTree(root, everything))
})
