/** Traces the lines on what is not in the figures; main process. */
import type { SuiteFigures } from '../../figures.ts'
import { fewNotes, type NoteLine, noteLines, shortNotes } from '../../terminal/notes.ts'
import { sampleKey } from '../sample.ts'
import type { Traced } from '../trace.ts'
import type { Records } from './records.ts'

export function traceNotes(suite: SuiteFigures, records: Records): Traced[] {
  const all = noteLines(suite)
  const told = new Set(all.map(({ text }) => text))
  // A terminal and a summary cut off lines, and say how many.
  const more = [...shortNotes(suite), ...fewNotes(suite)].filter(({ text }) => !told.has(text))
  return [...all, ...more].map(({ head, text, about }, index) => ({
    id: `${suite.suite}/notes/${index + 1}`,
    what: head,
    value: text,
    formula: 'note',
    records: keysOf(about, records),
  }))
}

function keysOf(about: NoteLine['about'], records: Records): readonly string[] {
  return typeof about === 'string' ? records.of('measured', [about], null) : about.map(sampleKey)
}
