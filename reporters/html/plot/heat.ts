/**
 * Assertions × samples as a heat map: one path for each state, so that 2,000 samples are a few elements.
 * What stands where is told to the page's own script, which makes it a grid to walk on. Main process.
 */
import { colourOf, mark } from '../look.ts'
import { html, type Markup, px } from '../markup.ts'
import { type State, type SuiteModel, stateRows } from '../model.ts'

const ROW = 20
const HEAD = 46
const AXIS = 24
const ROOM = 765
/** Below this width, cells of one state touch and are drawn as one. */
const APART = 6

export interface HeatPlace {
  /** Left edges of columns, and their common width. */
  x: number[]
  w: number
  /** Top edges of rows, and their common height. */
  y: number[]
  h: number
  /** Rows as letters, a column each. */
  states: string[]
}

export interface Heat extends HeatPlace {
  svg: Markup
  height: number
  head: number
  axes: { name: string; y: number }[]
}

export function heatMap(model: SuiteModel): Heat {
  const { assertions } = model
  const { x, w } = columnEdges(model)
  const width = (x.at(-1) ?? 0) + w + 1
  const axes: Heat['axes'] = []
  const y: number[] = []
  let top = HEAD
  for (const [index, { axis }] of assertions.entries()) {
    if (axis !== assertions[index - 1]?.axis) {
      axes.push({ name: axis, y: top })
      top += AXIS
    }
    y.push(top)
    top += ROW
  }
  const states = stateRows(model)
  const place: HeatPlace = { x, w, y, h: ROW, states }
  const svg = html`<svg class="heat-map" width="${px(width)}" height="${px(top)}" viewBox="0 0 ${px(width)} ${px(top)}" role="img" aria-label="What became of each assertion in each sample; failures stand in the tables of failed assertions, too">${heads(model, x, w)}${paths(place)}</svg>`
  return { ...place, svg, height: top, head: HEAD, axes }
}

/** As wide as fits, within bounds. */
function columnEdges({ columns }: SuiteModel): { x: number[]; w: number } {
  const most =
    columns.length * APART > ROOM / 2 ? { condition: 3, task: 9 } : { condition: 5, task: 16 }
  let gaps = 0
  const before = columns.map((column, index) => {
    const last = columns[index - 1]
    if (last && last.task !== column.task) gaps += most.task
    else if (last && last.condition !== column.condition) gaps += most.condition
    return gaps
  })
  const w = Math.max(3, Math.min(20, Math.floor((ROOM - gaps) / Math.max(1, columns.length))))
  return { x: before.map((gap, index) => gap + index * w), w }
}

/** Names of tasks, and below them the symbols of conditions, over what they span. */
function heads({ columns, conditions }: SuiteModel, x: number[], w: number): Markup[] {
  const starts = columns.flatMap((column, index) => {
    const before = columns[index - 1]
    const isTask = before?.task !== column.task
    return isTask || before?.condition !== column.condition ? [{ ...column, index, isTask }] : []
  })
  return starts.map(({ task, condition, index, isTask }, at) => {
    const next = starts[at + 1]?.index ?? columns.length
    const [left, right] = [x[index] ?? 0, (x[next - 1] ?? 0) + w]
    const nth = conditions.indexOf(condition)
    return html`${isTask && html`<text class="task" x="${px(left)}" y="14">${task}</text>`}${
      right - left >= 9
        ? mark(nth, (left + right) / 2, 28, 50)
        : html`<rect class="${colourOf(nth)} mark" x="${px(left)}" y="24" width="${px(right - left)}" height="8"/>`
    }<line class="${colourOf(nth)} span" x1="${px(left)}" x2="${px(right)}" y1="38.5" y2="38.5"/>`
  })
}

/** In the order in which they are drawn. */
const drawn: State[] = ['k', 'p', 'f', 'u', 'x', 'b', 'g', 'm']

function paths({ x, w, y, states }: HeatPlace): Markup[] {
  const isApart = w >= APART
  const cells = new Map<State, string>()
  const add = (state: State, path: string) => cells.set(state, (cells.get(state) ?? '') + path)
  for (const [row, letters] of states.entries()) {
    const top = (y[row] ?? 0) + 1
    for (let from = 0; from < letters.length; ) {
      const state = letters[from] as State
      let to = from + 1
      while (!isApart && letters[to] === state && x[to] === (x[to - 1] ?? 0) + w) to++
      const left = x[from] ?? 0
      const width = (x[to - 1] ?? 0) + w - left - (isApart ? 2 : 0)
      add(state, shape(state, left + (isApart ? 1 : 0), top, width, ROW - 2, isApart))
      from = to
    }
  }
  return drawn.flatMap((state) =>
    cells.has(state) ? [html`<path class="s-${state}" d="${cells.get(state)}"/>`] : [],
  )
}

/** Not by colour alone: what broke is crossed, what was not fixed is hollow with a bar, unknown a dash. */
function shape(state: State, x: number, y: number, w: number, h: number, isApart: boolean): string {
  const box = `M${px(x)} ${px(y)}h${px(w)}v${h}h${px(-w)}z`
  if (!isApart) return box
  const middle = y + h / 2
  if (state === 'g' || state === 'm')
    return `M${px(x + w / 4)} ${px(middle - 1)}h${px(w / 2)}v2h${px(-w / 2)}z`
  if (state === 'b') return box + cross(x + w / 2, middle, Math.min(w, h) / 2 - 2.5)
  if (state === 'u' || state === 'x')
    return `${box}M${px(x + w - 2)} ${px(y + 2)}v${h - 4}h${px(4 - w)}v${4 - h}zM${px(x + w / 4)} ${px(middle - 1.5)}v3h${px(w / 2)}v-3z`
  return box
}

/** A hole in the form of an ×: wound against the box around it. */
function cross(x: number, y: number, r: number): string {
  const t = 1.3
  const points = [
    [-r, -r + t],
    [-t, 0],
    [-r, r - t],
    [-r + t, r],
    [0, t],
    [r - t, r],
    [r, r - t],
    [t, 0],
    [r, -r + t],
    [r - t, -r],
    [0, -t],
    [-r + t, -r],
  ] as const
  return `${points.map(([dx, dy], index) => `${index === 0 ? 'M' : 'L'}${px(x + dx)} ${px(y + dy)}`).join('')}z`
}
