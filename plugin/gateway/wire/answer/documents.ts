/**
 * Reads JSON as it comes, in bounded memory: one document, or a list whose elements are given out
 * one by one (Gemini streams such a list). Long strings are cut, so that an answer with 50 MB of
 * text still tells its usage. Pure; any process.
 */

/** Bytes kept of one string: enough for a tool call that writes a whole file. */
export const STRING_LIMIT = 1024 * 1024
/** Bytes kept of one value, after cutting; a larger one is lost. */
export const VALUE_LIMIT = 16 * 1024 * 1024
/** Bytes kept of an answer that is no JSON. */
const PLAIN_LIMIT = 500

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75
const opens = (byte: number) => byte === 0x7b || byte === 0x5b
const closes = (byte: number) => byte === 0x7d || byte === 0x5d
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

export interface DocumentListener {
  /** The one document, or an element of the list that the document is. */
  value(value: unknown, element: boolean): void
  /** The document's last bracket came, and all of its values could be read. */
  end(): void
}

export interface DocumentReader {
  push(chunk: Uint8Array): void
  /** The beginning of an answer that is no JSON, or null. */
  plain(): string | null
}

export function documentReader(listener: DocumentListener): DocumentReader {
  const kept = growing()
  const plain = growing()
  let started = false
  let isPlain = false
  /** Depth at which a value begins: 1 within a list, else 0. */
  let floor = 0
  let depth = 0
  let ended = false
  let allRead = true
  let inString = false
  let stringBytes = 0
  /** Bytes that an escape still needs: a string may not be cut within one. */
  let escapeLeft = 0

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

  /** @returns whether the byte is kept */
  function inside(byte: number): boolean {
    stringBytes++
    if (escapeLeft > 0) {
      // \uXXXX is the one escape of more than a byte.
      escapeLeft = escapeLeft === 5 ? (byte === LETTER_U ? 4 : 0) : escapeLeft - 1
      return stringBytes <= STRING_LIMIT + 6
    }
    if (byte === QUOTE) {
      inString = false
      return true
    }
    if (byte === BACKSLASH) escapeLeft = 5
    // An escape that is begun within the limit is kept whole; one begun beyond it is dropped whole.
    if (stringBytes > STRING_LIMIT) {
      stringBytes = STRING_LIMIT + 6
      return false
    }
    return true
  }

  /** @returns whether the byte is kept */
  function outside(byte: number): boolean {
    if (byte === QUOTE) {
      inString = true
      stringBytes = 0
      return depth > floor
    }
    if (opens(byte)) return ++depth > floor
    if (closes(byte)) {
      depth--
      return depth >= floor
    }
    return depth > floor
  }

  function start(byte: number): void {
    // A byte order mark and blanks (servers send some to keep a connection) may come before.
    if (isBlank(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf) return
    started = true
    isPlain = !opens(byte)
    floor = byte === 0x5b ? 1 : 0
  }

  return {
    push(chunk) {
      let from = -1
      for (let i = 0; i < chunk.length; i++) {
        const byte = chunk[i] as number
        if (!started) start(byte)
        if (!started || ended) continue
        if (isPlain) {
          if (plain.length() < PLAIN_LIMIT) plain.add(chunk.subarray(i, i + PLAIN_LIMIT))
          return
        }
        const before = depth
        const keep = inString ? inside(byte) && depth > floor : outside(byte)
        if (keep && from < 0) from = i
        else if (!keep && from >= 0) {
          kept.add(chunk.subarray(from, i))
          from = -1
        }
        if (depth === before || depth > floor) continue
        if (from >= 0) kept.add(chunk.subarray(from, i + 1))
        from = -1
        if (before === floor + 1 && depth === floor) emit()
        if (depth <= 0) {
          ended = true
          if (allRead) listener.end()
        }
      }
      if (from >= 0) kept.add(chunk.subarray(from))
    },
    plain: () => (isPlain ? plain.peek() : null),
  }
}

/** Bytes in a row, up to the limit of a value. */
function growing() {
  let bytes = Buffer.alloc(256)
  let used = 0
  let overflowed = false
  return {
    length: () => used,
    add(more: Uint8Array) {
      if (used + more.length > VALUE_LIMIT) overflowed = true
      if (overflowed) return
      if (used + more.length > bytes.length) {
        const larger = Buffer.alloc(Math.max(bytes.length * 2, used + more.length))
        bytes.copy(larger, 0, 0, used)
        bytes = larger
      }
      bytes.set(more, used)
      used += more.length
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
