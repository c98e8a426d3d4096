/** Verdicts as a table: promise, held or not, why. Main process. */
import { type Column, type TableCell, table } from '../../reporters/table.ts'
import { type Look, oneLine, printable } from '../../reporters/text.ts'
import type { Conformance } from './check.ts'
import type { Verdict } from './promise.ts'

const columns: Column[] = [{ title: 'promise' }, { title: 'held' }, { title: 'why' }]

export function conformanceTable(
  { adapter, version, verdicts }: Conformance,
  look: Look = {},
): string {
  const count = (held: boolean | null) => verdicts.filter((one) => one.held === held).length
  const rows = verdicts.map((one): TableCell[] => [one.promise, word(one), oneLine(whyOf(one))])
  return [
    `${printable(adapter)} ${oneLine(version)}`,
    table(columns, rows, look),
    `${count(true)} held, ${count(false)} not, ${count(null)} not to be seen here`,
  ].join('\n\n')
}

function word({ held, known }: Verdict): TableCell {
  if (held === null) return { text: '–', style: 'dim' }
  if (held) return { text: 'yes', style: 'green' }
  return { text: known === undefined ? 'NO' : 'no', style: known === undefined ? 'red' : 'yellow' }
}

function whyOf({ why, known }: Verdict): string {
  return known === undefined ? why : `${why}; known: ${known}`
}
