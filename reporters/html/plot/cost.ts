/** Change against cost: a mark for each condition and task, with the ranges of both; main process. */
import { scaleLinear, scaleLog } from 'd3-scale'
import type { ConditionFigures, Spread } from '../../figures.ts'
import { fractionWords, moneyWords } from '../../terminal/words.ts'
import { colourOf, mark } from '../look.ts'
import { html, type Markup, px } from '../markup.ts'
import { type Scale, short, xAxis, yAxis } from './axis.ts'

const WIDTH = 1000
const HEIGHT = 380
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 940, 24, 326]

interface Point {
  condition: string
  task: string
  cost: NonNullable<Spread['known']>
  change: NonNullable<Spread['known']>
  title: string
}

/** @returns null where no condition has both a known cost and a known change */
export function costPlot(conditions: string[], figures: ConditionFigures[]): Markup | null {
  const points = figures.flatMap(({ condition, tasks }) =>
    tasks.flatMap(({ task, cell }): Point[] => {
      const { cost, change } = cell
      if (!cost.known || !change.known || cost.unpriced > 0) return []
      const title = `${condition}, ${task}: change ${fractionWords(change)}, ${moneyWords(cost.known.mean)} a sample`
      return [{ condition, task, cost: cost.known, change: change.known, title }]
    }),
  )
  if (points.length === 0) return null
  const x = costScale(points)
  const lowest = Math.min(...points.map(({ change }) => change.min))
  const y = scaleLinear([Math.min(0.75, Math.floor(lowest * 4) / 4), 1], [BOTTOM, TOP])
  const names = placeLabels(points, x, y)
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Mean change against mean cost of a sample, by task and condition; the table of figures holds both">${yAxis(
    y,
    { left: LEFT, right: RIGHT },
    short,
  )}${xAxis(x, { top: TOP, bottom: BOTTOM }, dollars, x.ticks(6).slice(0, 12))}<text class="label" x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">mean cost of a sample, US dollars</text><text class="label" transform="translate(14 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">mean change</text>${points.map(
    ({ condition, cost, change, title }) => {
      const index = conditions.indexOf(condition)
      return html`<g class="${colourOf(index)}"><title>${title}</title><line class="range thin" x1="${px(x(cost.min))}" x2="${px(x(cost.max))}" y1="${px(y(change.mean))}" y2="${px(y(change.mean))}"/><line class="range thin" x1="${px(x(cost.mean))}" x2="${px(x(cost.mean))}" y1="${px(y(change.min))}" y2="${px(y(change.max))}"/>${mark(index, x(cost.mean), y(change.mean), 90)}</g>`
    },
  )}${names}</svg>`
}

/** Logarithmic where the dearest costs thirty times the cheapest or more. */
function costScale(points: Point[]): Scale {
  const low = Math.min(...points.map(({ cost }) => cost.min))
  const high = Math.max(...points.map(({ cost }) => cost.max))
  if (low > 0 && high / low >= 30) return scaleLog([low, high], [LEFT, RIGHT]).nice()
  return scaleLinear([0, high || 1], [LEFT, RIGHT]).nice()
}

/** Names of tasks beside their marks: one name for marks that hide each other, none over another. */
function placeLabels(points: Point[], x: Scale, y: Scale): Markup[] {
  const places = Map.groupBy(points, ({ condition, cost, change }) =>
    JSON.stringify([condition, Math.round(x(cost.mean) / 8), Math.round(y(change.mean) / 8)]),
  )
  const taken = points.map(({ cost, change }) => ({
    left: x(cost.mean) - 7,
    right: x(cost.mean) + 7,
    y: y(change.mean) + 4,
  }))
  return [...places.values()]
    .map((own) => ({ ...(own[0] as Point), name: own.map(({ task }) => task).join(' ') }))
    .sort((a, b) => y(a.change.mean) - y(b.change.mean) || x(a.cost.mean) - x(b.cost.mean))
    .map(({ name, cost, change }) => {
      const left = x(cost.mean) + 9
      const right = left + 6.5 * name.length
      let at = y(change.mean) - 8
      const clashes = () =>
        taken.some((one) => one.left < right && left < one.right && Math.abs(one.y - at) < 12)
      while (clashes() && at < BOTTOM) at += 4
      taken.push({ left, right, y: at })
      return html`<text class="point" x="${px(left)}" y="${px(at)}">${name}</text>`
    })
}

function dollars(value: number): string {
  return `$${short(value)}`
}
