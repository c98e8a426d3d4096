/**
 * Every sample as a dot, with range and mean, by task and condition: `change` and `regress` side by
 * side, never pooled. Main process.
 */
import { scaleLinear } from 'd3-scale'
import type { Axis } from '../../../plugin/record/schema.ts'
import { isDoubted } from '../../figures/contradictions.ts'
import type { Asked } from '../../figures/sample.ts'
import type { Cell } from '../../figures.ts'
import { fractionWords } from '../../terminal/words.ts'
import { colourOf, mark } from '../look.ts'
import { html, type Markup, px } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import { short, xAxis } from './axis.ts'

const WIDTH = 1000
const LEFT = 84
const PANEL = 430
const GAP = 40
const TOP = 30
const LANE = 17
const BETWEEN = 12
const DOT = 5

const axes: Axis[] = ['change', 'regress']

export function dotPlot(model: SuiteModel): Markup {
  const { figures, tasks } = model
  const shown = model.conditions.filter((name) =>
    figures.conditions.some(({ condition }) => condition === name),
  )
  const band = shown.length * LANE + BETWEEN
  const bottom = TOP + tasks.length * band
  const height = bottom + 26
  const panels = axes.map((axis, index) => {
    const left = LEFT + index * (PANEL + GAP)
    const scale = scaleLinear([0, 1], [left, left + PANEL])
    const lanes = tasks.flatMap((task, at) =>
      shown.map((condition, lane) => {
        const y = TOP + at * band + BETWEEN / 2 + (lane + 0.5) * LANE
        const cell = figures.conditions
          .find((one) => one.condition === condition)
          ?.tasks.find((one) => one.task === task)?.cell
        const samples = model.columns.filter((s) => s.task === task && s.condition === condition)
        return cell
          ? lanePlot(cell, samples, axis, scale, y, model.conditions.indexOf(condition), {
              title: `${condition}, ${task}, ${axis}`,
            })
          : ''
      }),
    )
    return html`<g>${xAxis(scale, { top: TOP, bottom }, short, [0, 0.25, 0.5, 0.75, 1])}<text class="panel" x="${px(left)}" y="14">${axis}</text>${lanes}</g>`
  })
  const bands = tasks.map((task, at) => {
    const y = TOP + at * band
    return html`${at % 2 === 0 && html`<rect class="band" x="0" y="${px(y)}" width="${WIDTH}" height="${px(band)}"/>`}<text class="task" x="10" y="${px(y + band / 2)}" dy="0.32em">${task}</text>`
  })
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${px(height)}" role="img" aria-label="Change and regress of every sample by task and condition; the table below holds the figures">${bands}${panels}</svg>`
}

function lanePlot(
  cell: Cell,
  samples: Asked[],
  axis: Axis,
  scale: (value: number) => number,
  y: number,
  index: number,
  { title }: { title: string },
): Markup {
  const { known } = cell[axis]
  const valued = samples.flatMap(({ record }) => {
    const fraction = record?.outcome === 'unmeasured' ? null : record?.[axis].fraction
    return record && typeof fraction === 'number'
      ? [{ fraction, isDoubted: isDoubted(record, 'grades') }]
      : []
  })
  const dots = (own: typeof valued) =>
    [...Map.groupBy(own, ({ fraction }) => fraction)].flatMap(([value, { length }]) =>
      stack(length).map((offset) => `M${px(scale(value))} ${px(y + offset)}h0`),
    )
  const { counted = [], doubted = [] } = Object.groupBy(valued, ({ isDoubted }) =>
    isDoubted ? 'doubted' : 'counted',
  )
  const words = `${title}: ${fractionWords(cell[axis])}`
  if (!known)
    return html`<text class="unknown" x="${px(scale(0) + 4)}" y="${px(y)}" dy="0.32em">unknown<title>${words}</title></text>`
  return html`<g class="${colourOf(index)}"><title>${words}</title>${
    known.min < known.max &&
    html`<line class="range" x1="${px(scale(known.min))}" x2="${px(scale(known.max))}" y1="${px(y)}" y2="${px(y)}"/>`
  }<path class="dots" d="${dots(counted).join('')}"/>${doubted.length > 0 && html`<path class="dots doubted" d="${dots(doubted).join('')}"/><path class="dots doubted inner" d="${dots(doubted).join('')}"/>`}${mark(index, scale(known.mean), y, 62)}</g>`
}

/** Dots of one value stand over and under one another, closer where they are many. */
function stack(count: number): number[] {
  const room = LANE - DOT
  const step = Math.min(DOT + 1, room / Math.max(1, count - 1))
  return Array.from({ length: count }, (_, index) => (index - (count - 1) / 2) * step)
}
