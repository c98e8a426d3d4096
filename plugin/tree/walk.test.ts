import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { execa, execaNode } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { oddNames, temporaryTree } from './fixtures/temporary-tree.ts'
import { ignoring } from './ignore.ts'
import { shownTarget, walk } from './walk.ts'

const everything = ignoring([])
const isWindows = process.platform === 'win32'

test('tells path, kind, executable bit, size and target, sorted by bytes', async () => {
  const root = await temporaryTree({
    'src/a.ts': 'abc',
    'src-old/b': '',
    'run.sh': { text: '#!/bin/sh\n', mode: 0o755 },
    link: { link: 'src/a.ts' },
    empty: { folder: 0o755 },
  })
  const entries = await walk(root, everything)
  expect(
    entries.map((entry) => [
      entry.path,
      entry.kind,
      entry.executable,
      entry.size,
      shownTarget(entry),
      entry.problem,
    ]),
  ).toEqual([
    ['empty', 'folder', false, 0, '', null],
    ['link', 'link', false, 0, 'src/a.ts', null],
    ['run.sh', 'file', true, 10, '', null],
    ['src', 'folder', false, 0, '', null],
    ['src-old', 'folder', false, 0, '', null],
    ['src-old/b', 'file', false, 0, '', null],
    ['src/a.ts', 'file', false, 3, '', null],
  ])
})

test('leaves out what is ignored, folders with all that is in them', async () => {
  const root = await temporaryTree({
    'a/node_modules/x/y': '1',
    'a/b.log': '2',
    'a/c': '3',
    'a/out': 'a file',
    'out/x': 'in a folder',
  })
  const entries = await walk(root, ignoring(['node_modules', '*.log', 'out/']))
  expect(entries.map(({ path }) => path)).toEqual(['a', 'a/c', 'a/out'])
})

test.skipIf(isWindows)('survives odd names', async () => {
  const root = await temporaryTree(Object.fromEntries(oddNames.map((name) => [name, name])))
  const paths = (await walk(root, everything)).filter(({ kind }) => kind === 'file')
  expect(paths.map(({ path }) => path).sort()).toEqual([...oddNames].sort())
})

test.runIf(process.platform === 'linux')(
  'survives names that are no UTF-8, and shows their bytes',
  async () => {
    const root = await temporaryTree()
    const folder = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])])
    await mkdir(folder)
    await writeFile(Buffer.concat([folder, Buffer.from('/plain')]), 'x')
    await symlink(Buffer.from([0xff]), join(root, 'link'))
    const entries = await walk(root, everything)
    expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
      ['caf\\xe9', 'folder'],
      ['caf\\xe9/plain', 'file'],
      ['link', 'link'],
    ])
    expect(shownTarget(entries[2] as never)).toBe('\\xff')
  },
)

test('never follows a link, not even in a loop or out of the tree', async () => {
  const root = await temporaryTree({
    'a/loop': { link: '..' },
    self: { link: 'self' },
    out: { link: '/' },
    dangling: { link: 'nowhere' },
  })
  const entries = await walk(root, everything)
  expect(entries.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    'folder a',
    'link a/loop',
    'link dangling',
    'link out',
    'link self',
  ])
})

test.skipIf(isWindows)('tells sockets and pipes for what they are', async () => {
  const root = await temporaryTree()
  await execa('mkfifo', [join(root, 'pipe')])
  const server = createServer().listen(join(root, 'socket'))
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const entries = await walk(root, everything)
  expect(entries.map(({ path, kind, special }) => [path, kind, special])).toEqual([
    ['pipe', 'other', 'pipe'],
    ['socket', 'other', 'socket'],
  ])
})

test.skipIf(isWindows)('an unreadable folder is an entry that says why', async () => {
  const root = await temporaryTree({
    'closed/x': 'x',
    'open/y': 'y',
    closed: { folder: 0o000 },
    '.': { folder: 0o755 },
  })
  const script = join(import.meta.dirname, 'fixtures/as-nobody.ts')
  const { stdout } = await execaNode(script, ['walk', 'walk', JSON.stringify([root])])
  const entries: { path: string; problem: string | null }[] = JSON.parse(stdout)
  expect(entries.map(({ path, problem }) => [path, problem])).toEqual([
    ['closed', 'no permission (EACCES)'],
    ['open', null],
    ['open/y', null],
  ])
})

test('survives a tree that changes under it', async () => {
  const root = await temporaryTree()
  for (let round = 0; round < 20; round++) {
    const made = Array.from({ length: 40 }, (_, index) => join(root, `f${index % 4}`, `${index}`))
    for (let index = 0; index < 4; index++)
      await mkdir(join(root, `f${index}`), { recursive: true })
    await Promise.all(made.map((path) => writeFile(path, path)))
    const folders = [0, 1, 2, 3].map((index) => join(root, `f${index}`))
    const removal = Promise.all(folders.map((path) => rm(path, { recursive: true })))
    for (const entry of await walk(root, everything)) expect(entry.problem).toBeNull()
    await removal
  }
})

test.skipIf(isWindows)('a path beyond what the system takes is an entry that says so', async () => {
  const root = await temporaryTree()
  // Only step by step can a path grow longer than a system call takes.
  const name = 'd'.repeat(250)
  await execa(
    'sh',
    ['-c', `for i in $(seq 20); do mkdir ${name} && cd -P ${name} || exit 0; done`],
    {
      cwd: root,
    },
  )
  const entries = await walk(root, everything)
  expect(entries.at(-1)?.problem).toBe('its path is too long (ENAMETOOLONG)')
})

test('a root that is not there is an error', async () => {
  const root = await temporaryTree()
  await expect(walk(join(root, 'nowhere'), everything)).rejects.toThrow('ENOENT')
})
