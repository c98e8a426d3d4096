/** What the harness told of its work, an entry an item: for reading. In the page. */
/** @import { TraceData, TraceRow } from '../page-data.ts' */

import { make } from './element.js'

/** Characters of a folded text that one sees without opening it. */
const PREVIEW = 80
/** A text of more lines or characters starts out folded, unless it is what the model said. */
const LINES = 6
const CHARACTERS = 400

/** Whether the reader has it open: it stays so on the way to another sample. */
let isTraceOpen = false

/** @param {TraceData | null} trace @returns {Node[]} */
export function tracePart(trace) {
  const title = make('h3', {}, 'Trace')
  const none =
    'None: its adapter told nothing of its work, or it is not among what this page was made from.'
  if (trace === null) return [title, make('p', {}, none)]
  const fold = make('details', { class: 'told' }, make('summary', {}, trace.counts))
  const fill = () => {
    if (fold.childElementCount === 1) fold.append(make('ol', {}, ...trace.rows.map(traceItem)))
  }
  // Made when it is asked for: it may be long.
  fold.addEventListener('toggle', () => {
    isTraceOpen = fold.open
    if (fold.open) fill()
  })
  if (isTraceOpen) {
    fold.open = true
    fill()
  }
  return [
    title,
    make(
      'p',
      { class: 'note' },
      `What the harness told of its work, for reading: nothing in a trace enters a grade. ${trace.bounds} The whole stands in the store as `,
      make('code', {}, trace.file),
      '; ',
      make('code', {}, trace.command),
      ' shows it.',
    ),
    fold,
  ]
}

/** @param {TraceRow} row */
function traceItem({ kind, at, head, about, how, texts }) {
  return make(
    'li',
    { class: `told-${kind}` },
    make('span', { class: 'told-at' }, at),
    ' ',
    make('span', { class: 'told-head' }, head),
    ...about.flatMap((text) => [' ', make('code', {}, text)]),
    ...(how ? [' ', make('span', { class: 'told-how' }, how)] : []),
    ...texts.map((text) => traceText(text, kind)),
  )
}

/** @param {string} text @param {string} kind */
function traceText(text, kind) {
  const isLong = text.length > CHARACTERS || text.split('\n').length > LINES
  const pre = make('pre', { class: 'wrap' }, text)
  if (kind !== 'reasoning' && (!isLong || kind === 'message')) return pre
  const start = text.trim().replace(/\s+/g, ' ')
  const preview = [...start.slice(0, 2 * PREVIEW)].slice(0, PREVIEW).join('')
  const more = preview.length < start.length ? '…' : ''
  return make('details', {}, make('summary', {}, `${preview}${more}`), pre)
}
