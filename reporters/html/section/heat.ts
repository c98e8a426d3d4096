/** Assertions × samples, and below it the failed assertions by name; main process. */
import { failedWords } from '../../terminal/words.ts'
import { anchor } from '../anchor.ts'
import type { Cite } from '../cite.ts'
import { named } from '../look.ts'
import { html, type Markup } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import { heatMap } from '../plot/heat.ts'
import { legend } from './figures.ts'
import { dataTable, folded, type MakeSection, note } from './section.ts'

export const heatSection: MakeSection = (model, cite) => {
  if (model.assertions.length === 0) return null
  const { svg, y, head, axes, height } = heatMap(model)
  const suite = anchor(model.experiment, model.figures.suite)
  return {
    id: 'assertions',
    title: 'Assertions × samples',
    body: html`${legend(model)}<ul class="legend states">${keys()}</ul><div class="heat" data-heat="${suite}"><div class="heat-names" aria-hidden="true"><svg width="264" height="${height}" viewBox="0 0 264 ${height}">${axes.map(
      (axis) => html`<text class="axis-name" x="0" y="${axis.y + 16}">${axis.name}</text>`,
    )}${model.assertions.map(
      ({ name }, index) =>
        html`<text x="0" y="${(y[index] ?? 0) + 14}">${cut(name)}<title>${name}</title></text>`,
    )}<text class="hint" x="0" y="${head - 4}">samples →</text></svg></div><div class="heat-scroll">${svg}</div></div><p class="heat-hint" hidden>Click a cell, or walk with the arrow keys and press Enter: the failed comparison, the diff, the model calls and the trace of that sample. <kbd>n</kbd> and <kbd>p</kbd> go to the next and the last failure.</p><details class="samples" data-samples="${suite}" hidden><summary>Samples as a list</summary></details>${failedTable(model, cite)}`,
  }
}

const NAME = 38

/** The whole name stands in the title. */
function cut(name: string): string {
  return name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name
}

function keys(): Markup[] {
  const shapes = {
    f: 'M1 1h14v14h-14z',
    k: 'M1 1h14v14h-14z',
    u: 'M1 1h14v14h-14zM2 2v12h12v-12zM4 6.5v3h8v-3z',
    b: 'M1 1h14v14h-14zM4 5.5L6.5 8L4 10.500L5.500 12L8 9.500L10.500 12L12 10.500L9.500 8L12 5.500L10.500 4L8 6.500L5.500 4z',
    g: 'M4 7h8v2h-8z',
  }
  const words = {
    f: 'fixed: red on the seed, green now',
    k: 'kept: green before and after',
    u: 'unfixed: red before and after',
    b: 'broke: green on the seed, red now',
    g: 'no verdict, or no record',
  }
  return (Object.keys(shapes) as (keyof typeof shapes)[]).map(
    (state) =>
      html`<li><svg class="key" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path class="s-${state}" d="${shapes[state]}"/></svg>${words[state]}</li>`,
  )
}

/** Conditions stand beside one another: what one fails and another does not is in one row. */
function failedTable({ figures, conditions }: SuiteModel, cite: Cite): Markup {
  const cells = figures.conditions.flatMap(({ condition, tasks }) =>
    tasks.flatMap(({ task, cell }) =>
      cell.failed.map((failure) => ({ condition, task, ...failure })),
    ),
  )
  if (cells.length === 0) return note('No assertion failed in any sample.')
  const shown = figures.conditions.map(({ condition }) => condition)
  const tasks = figures.conditions.flatMap((one) => one.tasks.map(({ task }) => task))
  const rows = [...new Set(tasks)].flatMap((name) => {
    const those = cells.filter(({ task }) => task === name)
    return [...Map.groupBy(those, ({ id }) => id)].map(([id, own]) => [
      name,
      own[0]?.axis,
      own[0]?.name,
      ...shown.map((condition) => {
        const failure = own.find((one) => one.condition === condition)
        if (!failure) return html`<span class="none">–</span>`
        return cite(`${figures.suite}/${condition}/${name}/failed/${id}`, failedWords(failure))
      }),
    ])
  })
  const heads = [
    { title: 'task' },
    { title: 'axis' },
    { title: 'assertion' },
    ...shown.map((condition) => ({ title: named(conditions, condition), numeric: true })),
  ]
  return folded(
    `Failed assertions by name (${rows.length})`,
    dataTable('Failed assertions by task and condition', heads, rows),
    rows.length <= 30,
  )
}
