import { deserialize, serialize } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { decodeValue, encodeValue, stranger } from './value.ts'

const cross = (value: unknown) => decodeValue(encodeValue(value))

const cyclic: Record<string, unknown> = { name: 'loop' }
cyclic.self = cyclic

describe.each<[string, unknown]>([
  ['undefined', undefined],
  ['undefined in an object', { a: undefined }],
  ['NaN', Number.NaN],
  ['-0', [-0, 0]],
  ['bigint', 12345678901234567890n],
  ['a date', new Date(86_400_000)],
  ['an invalid date', new Date(Number.NaN)],
  [
    'a map with odd keys',
    new Map<unknown, unknown>([
      [{ a: 1 }, -0],
      [Number.NaN, [undefined]],
    ]),
  ],
  ['a set', new Set([1n, 'x', null])],
  ['typed arrays', [new Float64Array([-0, Number.NaN]), new Uint8Array([1, 255])]],
  ['a regular expression', /a(?<b>c)/giu],
  ['a cycle', cyclic],
  ['holes', Object.assign(Array(3), { 2: 1 })],
  ['text outside latin1', 'grüß 漢字 \ud800'],
])('%s', (_, value) => {
  test('arrives as it was', () => {
    expect(cross(value)).toStrictEqual(value)
  })
})

class NotFound extends Error {
  override name = 'NotFound'
  code = 'E_NOT_FOUND'
  retry = () => 1
}

test('errors keep name, message, fields and cause, wherever they are', () => {
  const error = new NotFound('gone', {
    cause: Object.assign(new RangeError('far'), { status: 404 }),
  })
  const value = cross({ list: [error], map: new Map([['e', error]]) }) as {
    list: [NotFound]
    map: Map<string, NotFound>
  }
  const [arrived] = value.list
  expect(arrived).toBeInstanceOf(Error)
  expect(value.map.get('e')).toBe(arrived)
  expect([arrived.name, arrived.message, { ...arrived }]).toStrictEqual([
    'NotFound',
    'gone',
    { code: 'E_NOT_FOUND' },
  ])
  expect(arrived.cause).toBeInstanceOf(RangeError)
  expect(arrived.cause).toMatchObject({ name: 'RangeError', message: 'far', status: 404 })
  expect(arrived.stack).toBe('NotFound: gone')
})

test('an aggregate error keeps its errors', () => {
  const arrived = cross(new AggregateError([new TypeError('a')], 'all')) as AggregateError
  expect(arrived.name).toBe('AggregateError')
  expect(arrived.errors).toStrictEqual([new TypeError('a')])
})

test('plain v8 reads what we write, and we read what plain v8 writes', () => {
  expect(deserialize(encodeValue({ a: [1] }))).toStrictEqual({ a: [1] })
  expect(decodeValue(serialize({ a: [1] }))).toStrictEqual({ a: [1] })
})

test('says what cannot cross, and where', () => {
  const inside = { lines: [{ total: () => 1 }], map: new Map([['k', { s: Symbol('s') }]]) }
  expect(() => encodeValue(inside)).toThrow()
  expect(stranger({ lines: inside.lines })).toBe('a function at .lines[0].total')
  expect(stranger({ map: inside.map })).toBe('a symbol at .map.get("k").s')
  expect(stranger(new Proxy({}, {}))).toBe('a proxy')
  expect(stranger([1, 'x', null, { a: new Date() }])).toBe(null)
})
