/**
 * Carries values over a process border as `v8.serialize` does, and errors whole: V8 alone turns a
 * custom name into `Error` and drops fields such as `code`. Runs in both processes.
 *
 * Crosses: whatever structured clone carries (undefined, NaN, −0, bigint, Date, RegExp, Map, Set,
 * typed arrays, cycles, holes), and errors with name, message, cause and own fields. Objects of a
 * class arrive as plain objects. Functions, symbols, promises and proxies do not cross.
 */
import { types } from 'node:util'
import { DefaultDeserializer, DefaultSerializer } from 'node:v8'

/** What V8 drops of an error: its name, and its own enumerable fields as far as they can cross. */
type Kept = [error: Error, name: string, fields: [key: string, value: unknown][]]

/** @throws what cannot cross, as V8 says it; `stranger` finds where it is. */
export function encodeValue(value: unknown): Uint8Array {
  const kept = findErrors(value).map(keep)
  const serializer = new DefaultSerializer()
  serializer.writeHeader()
  serializer.writeValue(value)
  // The second value refers to the same errors: V8 numbers objects across both.
  serializer.writeValue(kept)
  return serializer.releaseBuffer()
}

/** Reads what `encodeValue` wrote, or plain `v8.serialize`. */
export function decodeValue(bytes: Uint8Array): unknown {
  const deserializer = new DefaultDeserializer(bytes)
  deserializer.readHeader()
  const value = deserializer.readValue()
  for (const [error, name, fields] of readKept(deserializer)) {
    const set = (key: string, value: unknown, enumerable: boolean) =>
      Object.defineProperty(error, key, { value, enumerable, writable: true, configurable: true })
    // The stack tells where the build lay, and differs from one copy of it to the next.
    set('stack', `${name}: ${error.message}`, false)
    if (error.name !== name) set('name', name, false)
    for (const [key, value] of fields) set(key, value, key !== 'errors')
  }
  return value
}

function readKept(deserializer: DefaultDeserializer): Kept[] {
  try {
    return deserializer.readValue()
  } catch {
    return [] // written by v8.serialize: nothing follows
  }
}

function keep(error: Error): Kept {
  const fields: Kept[2] = []
  for (const key of [
    ...Object.keys(error),
    ...(Object.hasOwn(error, 'errors') ? ['errors'] : []),
  ]) {
    if (key === 'name' || key === 'stack') continue
    const value = (error as unknown as Record<string, unknown>)[key]
    if (crosses(value)) fields.push([key, value])
  }
  return [error, String(error.name), fields]
}

function crosses(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value !== 'object') return true
  try {
    const serializer = new DefaultSerializer()
    serializer.writeHeader()
    serializer.writeValue(value)
    return true
  } catch {
    return false
  }
}

function findErrors(value: unknown): Error[] {
  const errors: Error[] = []
  visit(value, (part) => {
    if (types.isNativeError(part)) errors.push(part)
  })
  return errors
}

/**
 * Finds what keeps a value from crossing.
 * @returns a description such as `a function at .lines[0].total`; null when nothing is found.
 */
export function stranger(value: unknown): string | null {
  let found: string | null = null
  visit(value, (part, path) => {
    const what = strangeness(part)
    if (what && found === null) found = path === '' ? what : `${what} at ${path}`
  })
  return found
}

function strangeness(value: unknown): string | null {
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'symbol') return 'a symbol'
  if (types.isProxy(value)) return 'a proxy'
  if (types.isPromise(value)) return 'a promise'
  if (types.isWeakMap(value) || types.isWeakSet(value)) return 'a weak collection'
  if (types.isGeneratorObject(value)) return 'a generator'
  return null
}

/** Calls `look` once for every part of a value; getters are not run. */
function visit(value: unknown, look: (part: unknown, path: string) => void): void {
  const seen = new Set<object>()
  const waiting: [part: unknown, path: string][] = [[value, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, path] = next
    if (typeof part === 'object' && part !== null) {
      if (seen.has(part)) continue
      seen.add(part)
    }
    look(part, path)
    if (typeof part === 'object' && part !== null && !types.isProxy(part)) {
      for (const inner of partsOf(part, path)) waiting.push(inner)
    }
  }
}

function* partsOf(whole: object, path: string): Generator<[unknown, string]> {
  if (ArrayBuffer.isView(whole)) return
  if (types.isMap(whole)) {
    for (const [key, value] of Map.prototype.entries.call(whole)) {
      yield [key, `${path}.keys()`]
      yield [value, `${path}.get(${typeof key === 'string' ? JSON.stringify(key) : '…'})`]
    }
  }
  if (types.isSet(whole)) {
    for (const value of Set.prototype.values.call(whole)) yield [value, `${path}.values()`]
  }
  // Only what structured clone takes along; and the two that an error keeps out of sight.
  const hidden = types.isNativeError(whole) ? ['cause', 'errors'] : []
  for (const key of [...Object.keys(whole), ...hidden]) {
    const value = Object.getOwnPropertyDescriptor(whole, key)?.value
    if (value === null || value === undefined) continue
    if (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol') {
      continue
    }
    yield [value, Array.isArray(whole) ? `${path}[${key}]` : `${path}.${key}`]
  }
}
