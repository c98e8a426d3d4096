/**
 * Keeps of a trace what the page has room for: its beginning and its end, long texts cut, each cut
 * said. Works an entry at a time, since a trace may be longer than what should lie in memory. Main process.
 */

import type { TraceEntry } from '../../../plugin/trace/schema.ts'
import { entryWords, flat } from '../../../plugin/trace/words.ts'
import { secondsWords } from '../../terminal/words.ts'
import { printable } from '../../text.ts'
import type { TraceRow } from '../page-data.ts'
import { printableLines } from './lines.ts'

export interface KeptTrace {
  rows: TraceRow[]
  /** Of the whole trace, by kind. */
  counts: Partial<Record<TraceEntry['kind'], number>>
  /** Lines that are no entries. */
  broken: number
  /** Characters that a text, and the trace, may take. */
  room: { text: number; trace: number }
}

/**
 * @param told entries in the order in which they were told; undefined for a line that is none
 * @param startedAt of the attempt, ISO 8601; without it no time is shown
 * @param room characters for all of it
 */
export async function keepTrace(
  told: AsyncIterable<TraceEntry | undefined> | Iterable<TraceEntry | undefined>,
  startedAt: string | undefined,
  room: number,
): Promise<KeptTrace> {
  // A sixteenth each, so that a page of many samples still tells most of what was done.
  const text = Math.max(200, Math.min(2000, Math.floor(room / 16)))
  const [head, tail] = [new Rows(), new Rows()]
  let [broken, between] = [0, 0]
  const counts: KeptTrace['counts'] = {}
  for await (const entry of told) {
    if (entry === undefined) {
      broken++
      continue
    }
    counts[entry.kind] = (counts[entry.kind] ?? 0) + 1
    const row = rowOf(entry, startedAt, text)
    if (tail.isEmpty && between === 0 && head.push(row, room / 2)) continue
    tail.push(row)
    while (tail.size > room / 2) {
      tail.shift()
      between++
    }
  }
  return {
    rows: [...head.all, ...(between === 0 ? [] : [gap(between)]), ...tail.all],
    counts,
    broken,
    room: { text, trace: room },
  }
}

/** Rows, and the characters that they take. */
class Rows {
  readonly all: TraceRow[] = []
  readonly #sizes: number[] = []
  size = 0

  get isEmpty(): boolean {
    return this.all.length === 0
  }

  /** @returns whether there was room for it */
  push(row: TraceRow, room = Number.POSITIVE_INFINITY): boolean {
    const size = JSON.stringify(row).length
    if (this.size + size > room) return false
    this.size += size
    this.#sizes.push(size)
    this.all.push(row)
    return true
  }

  shift(): void {
    this.all.shift()
    this.size -= this.#sizes.shift() ?? 0
  }
}

function gap(entries: number): TraceRow {
  const head = `${entries} ${entries === 1 ? 'entry is' : 'entries are'} not on this page`
  return { kind: 'gap', at: '', head, about: [], how: '', texts: [] }
}

function rowOf(entry: TraceEntry, startedAt: string | undefined, room: number): TraceRow {
  const { head, about, how, texts } = entryWords(entry)
  return {
    kind: wentWrong(entry) ? 'wrong' : entry.kind,
    at: startedAt === undefined ? '' : sinceWords(startedAt, entry.at),
    head,
    about: about.map((text) => cut(text, room, (kept) => printable(flat(kept)))),
    how,
    texts: texts
      .filter((text) => text.trim() !== '')
      .map((text) => cut(text, room, printableLines)),
  }
}

function wentWrong(entry: TraceEntry): boolean {
  if (entry.kind === 'toolCall') return entry.denied || entry.isError
  return entry.kind === 'error' || (entry.kind === 'permission' && entry.answer !== 'allowed')
}

/** A harness's own clock may be behind. */
function sinceWords(startedAt: string, at: string): string {
  const seconds = (Date.parse(at) - Date.parse(startedAt)) / 1000
  return seconds <= -0.05 ? `−${secondsWords(-seconds)}` : secondsWords(Math.abs(seconds))
}

/** Never within a pair of surrogates. */
function cut(text: string, room: number, shown: (text: string) => string): string {
  if (text.length <= room) return shown(text)
  const kept = text.slice(0, room).replace(/[\ud800-\udbff]$/, '')
  return `${shown(kept)} … [${text.length - kept.length} more characters]`
}
