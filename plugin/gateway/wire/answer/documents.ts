/**
 * Reads JSON as it comes, in bounded memory: one document, or a list whose elements are given out
 * one by one (Gemini streams such a list). Long strings are cut, so that an answer with 50 MB of
 * text still tells its usage. Pure; any process.
 */

/** Bytes kept of one string: enough for a tool call that writes a whole file. */
export const STRING_LIMIT = 1024 * 1024
/** Bytes kept of one value, after cutting; a larger one is lost. */
const VALUE_LIMIT = 16 * 1024 * 1024
/** Bytes kept of an answer that is no JSON. */
const PLAIN_LIMIT = 500

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75
const opens = (byte: number) => byte === 0x7b || byte === 0x5b
const closes = (byte: number) => byte === 0x7d || byte === 0x5d
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

interface DocumentListener {
  /** The one document, or an element of the list that the document is. */
  value(value: unknown, element: boolean): void
  /** The document's last bracket came, and all of its values could be read. */
  end(): void
}

interface DocumentReader {
  push(chunk: Uint8Array): void
  /** The beginning of an answer that is no JSON, or null. */
  plain(): string | null
}

export function documentReader(listener: DocumentListener): DocumentReader {
  const kept = growing()
  const plain = growing()
  let began: 'not yet' | 'json' | 'plain' = 'not yet'
  /** Depth at which a value begins: 1 within a list, else 0. */
  let floor = 0
  let depth = 0
  let ended = false
  let allRead = true
  let inString = false
  let stringBytes = 0
  /** A chunk ended with a backslash. */
  let escaped = false

  function emit() {
    const text = kept.take()
    if (text === null) allRead = false
    else
      try {
        listener.value(JSON.parse(text), floor === 1)
      } catch {
        // Malformed: nothing is known of this value. The client gets it as it is.
        allRead = false
      }
  }

  /** @returns where the document begins in a chunk, if it does */
  function begin(chunk: Uint8Array): number {
    // A byte order mark and blanks (servers send some to keep a connection) may come before.
    const first = chunk.findIndex((byte) => !isBlank(byte) && ![0xef, 0xbb, 0xbf].includes(byte))
    const byte = chunk[first]
    if (byte === undefined) return chunk.length
    began = opens(byte) ? 'json' : 'plain'
    floor = byte === 0x5b ? 1 : 0
    return first
  }

  /** Reads on within a string. @returns where it stopped: behind the string, or the chunk */
  function readString(chunk: Uint8Array, from: number): number {
    const stop = endOfString(chunk, escaped ? from + 1 : from)
    const end = Math.min(stop, chunk.length)
    const room = STRING_LIMIT - stringBytes
    const keeps = depth > floor
    if (keeps && room > 0) {
      kept.add(chunk, from, Math.min(end, from + room))
      if (end - from >= room) kept.dropHalfEscape()
    }
    stringBytes += end - from
    escaped = stop > chunk.length
    inString = stop >= chunk.length
    if (inString) return chunk.length
    if (keeps) kept.add(chunk, stop, stop + 1)
    return stop + 1
  }

  /** Reads on between strings. @returns where it stopped: behind a quote, a bracket, the chunk */
  function readStructure(chunk: Uint8Array, from: number): number {
    const to = nextStructure(chunk, from)
    const end = Math.min(to + 1, chunk.length)
    const byte = chunk[to]
    const before = depth
    if (byte === QUOTE) {
      inString = true
      stringBytes = 0
    } else if (byte !== undefined) depth += opens(byte) ? 1 : -1
    if (before > floor) kept.add(chunk, from, end)
    else if (depth > floor) kept.add(chunk, to, end)
    if (before === floor + 1 && depth === floor) emit()
    if (before > 0 && depth === 0) {
      ended = true
      if (allRead) listener.end()
    }
    return end
  }

  return {
    push(chunk) {
      let i = began === 'not yet' ? begin(chunk) : 0
      if (began === 'plain' && plain.length() < PLAIN_LIMIT) plain.add(chunk, i, i + PLAIN_LIMIT)
      if (began !== 'json') return
      while (i < chunk.length && !ended)
        i = inString ? readString(chunk, i) : readStructure(chunk, i)
    },
    plain: () => (began === 'plain' ? plain.peek() : null),
  }
}

/** Index of the closing quote; the chunk's length, or one more where its last byte is a backslash. */
function endOfString(chunk: Uint8Array, from: number): number {
  let i = from
  for (; i < chunk.length; i++) {
    const byte = chunk[i]
    if (byte === QUOTE) break
    if (byte === BACKSLASH) i++
  }
  return i
}

/** Index of the next quote or bracket, or the chunk's length. */
function nextStructure(chunk: Uint8Array, from: number): number {
  let i = from
  for (; i < chunk.length; i++) {
    const byte = chunk[i] as number
    if (byte === QUOTE || opens(byte) || closes(byte)) break
  }
  return i
}

/** Bytes in a row, up to the limit of a value. */
function growing() {
  let bytes = Buffer.alloc(256)
  let used = 0
  let overflowed = false
  return {
    length: () => used,
    add(chunk: Uint8Array, from: number, to: number) {
      const end = Math.min(to, chunk.length)
      const needed = used + end - from
      if (needed > VALUE_LIMIT) overflowed = true
      if (overflowed) return
      if (needed > bytes.length) {
        const larger = Buffer.alloc(Math.max(bytes.length * 2, needed))
        bytes.copy(larger, 0, 0, used)
        bytes = larger
      }
      bytes.set(chunk.subarray(from, end), used)
      used = needed
    },
    /** Where a string was cut within an escape (`\\`, `\\u00`), takes the escape away. */
    dropHalfEscape() {
      const last = bytes.subarray(0, used).lastIndexOf(BACKSLASH)
      let first = last
      while (first > 0 && bytes[first - 1] === BACKSLASH) first--
      // Backslashes in pairs stand for themselves.
      if (last < 0 || (last - first) % 2 === 1) return
      const length = used - last
      if (length < 2 || (bytes[last + 1] === LETTER_U && length < 6)) used = last
    },
    peek: () => bytes.toString('utf8', 0, used),
    /** @returns null where there was more than can be kept */
    take() {
      const text = overflowed ? null : bytes.toString('utf8', 0, used)
      used = 0
      overflowed = false
      return text
    },
  }
}
