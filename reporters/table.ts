/** A table of aligned columns, two spaces apart, which wraps its widest columns to fit; main process. */
import { displayWidth, type Look, paint, widthOf, wrap } from './text.ts'

type Style = Parameters<typeof paint>[1]

export interface Column {
  title: string
  align?: 'left' | 'right'
}

/** A cell's text is plain: colour is told apart from it, so that it can be measured and wrapped. */
export type TableCell = string | { text: string; style: Style }

const GAP = '  '
const NARROWEST = 8

/**
 * @param indent columns left free before each line
 * @returns lines joined by a newline, none longer than the look's width where that can be had
 */
export function table(columns: Column[], rows: TableCell[][], look: Look = {}, indent = 0): string {
  const titles = columns.map(({ title }) => ({ text: title, style: 'dim' as Style }))
  const titled = columns.some(({ title }) => title !== '')
  const all = titled ? [titles, ...rows] : rows
  const texts = all.map((row) => columns.map((_, at) => textOf(row[at])))
  const widths = shrink(
    texts,
    columns.map((_, at) => Math.max(0, ...texts.map((row) => displayWidth(row[at] ?? '')))),
    widthOf(look) - indent - GAP.length * (columns.length - 1),
  )
  return all.map((row) => printRow(row, columns, widths, look, indent)).join('\n')
}

function printRow(
  row: TableCell[],
  columns: Column[],
  widths: number[],
  look: Look,
  indent: number,
) {
  const cells = widths.map((width, at) => wrap(textOf(row[at]), width))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => {
    const printed = cells.map((lines, at) => {
      const text = lines[line] ?? ''
      const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(text)))
      const cell = row[at]
      const style = typeof cell === 'object' ? cell.style : undefined
      const painted = style && text ? paint(look, style, text) : text
      return columns[at]?.align === 'right' ? padding + painted : painted + padding
    })
    return (' '.repeat(indent) + printed.join(GAP)).trimEnd()
  }).join('\n')
}

/**
 * Narrows columns until the row fits: step by step the one that costs the fewest further lines for the
 * columns that it saves, between words; within words, from the widest, only when nothing else is left.
 */
function shrink(rows: string[][], wanted: number[], available: number): number[] {
  let widths = wanted
  while (sum(widths) > available) {
    const lines = height(rows, widths)
    const steps = widths.flatMap((width, at) => {
      const narrower = betweenWords(rows, at, width)
      if (narrower === undefined) return []
      const next = widths.with(at, narrower)
      const price = (height(rows, next) - lines) / (width - narrower)
      return [{ next, price, saved: width - narrower }]
    })
    steps.sort((a, b) => a.price - b.price || b.saved - a.saved)
    const next = steps[0]?.next ?? withinWords(widths)
    if (!next) return widths
    widths = next
  }
  return widths
}

/** The next width at which a column breaks differently, if it need not break a word for that. */
function betweenWords(rows: string[][], at: number, width: number): number | undefined {
  const cells = rows.map((row) => row[at] ?? '')
  const words = Math.max(...cells.flatMap((text) => text.split(/ +/).map(displayWidth)))
  if (width <= words) return undefined
  return Math.max(...cells.flatMap((text) => wrap(text, width - 1).map(displayWidth)))
}

function withinWords(widths: number[]): number[] | undefined {
  const widest = Math.max(...widths)
  return widest > NARROWEST ? widths.with(widths.indexOf(widest), widest - 1) : undefined
}

function height(rows: string[][], widths: number[]): number {
  return sum(
    rows.map((row) => Math.max(...widths.map((width, at) => wrap(row[at] ?? '', width).length))),
  )
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function textOf(cell: TableCell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '')
}
