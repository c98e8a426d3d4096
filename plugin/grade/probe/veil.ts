/**
 * Replaces where a build lay by fixed words, so that what two copies print or return is the same
 * when the copies are. Runs in the main process.
 */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import type { Place } from './scratch.ts'
import type { Thrown } from './spec.ts'
import { decodeValue, encodeValue } from './value.ts'

export type Veil = {
  text(text: string): string
  thrown(error: Thrown): Thrown
  /** Takes and gives what `encodeValue` writes. */
  value(bytes: Uint8Array): Uint8Array
}

/** `pid` is the first process's: Node's warnings begin with it. */
export function veilOf(place: Place, pid?: number): Veil {
  const words: [string, string][] = [
    ...forms(place.work).map((form): [string, string] => [form, '<build>']),
    ...forms(place.root).map((form): [string, string] => [form, '<temp>']),
    [`(node:${pid})`, '(node)'],
  ]
  const text = (text: string) =>
    words.reduce((text, [form, word]) => text.replaceAll(form, word), text)
  // Bytes, not text with an encoding: searching UTF-16 in a buffer can loop for ever in Node 26.
  const unique = (['latin1', 'utf16le'] as const).map((form) =>
    Buffer.from(basename(place.root), form),
  )

  function thrown({ message, cause, ...rest }: Thrown): Thrown {
    return { ...rest, message: text(message), ...(cause && { cause: thrown(cause) }) }
  }

  function value(bytes: Uint8Array): Uint8Array {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // V8 writes strings in latin1 or, when that does not do, in UTF-16.
    if (!unique.some((form) => buffer.includes(form))) return bytes
    return encodeValue(replaceStrings(decodeValue(bytes), text))
  }

  return { text, thrown, value }
}

/** A path as it stands in messages: plain, as a URL, within a string literal. */
function forms(path: string): string[] {
  return [...new Set([pathToFileURL(path).pathname, path, path.replaceAll('\\', '\\\\')])]
}

/** Changes the value in place, which is ours alone: it was just decoded. */
function replaceStrings(value: unknown, text: (text: string) => string): unknown {
  const seen = new Set<object>()
  const replace = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part)
    if (typeof part !== 'object' || part === null || seen.has(part)) return part
    seen.add(part)
    if (ArrayBuffer.isView(part)) return part
    if (types.isMap(part)) {
      const entries = [...part]
      part.clear()
      for (const [key, inner] of entries) part.set(replace(key), replace(inner))
    } else if (types.isSet(part)) {
      const members = [...part]
      part.clear()
      for (const inner of members) part.add(replace(inner))
    } else if (types.isNativeError(part)) {
      for (const key of ['message', 'stack', 'cause'] as const) {
        if (Object.hasOwn(part, key)) part[key] = replace(part[key]) as string
      }
    }
    const fields = part as Record<string, unknown>
    for (const key of Object.keys(fields)) fields[key] = replace(fields[key])
    return part
  }
  return replace(value)
}
