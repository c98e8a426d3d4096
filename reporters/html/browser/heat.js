/**
 * Makes a heat map a grid to walk on. Only the row heads and the cell that one stands on are elements,
 * so that thousands of samples cost nothing. In the page.
 */
/** @import { SuiteData } from '../page-data.ts' */

import { columnName, FAILED, stateNames } from './data.js'
import { make } from './element.js'
import { openSample } from './sample.js'

/** @param {HTMLElement} scroll @param {string} anchor @param {SuiteData} suite */
export function walkable(scroll, anchor, suite) {
  const { x, y, w, h, states, columns, assertions } = suite
  const grid = make('div', {
    class: 'heat-grid',
    role: 'grid',
    'aria-label': 'Assertions by sample; Enter opens the sample',
    'aria-rowcount': assertions.length,
    'aria-colcount': columns.length + 1,
  })
  const rows = assertions.map(({ name, axis }, index) => {
    const head = make(
      'span',
      { role: 'rowheader', class: 'unseen', 'aria-colindex': 1 },
      `${axis}: ${name}`,
    )
    return grid.appendChild(make('div', { role: 'row', 'aria-rowindex': index + 1 }, head))
  })
  const cell = make('div', { role: 'gridcell', tabindex: 0, class: 'resting' })
  const tip = make('div', { class: 'tip', hidden: '' })
  const at = { row: 0, column: 0 }

  /** @param {number} row @param {number} column */
  const words = (row, column) =>
    `${assertions[row]?.name}, ${columnName(suite, column)}: ${stateNames[states[row]?.[column] ?? '-']}`

  /** @param {number} row @param {number} column */
  const stand = (row, column) => {
    Object.assign(at, { row, column })
    // A reader of the screen says what is new in the row that it moves to.
    rows[row]?.append(cell)
    cell.setAttribute('aria-colindex', String(column + 2))
    cell.setAttribute('aria-label', words(row, column))
    cell.style.left = `${x[column]}px`
    cell.style.top = `${y[row]}px`
    cell.style.width = `${w}px`
    cell.style.height = `${h}px`
  }
  /** @param {number} row @param {number} column */
  const move = (row, column) => {
    stand(row, column)
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  }
  const open = () => void openSample(anchor, at.column, at.row)
  cell.addEventListener('focus', () => cell.classList.remove('resting'))
  cell.addEventListener('blur', () => cell.classList.add('resting'))

  const last = { row: assertions.length - 1, column: columns.length - 1 }
  /** @param {number} value @param {number} most */
  const within = (value, most) => Math.max(0, Math.min(most, value))
  grid.addEventListener('keydown', (event) => {
    const page = event.ctrlKey || event.metaKey
    /** @type {Record<string, () => void>} */
    const moves = {
      ArrowRight: () => move(at.row, within(at.column + 1, last.column)),
      ArrowLeft: () => move(at.row, within(at.column - 1, last.column)),
      ArrowDown: () => move(within(at.row + 1, last.row), at.column),
      ArrowUp: () => move(within(at.row - 1, last.row), at.column),
      PageDown: () => move(at.row, within(at.column + 10, last.column)),
      PageUp: () => move(at.row, within(at.column - 10, last.column)),
      Home: () => move(page ? 0 : at.row, 0),
      End: () => move(page ? last.row : at.row, last.column),
      n: () => seek(1),
      p: () => seek(-1),
      Enter: open,
      ' ': open,
    }
    const act = moves[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })

  /** To the next failure, sample by sample, from top to bottom. @param {1 | -1} step */
  const seek = (step) => {
    const count = columns.length * assertions.length
    const from = at.column * assertions.length + at.row
    for (let moved = 1; moved <= count; moved++) {
      const place = (((from + step * moved) % count) + count) % count
      const [column, row] = [Math.floor(place / assertions.length), place % assertions.length]
      if (FAILED.includes(states[row]?.[column] ?? '-')) return move(row, column)
    }
  }

  /** @param {MouseEvent} event */
  const under = (event) => {
    const box = grid.getBoundingClientRect()
    const column = lastAtOrBelow(x, event.clientX - box.left)
    const row = lastAtOrBelow(y, event.clientY - box.top)
    const isIn =
      event.clientX - box.left < (x[column] ?? 0) + w && event.clientY - box.top < (y[row] ?? 0) + h
    return isIn && row >= 0 && column >= 0 ? { row, column } : undefined
  }
  grid.addEventListener('click', (event) => {
    const place = under(event)
    if (!place) return
    move(place.row, place.column)
    open()
  })
  grid.addEventListener('pointermove', (event) => {
    const place = under(event)
    tip.hidden = !place
    if (!place) return
    tip.textContent = words(place.row, place.column)
    const right = event.clientX > innerWidth / 2
    tip.style.left = right ? 'auto' : `${event.clientX + 14}px`
    tip.style.right = right ? `${innerWidth - event.clientX + 14}px` : 'auto'
    tip.style.top = `${event.clientY + 16}px`
  })
  grid.addEventListener('pointerleave', () => {
    tip.hidden = true
  })

  stand(0, 0)
  scroll.append(grid)
  document.body.append(tip)
  const width = scroll.querySelector('svg')?.getAttribute('width')
  grid.style.width = `${width}px`
}

/** Place of the last edge at or before a position; −1 where there is none. @param {number[]} edges @param {number} position */
function lastAtOrBelow(edges, position) {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low - 1
}
