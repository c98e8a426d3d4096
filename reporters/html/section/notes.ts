/** Everything that the figures do not cover, or that changed: all of it, by kind; main process. */
import { noteLines } from '../../terminal/notes.ts'
import { html } from '../markup.ts'
import { folded, type MakeSection, note } from './section.ts'

const OPEN = 12

export const noteSection: MakeSection = ({ figures }) => {
  const kinds = Map.groupBy(noteLines(figures), ({ head }) => head)
  return {
    id: 'uncovered',
    title: 'Not in the figures, or changed',
    short: 'Not covered',
    count: [...kinds.values()].reduce((sum, lines) => sum + lines.length, 0),
    body:
      kinds.size === 0
        ? note(
            'Every sample that was asked for is in the figures; no attempt was superseded, nothing was graded again.',
          )
        : html`${[...kinds].map(([kind, lines]) =>
            folded(
              html`${kind} <span class="count">${lines.length}</span>`,
              html`<ul class="lines">${lines.map(({ text }) => html`<li>${text}</li>`)}</ul>`,
              lines.length <= OPEN,
            ),
          )}`,
  }
}
