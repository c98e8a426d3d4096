import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { execa, execaNode } from 'execa'
import { describe, expect, test } from 'vitest'
import { temporaryTree } from './fixtures/temporary-tree.ts'
import { hashTree, hashValue } from './hash.ts'
import { ignoring } from './ignore.ts'

const everything = ignoring([])
const isWindows = process.platform === 'win32'

type Specs = Parameters<typeof temporaryTree>[0]
const hashOf = async (specs: Specs) => hashTree(await temporaryTree(specs), everything)

describe('a tree', () => {
  const base: Specs = { 'a.ts': 'x', 'b/c.ts': 'y' }

  test('the same content has the same hash, wherever and whenever it was written', async () => {
    const root = await temporaryTree({ 'b/c.ts': 'y', 'a.ts': 'x' })
    await utimes(join(root, 'a.ts'), 0, 0)
    const hash = await hashTree(root, everything)
    expect(hash).toBe(await hashOf(base))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test.for<[string, Specs]>([
    ['a byte', { ...base, 'a.ts': 'X' }],
    ['a line end', { ...base, 'a.ts': 'x\n' }],
    ['a name', { 'A.ts': 'x', 'b/c.ts': 'y' }],
    ['another file', { ...base, d: '' }],
    ['an empty folder', { ...base, d: { folder: 0o755 } }],
    ['bytes moved from a name to the content', { 'a.t': 'sx', 'b/c.ts': 'y' }],
    ['bytes moved to the next file', { 'a.ts': '', 'b/c.ts': 'xy' }],
  ])('%s counts', async ([, specs]) => {
    expect(await hashOf(specs)).not.toBe(await hashOf(base))
  })

  test.skipIf(isWindows)(
    'the executable bit and what a link is count; other modes do not',
    async () => {
      const plain = await hashOf({ a: { text: 'x', mode: 0o644 } })
      expect(await hashOf({ a: { text: 'x', mode: 0o600 } })).toBe(plain)
      expect(await hashOf({ a: { text: 'x', mode: 0o755 } })).not.toBe(plain)
      expect(await hashOf({ a: { link: 'x' } })).not.toBe(plain)
      expect(await hashOf({ a: { link: 'y' } })).not.toBe(await hashOf({ a: { link: 'x' } }))
    },
  )

  test.skipIf(isWindows)('a target that reads like the next entry is no next entry', async () => {
    const two = await hashOf({ a: { link: 'x' }, b: { link: 'y' } })
    expect(await hashOf({ a: { link: 'xblink  falsey' } })).not.toBe(two)
  })

  test('what is ignored does not count', async () => {
    const root = await temporaryTree({ ...base, 'node_modules/x': '1' })
    expect(await hashTree(root, ignoring(['node_modules']))).toBe(await hashOf(base))
  })

  test.skipIf(isWindows)(
    'a pipe does not hang it, and what may not be read has a hash',
    async () => {
      const root = await temporaryTree({
        secret: { text: 'x', mode: 0o000 },
        'closed/x': '',
        closed: { folder: 0o000 },
        '.': { folder: 0o755 },
      })
      await execa('mkfifo', [join(root, 'pipe')])
      const script = join(import.meta.dirname, 'fixtures/as-nobody.ts')
      const { stdout } = await execaNode(script, ['hash', 'hashTree', JSON.stringify([root])])
      expect(JSON.parse(stdout)).toMatch(/^[0-9a-f]{64}$/)
    },
  )

  test('files larger than a chunk are read to the end', async () => {
    const large = (last: number) =>
      Buffer.concat([Buffer.alloc(3 * 1024 * 1024), Buffer.from([last])])
    expect(await hashOf({ a: large(1) })).not.toBe(await hashOf({ a: large(2) }))
    expect(await hashOf({ a: Buffer.alloc(1024 * 1024) })).not.toBe(
      await hashOf({ a: Buffer.alloc(1024 * 1024 + 1) }),
    )
  })
})

describe('a value', () => {
  test('the order of keys and absent keys do not count', () => {
    expect(hashValue({ a: 1, b: { c: [1, 'x', null, true], d: undefined } })).toBe(
      hashValue({ b: { c: [1, 'x', null, true] }, a: 1 }),
    )
    expect(hashValue({ a: 1 })).toBe(
      '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
    )
  })

  test('the order of items, types and nesting count', () => {
    const values = [[1, 2], [2, 1], ['1', 2], { 0: 1, 1: 2 }, [[1], 2], null, 'null', {}, [], '']
    expect(new Set(values.map(hashValue)).size).toBe(values.length)
  })

  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  test.for<[string, unknown, string]>([
    ['NaN', { a: [Number.NaN] }, 'value.a[0] is NaN'],
    ['a function', { run() {} }, 'value.run is function'],
    ['a Map', { m: new Map() }, 'value.m is a Map'],
    ['a regular expression', [/x/], 'value[0] is a RegExp'],
    ['a bigint', 1n, 'value is bigint'],
    ['undefined in a list', [undefined], 'value[0] is undefined'],
    ['a cycle', cycle, 'value.self is a cycle'],
  ])('%s is refused', ([, value, message]) => {
    expect(() => hashValue(value)).toThrow(message)
  })
})
