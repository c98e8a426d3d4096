/** What the page holds for its own script, which stands in browser/. Shapes only, any side. */

export interface SuiteData {
  conditions: string[]
  tasks: string[]
  /** By column: place of its condition, place of its task, repetition. */
  columns: [condition: number, task: number, repetition: number][]
  assertions: { name: string; axis: string }[]
  /** By assertion, a letter for each column. */
  states: string[]
  /** Left edges of columns, and their common width; top edges of rows, and their common height. */
  x: number[]
  w: number
  y: number[]
  h: number
  /** Samples in a pack. */
  pack: number
}

/** By the anchor of a suite. */
export type PageData = Record<string, SuiteData>

/** What is kept of a sample, in the words that are shown. */
export interface Details {
  /** Name and value, in order. */
  facts: [string, string][]
  /** By assertion row that failed or has no verdict: why. */
  reasons: Record<number, string>
  /** null where it was not at hand. */
  diff: string | null
  output: string | null
  calls: string[][] | null
  /** Calls that are not among them, as there are too many. */
  moreCalls: number
  /** null where its adapter told none, or it was not at hand. */
  trace: TraceData | null
}

/** A trace, as far as the page has room for it. */
export interface TraceData {
  /** What the whole holds: `turns 1, messages 3, …`. */
  counts: string
  /** What of it is here. */
  bounds: string
  /** Where the whole stands in the store, and what prints it. */
  file: string
  command: string
  rows: TraceRow[]
}

/** An entry. */
export interface TraceRow {
  /** Of the entry; `wrong` where it tells of a failure, `gap` for those that are not here. */
  kind: string
  /** Since the attempt began. */
  at: string
  head: string
  about: string[]
  how: string
  texts: string[]
}
