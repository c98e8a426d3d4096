/** Numbers of the page, each a link to where it comes from; main process. */
import { html, type Markup, type Part } from './markup.ts'

/** Prints a figure. @param id of its entry in the trace; without one there, it is text */
export type Cite = (id: string, text: Part) => Markup

/** @param known ids of the trace; @param place their anchors */
export function citing(known: ReadonlySet<string>, place: (id: string) => string): Cite {
  return (id, text) =>
    known.has(id)
      ? html`<a class="n" href="#${place(id)}">${text}</a>`
      : html`<span class="n">${text}</span>`
}
