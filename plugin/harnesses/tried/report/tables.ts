/** The tables of docs/harnesses.md: each is made of what was run, row by row. Main process. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const document = fileURLToPath(new URL('../../../../docs/harnesses.md', import.meta.url))

export interface Table {
  /** Of the comments in the document between which it stands. */
  name: string
  head: string[]
  /** The first cell tells rows apart. */
  rows: string[][]
}

/** Prints it, and puts it into the document. */
export function publish(table: Table, order: string[]): void {
  console.log(`\n${table.name}\n\n${markdown(table.head, table.rows)}`)
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), table, order))
}

/**
 * The text of a document with a table in its place. Rows of what was not run this time stay.
 * @param order of the first cells; rows of others are no longer wanted
 * @throws where the document has no place for it
 */
export function withTable(text: string, table: Table, order: string[]): string {
  const place = new RegExp(`(<!-- ${table.name} -->\n)([^]*?)(<!-- /${table.name} -->)`)
  const before = place.exec(text)?.[2]
  if (before === undefined) throw new Error(`docs/harnesses.md has no place for ${table.name}`)
  const rows = new Map(rowsIn(before, table.head).map((row) => [row[0] ?? '', row]))
  for (const row of table.rows) rows.set(row[0] ?? '', row)
  const all = order.map((name) => rows.get(name)).filter((row) => row !== undefined)
  const made = markdown(table.head, all)
  return text.replace(place, (_, begin, __, end) => `${begin}\n${made}\n${end}`)
}

function markdown(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}

/** Those of another table than this one are forgotten. */
function rowsIn(text: string, head: string[]): string[][] {
  const [first, , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replaceAll('\\|', '|')),
    )
  return first?.join() === head.join() ? rows : []
}
