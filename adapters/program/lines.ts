/** Cuts a stream of bytes into lines, whatever is in it. In the adapter's process. */

export interface Line {
  text: string
  /** Where it stands in the output: from its first byte to its last, with what was logged between them. */
  raw: { byte: number; bytes: number }
}

/** Bytes; what is longer is counted and let go. */
export const LONGEST_LINE = 32_000_000

const NEWLINE = 0x0a

export interface Lines {
  /** @param byte of the output at which the chunk begins */
  push(chunk: Uint8Array, byte: number): void
  /** Tells what came after the last newline. */
  end(): void
}

/**
 * @param onLine without its line ending; invalid UTF-8 becomes U+FFFD
 * @param onOverlong a line of which only the size is told
 */
export function createLines(
  onLine: (line: Line) => void,
  onOverlong: (raw: Line['raw']) => void,
): Lines {
  let parts: Uint8Array[] = []
  let bytes = 0
  let begin = 0
  let end = 0

  function add(part: Uint8Array, byte: number) {
    if (bytes === 0) begin = byte
    bytes += part.length
    if (part.length > 0) end = byte + part.length
    if (bytes > LONGEST_LINE) parts = []
    else if (part.length > 0) parts.push(part)
  }

  function finish() {
    const raw = { byte: begin, bytes: end - begin }
    if (bytes > LONGEST_LINE) onOverlong(raw)
    else if (bytes > 0) onLine({ text: Buffer.concat(parts).toString().replace(/\r$/, ''), raw })
    parts = []
    bytes = 0
  }

  return {
    push(chunk, byte) {
      let from = 0
      for (;;) {
        const at = chunk.indexOf(NEWLINE, from)
        if (at === -1) break
        add(chunk.subarray(from, at), byte + from)
        finish()
        from = at + 1
      }
      if (from < chunk.length) add(chunk.subarray(from), byte + from)
    },
    end: finish,
  }
}
