/** The scale of a plot along its x axis, with its ticks; main process. */
import type { ScaleContinuousNumeric } from 'd3-scale'
import { html, type Markup, px } from '../markup.ts'

export type Scale = ScaleContinuousNumeric<number, number>

interface Span {
  top: number
  bottom: number
}

/** Grid lines over the plot's height, and a label below each. */
export function xAxis(
  scale: Scale,
  { top, bottom }: Span,
  word: (value: number) => string,
  ticks: number[] = scale.ticks(5),
): Markup {
  return html`<g class="axis">${ticks.map((tick) => {
    const x = px(scale(tick))
    return html`<line x1="${x}" x2="${x}" y1="${px(top)}" y2="${px(bottom)}"/><text x="${x}" y="${px(bottom + 14)}" text-anchor="middle">${word(tick)}</text>`
  })}</g>`
}

/** Grid lines over the plot's width, and a label left of each. */
export function yAxis(
  scale: Scale,
  { left, right }: { left: number; right: number },
  word: (value: number) => string,
  ticks: number[] = scale.ticks(5),
): Markup {
  return html`<g class="axis">${ticks.map((tick) => {
    const y = px(scale(tick))
    return html`<line x1="${px(left)}" x2="${px(right)}" y1="${y}" y2="${y}"/><text x="${px(left - 8)}" y="${y}" dy="0.32em" text-anchor="end">${word(tick)}</text>`
  })}</g>`
}

/** `0`, `0.25`, `1`: no more places than it takes. */
export function short(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−')
}
