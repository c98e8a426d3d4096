/** Everything that the figures do not cover, or that changed: all of it, by kind; main process. */
import { noteLines } from '../../terminal/notes.ts'
import { html } from '../markup.ts'
import { folded, type MakeSection, note } from './section.ts'

const OPEN = 12

export const noteSection: MakeSection = ({ figures }, cite) => {
  const lines = noteLines(figures).map(({ head, text }, index) => ({
    head,
    text: cite(`${figures.suite}/notes/${index + 1}`, text),
  }))
  const kinds = Map.groupBy(lines, ({ head }) => head)
  return {
    id: 'uncovered',
    title: 'Not in the figures, or changed',
    short: 'Not covered',
    count: lines.length,
    body:
      kinds.size === 0
        ? note(
            'Every sample that was asked for is in the figures; no attempt was superseded, nothing was graded again.',
          )
        : html`${[...kinds].map(([kind, own]) =>
            folded(
              html`${kind} <span class="count">${own.length}</span>`,
              html`<ul class="lines">${own.map(({ text }) => html`<li>${text}</li>`)}</ul>`,
              own.length <= OPEN,
            ),
          )}`,
  }
}
