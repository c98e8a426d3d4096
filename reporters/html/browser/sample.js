/** A sample in the drawer: the failed comparisons, the diff, the model calls, the trace, the output. In the page. */
/** @import { Details, SuiteData } from '../page-data.ts' */

import { columnName, details, FAILED, stateNames, suiteData } from './data.js'
import { openDrawer } from './drawer.js'
import { make, makeButton } from './element.js'
import { tracePart } from './trace.js'

/** @param {string} anchor @param {number} column @param {number} [row] */
export async function openSample(anchor, column, row) {
  const suite = suiteData(anchor)
  if (!suite) return
  const found = await details(suite, anchor, column)
  /** @param {number} to */
  const go = (to) => () => void openSample(anchor, to, row)
  const buttons = [
    ...(column > 0 ? [makeButton('←', 'Sample before', go(column - 1))] : []),
    ...(column + 1 < suite.columns.length ? [makeButton('→', 'Next sample', go(column + 1))] : []),
  ]
  const parts = found
    ? sampleParts(suite, column, row, found)
    : [make('p', {}, 'There is no record of this sample.')]
  openDrawer(columnName(suite, column), buttons, parts)
}

/**
 * @param {SuiteData} suite @param {number} column @param {number | undefined} row
 * @param {Details} found @returns {Node[]}
 */
function sampleParts(suite, column, row, found) {
  const facts = make('dl')
  for (const [name, value] of found.facts) facts.append(make('dt', {}, name), make('dd', {}, value))
  return [
    ...(row === undefined ? [] : [assertionPart(suite, column, row, found, true)]),
    facts,
    ...failedPart(suite, column, row, found),
    ...diffPart(found.diff),
    ...callsPart(found),
    ...tracePart(found.trace),
    ...textPart('Output of the harness, its end', found.output),
  ]
}

/**
 * @param {SuiteData} suite @param {number} column @param {number} row
 * @param {Details} found @param {boolean} isChosen
 */
function assertionPart(suite, column, row, found, isChosen) {
  const { name = '', axis = '' } = suite.assertions[row] ?? {}
  const state = suite.states[row]?.[column] ?? '-'
  const reason = found.reasons[row]
  const part = make(
    isChosen ? 'div' : 'li',
    isChosen ? { class: 'chosen' } : {},
    make('span', { class: `state state-${state}` }, stateNames[state] ?? state),
    ` ${name} `,
    make('span', { class: 'axis-tag' }, axis),
  )
  if (reason) part.append(make('pre', { class: 'wrap', tabindex: 0 }, reason))
  return part
}

/**
 * @param {SuiteData} suite @param {number} column @param {number | undefined} row
 * @param {Details} found @returns {Node[]}
 */
function failedPart(suite, column, row, found) {
  const rows = suite.assertions
    .map((_, index) => index)
    .filter(
      (index) =>
        index !== row &&
        (found.reasons[index] || FAILED.includes(suite.states[index]?.[column] ?? '-')),
    )
  if (rows.length === 0) return []
  const list = make('ul')
  for (const index of rows) list.append(assertionPart(suite, column, index, found, false))
  return [make('h3', {}, row === undefined ? 'Failed assertions' : 'Other failed assertions'), list]
}

/** @param {string | null} diff @returns {Node[]} */
function diffPart(diff) {
  const title = make('h3', {}, 'Diff against the seed')
  if (diff === null) return [title, make('p', {}, 'Not among what this page was made from.')]
  if (diff === '') return [title, make('p', {}, 'Nothing was changed.')]
  const pre = make('pre', { class: 'diff', tabindex: 0 })
  for (const line of diff.replace(/\n$/, '').split('\n'))
    pre.append(make('span', { class: lineKind(line) }, line))
  return [title, pre]
}

/** @param {string} line */
function lineKind(line) {
  if (/^(diff --git|\+\+\+|---|new file|deleted file|old mode|new mode|# )/.test(line))
    return 'file'
  if (line.startsWith('@@')) return 'hunk'
  return line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : 'same'
}

/** @param {Details} details @returns {Node[]} */
function callsPart({ calls, moreCalls }) {
  const title = make('h3', {}, 'Model calls')
  if (calls === null || calls.length === 0)
    return [
      title,
      make(
        'p',
        {},
        'No call was metered, or the books are not among what this page was made from.',
      ),
    ]
  const head = make('tr')
  for (const name of [
    '#',
    'model',
    'tokens in/out',
    'cost',
    'time',
    'ended',
    'tools asked for',
    'note',
  ])
    head.append(make('th', { scope: 'col' }, name))
  const body = make('tbody')
  for (const call of calls) {
    const line = make('tr')
    for (const [index, cell] of call.entries())
      line.append(
        index === 6 && cell
          ? make(
              'td',
              {},
              ...cell.split('\n').map((tool) => make('div', {}, make('code', {}, tool))),
            )
          : make('td', {}, cell),
      )
    body.append(line)
  }
  const scroll = make(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Model calls' },
    make('table', {}, make('thead', {}, head), body),
  )
  return [
    title,
    scroll,
    ...(moreCalls > 0
      ? [make('p', {}, `and ${moreCalls} more: see calls.jsonl in the store`)]
      : []),
  ]
}

/** @param {string} title @param {string | null} text @returns {Node[]} */
function textPart(title, text) {
  if (!text) return []
  return [make('h3', {}, title), make('pre', { class: 'wrap', tabindex: 0 }, text)]
}
