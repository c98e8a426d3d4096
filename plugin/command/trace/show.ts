/** A trace for the terminal, an entry a line or a few. */
import { printable } from '../../../reporters/text.ts'
import type { TraceEntry } from '../../trace/schema.ts'
import { entryWords, flat } from '../../trace/words.ts'

/** Characters of a text that are shown. */
const LONGEST = 2000

/** @param number of the entry, from 1: `--raw` knows it by that */
export function showEntry(entry: TraceEntry, number: number): string {
  const { head, about, how, texts } = entryWords(entry)
  const isTool = entry.kind === 'toolCall'
  const line = [
    entry.kind === 'turn' ? '\n' : '',
    `#${number} `,
    head,
    ...about.map(
      (text, index) => `${isTool || index > 0 ? ' ' : ': '}${cut(printable(flat(text)))}`,
    ),
    how && ` (${how})`,
  ].join('')
  return [line, ...texts.map((text) => indented(text, isTool ? '    ' : '  '))].join('\n')
}

function cut(value: string): string {
  return value.length <= LONGEST
    ? value
    : `${value.slice(0, LONGEST)} … (${value.length} characters; see trace.jsonl in the store)`
}

function indented(value: string, by: string): string {
  return cut(value)
    .split(/\r?\n/)
    .map((line) => `${by}${printable(line)}`)
    .join('\n')
}
