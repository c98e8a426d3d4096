/** The contents at the side: experiments, suites, and the sections of each; main process. */
import { html, type Markup } from './markup.ts'
import type { Section } from './section/section.ts'

export interface Chapter {
  anchor: string
  title: string
  sections: Section[]
}

export function contents(chapters: Chapter[]): Markup {
  return html`<nav class="side" aria-label="Contents"><p class="mark-word">${logo()}harnessbench</p>${chapters.map(
    ({ anchor, title, sections }) =>
      html`<p class="nav-suite">${title}</p><ol>${sections.map(
        ({ id, title: name, short, count }) =>
          html`<li><a href="#${anchor}.${id}"><span>${short ?? name}</span>${count !== undefined && html`<span class="count">${count}</span>`}</a></li>`,
      )}</ol>`,
  )}<button type="button" class="theme" hidden>Dark</button></nav>`
}

/** Dots with a range. */
function logo(): Markup {
  return html`<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><g class="c0"><line class="range" x1="4" x2="18" y1="6" y2="6"/><circle fill="currentColor" cx="14" cy="6" r="3.4"/></g><g class="c1"><line class="range" x1="4" x2="18" y1="16" y2="16"/><path fill="currentColor" d="M8 12l4 4l-4 4l-4 -4z"/></g></svg>`
}
