/** How a condition looks in every plot: a symbol and a colour by its place in the plan; main process. */
import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond2,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape'
import { html, type Markup, px } from './markup.ts'

/** Never by colour alone: after seven conditions both begin anew, at different lengths. */
const shapes: SymbolType[] = [
  symbolCircle,
  symbolDiamond2,
  symbolSquare,
  symbolTriangle,
  symbolCross,
  symbolStar,
  symbolWye,
]
/** Classes `c0` to `c7` in the style. */
const COLOURS = 8

export function colourOf(index: number): string {
  return `c${index % COLOURS}`
}

/** @param size of the symbol, in square pixels */
function symbolPath(index: number, size: number): string {
  const shape = shapes[index % shapes.length] as SymbolType
  return (
    symbol(shape, size)()?.replace(/-?\d+\.\d+/g, (number) => String(+Number(number).toFixed(2))) ??
    ''
  )
}

/** A symbol in a plot. @param hollow for what is not to be relied on */
export function mark(index: number, x: number, y: number, size = 70, hollow = false): Markup {
  const path = symbolPath(index, size)
  return html`<path class="${colourOf(index)} mark${hollow ? ' hollow' : ''}" transform="translate(${px(x)} ${px(y)})" d="${path}"/>`
}

/** A symbol in a line of text. */
export function key(index: number): Markup {
  return html`<svg class="key" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">${mark(index, 0, 0, 60)}</svg>`
}

/** A condition's name with its symbol. */
export function named(conditions: string[], name: string): Markup {
  const index = conditions.indexOf(name)
  return html`<span class="named">${index < 0 ? '' : key(index)}${name}</span>`
}
