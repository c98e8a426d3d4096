/**
 * Lines that stay at the bottom of a terminal: other output goes above them, and they leave no trace
 * when they are closed. Main process.
 */
import { displayWidth } from './text.ts'

/** A stream to write to; a terminal also says how large it is. */
export interface Output {
  write(chunk: string | Uint8Array, ...rest: never[]): boolean
  columns?: number
  rows?: number
}

export interface Window {
  draw(): void
  close(): void
}

const SYNC_START = '\u001b[?2026h'
const SYNC_END = '\u001b[?2026l'
const CLEAR_LINE_ABOVE = '\u001b[1A\u001b[2K'

/**
 * @param others further streams to the same terminal
 * @param content the lines to show, none wider than `columns`; asked for at each drawing
 */
export function createWindow(
  stream: Output,
  others: Output[],
  content: (columns: number, rows: number) => string[],
): Window {
  const write = stream.write.bind(stream)
  let drawn: string[] = []
  // While other output stands in the middle of a line, drawing would tear that line apart.
  let atLineStart = true
  let closed = false

  const erasure = () => {
    // A terminal made narrower has broken the lines that stand there into more.
    const columns = stream.columns || 80
    const rows = drawn.map((line) => Math.max(1, Math.ceil(displayWidth(line) / columns)))
    drawn = []
    return `\r${CLEAR_LINE_ABOVE.repeat(rows.reduce((sum, count) => sum + count, 0))}`
  }
  const erase = () => {
    if (drawn.length > 0) write(erasure())
  }
  const draw = () => {
    if (closed || !atLineStart) return
    const old = drawn.length > 0 ? erasure() : ''
    drawn = content(stream.columns || 80, stream.rows || 24)
    write(`${SYNC_START}${old}${drawn.map((line) => `${line}\n`).join('')}${SYNC_END}`)
  }

  const restores = [stream, ...others].map((one) => {
    const original = one.write
    const intercepted: Output['write'] = (chunk, ...rest) => {
      if (closed || chunk.length === 0) return original.call(one, chunk, ...rest)
      erase()
      const result = original.call(one, chunk, ...rest)
      const end = chunk.at(-1)
      atLineStart = end === '\n' || end === 10
      draw()
      return result
    }
    one.write = intercepted
    return () => {
      // Someone else may have put a wrapper around ours since: ours then only passes on.
      if (one.write === intercepted) one.write = original
    }
  })
  const close = () => {
    if (closed) return
    erase()
    closed = true
    for (const restore of restores) restore()
    process.off('exit', close)
  }
  process.on('exit', close)
  return { draw, close }
}
