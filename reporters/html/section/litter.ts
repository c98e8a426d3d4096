/** What samples left in the tree, by name; main process. */
import { litterNameWords, litterWords, standInWords } from '../../terminal/words.ts'
import { named } from '../look.ts'
import { html } from '../markup.ts'
import { dataTable, folded, type MakeSection } from './section.ts'

const SHOWN = 12

export const litterSection: MakeSection = ({ figures, conditions }, cite) => {
  const rows = figures.conditions.map(({ condition, total: { litter, ...total } }) => {
    const names = litter.files.map(
      (file) =>
        html`<code>${cite(`${figures.suite}/${condition}/total/litter/${file.name}`, litterNameWords(file))}</code> `,
    )
    const [shown, rest] = [names.slice(0, SHOWN), names.slice(SHOWN)]
    return [
      html`${named(conditions, condition)} <small>${standInWords(total)}</small>`,
      cite(`${figures.suite}/${condition}/total/litter`, litterWords(litter)),
      html`${shown.length > 0 ? shown : '–'}${rest.length > 0 && folded(`and ${rest.length} more`, html`<p>${rest}</p>`)}`,
    ]
  })
  return {
    id: 'litter',
    title: 'Litter',
    body: dataTable(
      'Files left in the tree by condition',
      [{ title: 'condition' }, { title: 'samples that left something' }, { title: 'files' }],
      rows,
    ),
  }
}
