/** One value with its interval on a line, for a cell of a table; its axis stands in the head. Main process. */
import { scaleLinear } from 'd3-scale'
import { html, type Markup, px } from '../markup.ts'
import { type Scale, short } from './axis.ts'

const WIDTH = 200
const NARROW = 170
const HEIGHT = 26
const PAD = 10

export interface Drawn {
  value: number | null
  interval: { low: number; high: number } | null
  /** Half the width of the band about zero in which nothing could have been seen. */
  blind?: number | null
  /** Stands out from what it is compared with. */
  strong: boolean
}

/** Symmetric about zero where there are negative values; from zero to one where there are none. */
export function intervalScale(all: Drawn[]): Scale {
  const ends = all.flatMap(({ value, interval }) => [
    ...(value === null ? [] : [value]),
    ...(interval ? [interval.low, interval.high] : []),
  ])
  const most = Math.min(1, Math.max(0.1, ...ends.map(Math.abs)))
  return scaleLinear([-most, most], [PAD, WIDTH - PAD])
}

export function shareScale(): Scale {
  return scaleLinear([0, 1], [PAD, NARROW - PAD])
}

function widthOf(scale: Scale): number {
  return (scale.range()[1] ?? 0) + PAD
}

export function intervalAxis(scale: Scale): Markup {
  const [low = 0, high = 1] = scale.domain()
  const width = widthOf(scale)
  const ticks = low < 0 ? [low, 0, high] : [0, 0.5, 1]
  return html`<svg class="cell" width="${width}" height="16" viewBox="0 0 ${width} 16" aria-hidden="true"><g class="axis">${ticks.map(
    (tick, index) =>
      html`<text x="${px(scale(tick))}" y="12" text-anchor="${index === 0 ? 'start' : index === 2 ? 'end' : 'middle'}" ${index === 0 ? html`dx="-8"` : index === 2 ? html`dx="8"` : ''}>${tick > 0 && low < 0 ? '+' : ''}${short(Number(tick.toFixed(2)))}</text>`,
  )}</g></svg>`
}

export function intervalLine(scale: Scale, { value, interval, blind, strong }: Drawn): Markup {
  const [low = 0, high = 1] = scale.domain()
  const within = (at: number) => scale(Math.min(high, Math.max(low, at)))
  const y = HEIGHT / 2
  const zero = scale(0)
  const width = widthOf(scale)
  return html`<svg class="cell" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" aria-hidden="true">${
    blind &&
    html`<rect class="blind" x="${px(within(-blind))}" width="${px(within(blind) - within(-blind))}" y="3" height="${HEIGHT - 6}" rx="2"/>`
  }<line class="zero" x1="${px(zero)}" x2="${px(zero)}" y1="0" y2="${HEIGHT}"/>${
    interval &&
    html`<line class="whisker" x1="${px(within(interval.low))}" x2="${px(within(interval.high))}" y1="${y}" y2="${y}"/>${[interval.low, interval.high].map((end) => html`<line class="whisker" x1="${px(within(end))}" x2="${px(within(end))}" y1="${y - 4}" y2="${y + 4}"/>`)}`
  }${
    value !== null &&
    html`<circle class="estimate${strong ? '' : ' hollow'}" cx="${px(within(value))}" cy="${y}" r="4.5"/>`
  }</svg>`
}
