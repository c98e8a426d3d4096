/**
 * HTML and SVG from templates in which every value is escaped, unless it was made by such a template:
 * agents choose file names, output and diffs. Main process.
 */
import { printable } from '../text.ts'

/** Text that is markup already. */
export interface Markup {
  readonly markup: string
}

export type Part = Markup | string | number | null | undefined | false | Part[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Strings are escaped, and what would reorder a line or not be seen is shown; lists are joined. */
export function html(parts: TemplateStringsArray, ...values: Part[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(textOf)) }
}

function textOf(value: Part): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (value === null || value === undefined || value === false) return ''
  return typeof value === 'object' ? value.markup : escaped(printable(String(value)))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] as string)
}

/** Of a script or style of our own, which holds no value. */
export function trusted(markup: string): Markup {
  return { markup }
}

/** Data for a script element: nothing in it can end the element. */
export function jsonData(value: unknown): Markup {
  return { markup: JSON.stringify(value).replaceAll('<', '\\u003c') }
}

/** Coordinates to a hundredth of a pixel, so that a file is not mostly digits. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100)
}
