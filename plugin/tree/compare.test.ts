import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa, execaNode } from 'execa'
import { expect, test } from 'vitest'
import { compareTrees } from './compare.ts'
import { temporaryTree } from './fixtures/temporary-tree.ts'
import { ignoring } from './ignore.ts'

const everything = ignoring([])
const isWindows = process.platform === 'win32'

type Specs = Parameters<typeof temporaryTree>[0]
async function compared(before: Specs, after: Specs, ignore = everything) {
  return compareTrees(await temporaryTree(before), await temporaryTree(after), ignore)
}

test('lists what was added, removed and changed, by content', async () => {
  expect(
    await compared(
      { same: 'x', changed: 'x', 'a/removed': 'x', crlf: 'a\n' },
      { same: 'x', changed: 'y', 'b/added': 'x', crlf: 'a\r\n' },
    ),
  ).toEqual({ added: ['b/added'], removed: ['a/removed'], changed: ['changed', 'crlf'] })
})

test('the same trees have no difference', async () => {
  const specs = { a: 'x', 'b/c': '', d: { folder: 0o755 }, large: Buffer.alloc(3_000_000, 1) }
  expect(await compared(specs, specs)).toEqual({ added: [], removed: [], changed: [] })
})

test('an empty folder counts, one that holds anything does not', async () => {
  expect(
    await compared({ gone: { folder: 0o755 } }, { 'new/x': '', empty: { folder: 0o755 } }),
  ).toEqual({ added: ['empty/', 'new/x'], removed: ['gone/'], changed: [] })
})

test('what is ignored is not there', async () => {
  expect(await compared({ 'x.log': '' }, { 'y.log': '', z: '' }, ignoring(['*.log']))).toEqual({
    added: ['z'],
    removed: [],
    changed: [],
  })
})

test.skipIf(isWindows)('kinds, executable bits and targets of links are changes', async () => {
  expect(
    await compared(
      {
        kind: 'x',
        bit: { text: 'x', mode: 0o644 },
        mode: { text: '', mode: 0o644 },
        to: { link: 'a' },
      },
      {
        kind: { link: 'x' },
        bit: { text: 'x', mode: 0o755 },
        mode: { text: '', mode: 0o600 },
        to: { link: 'b' },
      },
    ),
  ).toEqual({ added: [], removed: [], changed: ['bit', 'kind', 'to'] })
})

test('a difference in the last byte of a large file is seen', async () => {
  const large = (last: string) => Buffer.concat([Buffer.alloc(2_500_000), Buffer.from(last)])
  expect((await compared({ a: large('x') }, { a: large('y') })).changed).toEqual(['a'])
})

test.skipIf(isWindows)('a pipe is listed and never opened', async () => {
  const before = await temporaryTree({ both: 'x' })
  const after = await temporaryTree()
  for (const name of ['both', 'pipe']) await execa('mkfifo', [join(after, name)])
  expect(await compareTrees(before, after, everything)).toEqual({
    added: ['pipe'],
    removed: [],
    changed: ['both'],
  })
})

test.runIf(process.platform === 'linux')('two names that are no UTF-8 are two files', async () => {
  const after = await temporaryTree()
  for (const byte of [0xfe, 0xff]) {
    await writeFile(Buffer.concat([Buffer.from(`${after}/`), Buffer.from([byte])]), 'x')
  }
  expect((await compareTrees(await temporaryTree(), after, everything)).added).toEqual([
    '\\xfe',
    '\\xff',
  ])
})

test.skipIf(isWindows)(
  'a file that may no longer be read has changed; one that never could has not',
  async () => {
    const open = { '.': { folder: 0o755 } }
    const before = await temporaryTree({ now: 'x', never: { text: 'x', mode: 0 }, ...open })
    const after = await temporaryTree({
      now: { text: 'x', mode: 0 },
      never: { text: 'x', mode: 0 },
      ...open,
    })
    const script = join(import.meta.dirname, 'fixtures/as-nobody.ts')
    const values = JSON.stringify([before, after])
    const { stdout } = await execaNode(script, ['compare', 'compareTrees', values])
    expect(JSON.parse(stdout)).toEqual({ added: [], removed: [], changed: ['now'] })
  },
)
