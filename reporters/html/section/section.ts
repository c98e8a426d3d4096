/** A part of the page with a heading; main process. */

import type { Cite } from '../cite.ts'
import { html, type Markup, type Part } from '../markup.ts'
import type { SuiteModel } from '../model.ts'

export interface Section {
  /** Short, for its anchor: `effects`. */
  id: string
  title: string
  /** Its name in the contents, where that is another one. */
  short?: string
  /** How many things it holds, for the contents; left out where that says nothing. */
  count?: number
  body: Markup
}

/** @returns null where there is nothing to say */
export type MakeSection = (model: SuiteModel, cite: Cite) => Section | null

export interface Head {
  title: Part
  /** Numbers are set right. */
  numeric?: boolean
}

/** @param rows cells, of which the first is the row's heading unless it is a cell already */
export function dataTable(caption: string, heads: Head[], rows: Part[][], kind = ''): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="${kind}"><caption class="unseen">${caption}</caption><thead><tr>${heads.map(
    ({ title, numeric }) => html`<th scope="col"${numeric && html` class="num"`}>${title}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((value, at) =>
        at === 0
          ? html`<th scope="row">${value}</th>`
          : html`<td${heads[at]?.numeric && html` class="num"`}>${value}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`
}

/** More than this many rows start out folded. */
export function folded(summary: Part, body: Markup, isOpen = false): Markup {
  return html`<details${isOpen && html` open`}><summary>${summary}</summary>${body}</details>`
}

export function note(text: Part): Markup {
  return html`<p class="note">${text}</p>`
}
