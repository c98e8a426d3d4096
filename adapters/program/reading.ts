/** Reads what a program prints into a preset's `read`. In the adapter's process. */
import { createLines, type Line, LONGEST_LINE } from './lines.ts'
import type { Preset } from './preset.ts'
import type { Desk } from './sink.ts'

export interface Reading {
  push(chunk: Uint8Array, byte: number): void
  /** Of standard error. */
  pushError(chunk: Uint8Array, byte: number): void
  /** A line of the program's own record, which was not printed. */
  record(line: string, raw: Line['raw']): void
  /** The program has ended. */
  end(): void
}

export function openReading(
  { read, readError = () => {}, output = 'events' }: Preset<never>,
  desk: Desk,
): Reading {
  const understand = (event: unknown, raw: Line['raw']) =>
    attempt(() => read(event as never, desk.sink), raw)

  function attempt(act: () => void, raw: Line['raw']) {
    desk.at(raw)
    try {
      act()
    } catch (error) {
      desk.sink.error(`not understood by this preset: ${(error as Error).message}`)
    }
    desk.at(undefined)
  }

  function complain(message: string, raw: Line['raw']) {
    desk.at(raw)
    desk.sink.error(message)
    desk.at(undefined)
  }

  function readEvent(text: string, raw: Line['raw']) {
    const event = jsonIn(text)
    if (event === undefined) complain('an event that is no whole JSON', raw)
    else understand(event, raw)
  }

  const stream =
    output === 'document'
      ? openDocument(understand)
      : createLines(
          ({ text, raw }) => {
            if (output === 'text') understand(text, raw)
            // Anything else is a warning, a banner: it stands in the output.
            else if (/^\s*[{[]/.test(text)) readEvent(text, raw)
          },
          (raw) => complain(`an event of ${raw.bytes} bytes, of more than ${LONGEST_LINE}`, raw),
        )
  const errors = createLines(
    ({ text, raw }) => attempt(() => readError(text, desk.sink), raw),
    () => {}, // it stands in the output
  )
  return {
    ...stream,
    pushError: errors.push,
    record: readEvent,
    end() {
      errors.end()
      stream.end()
    },
  }
}

function openDocument(
  understand: (event: unknown, raw: Line['raw']) => void,
): Pick<Reading, 'push' | 'end'> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let begin: number | undefined
  let last = 0
  return {
    push(chunk, byte) {
      begin ??= byte
      last = byte + chunk.length
      bytes += chunk.length
      if (bytes <= LONGEST_LINE) chunks.push(chunk)
    },
    end() {
      const document = documentIn(Buffer.concat(chunks).toString())
      const byte = begin ?? 0
      if (document !== undefined) understand(document, { byte, bytes: last - byte })
    },
  }
}

/** The JSON object in a text, with whatever else was printed before and after it. */
function documentIn(text: string): unknown {
  const whole = jsonIn(text)
  if (whole !== undefined) return whole
  const end = text.lastIndexOf('}')
  const begin = openingOf(text, end)
  const beginsLine = begin === 0 || '\n\r\u2028\u2029'.includes(text[begin - 1] ?? '-')
  return beginsLine ? jsonIn(text.slice(begin, end + 1)) : undefined
}

/**
 * The brace that the one at `end` closes; -1 where there is none. Read from behind, where an object has
 * one beginning only: from before, each line that looks like one would be read to the end.
 */
function openingOf(text: string, end: number): number {
  let depth = 0
  let isInString = false
  for (let at = end; at >= 0; at--) {
    const character = text[at]
    if (character === '"') {
      if (!isInString || !isEscaped(text, at)) isInString = !isInString
    } else if (isInString) continue
    else if (character === '}') depth++
    else if (character === '{' && --depth === 0) return at
  }
  return -1
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
