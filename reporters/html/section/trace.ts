/** The appendix: for each number its value, its formula and the records that it was made of; main process. */
import { type FormulaKey, formulas } from '../../figures/formulas.ts'
import { sampleKey } from '../../figures/sample.ts'
import type { Traced } from '../../figures/trace.ts'
import { countWords } from '../../terminal/words.ts'
import { anchor } from '../anchor.ts'
import { html, type Markup } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import { folded, type Section } from './section.ts'

export interface TracePlaces {
  entry(id: string): string
  formula(key: FormulaKey): string
  records(index: number): string
}

export function placesOf(model: SuiteModel): TracePlaces {
  const own = anchor(model.experiment, model.figures.suite)
  const numbers = new Map(model.traced.map(({ id }, index) => [id, index + 1]))
  return {
    entry: (id) => `n.${own}.${numbers.get(id)}`,
    formula: (key) => `f.${own}.${anchor(key)}`,
    records: (index) => `r.${own}.${index}`,
  }
}

export function traceSection(model: SuiteModel): Section {
  const places = placesOf(model)
  const sets = new RecordSets(model)
  const entries = model.traced.map((entry) => entryRow(entry, places, sets.indexOf(entry.records)))
  const used = new Set(model.traced.map(({ formula }) => formula))
  return {
    id: 'sources',
    title: 'Where each number comes from',
    short: 'Sources',
    count: entries.length,
    body: html`${folded(
      `Formulas (${used.size})`,
      tracedTable(
        'Formulas',
        ['formula', 'what it says', 'source'],
        [...used].sort().map((key) => {
          const { says, source = '–' }: { says: string; source?: string } = formulas[key]
          return html`<tr id="${places.formula(key)}"><th scope="row">${key}</th><td>${says}</td><td>${source}</td></tr>`
        }),
      ),
    )}${folded(
      `Records (${countWords(sets.all.length, 'set')})`,
      tracedTable(
        'Sets of records',
        ['set', 'samples'],
        sets.all.map(
          (records, index) =>
            html`<tr id="${places.records(index)}"><th scope="row">${countWords(records.length, 'record')}</th><td>${sets.runs(records)}</td></tr>`,
        ),
      ),
    )}${folded(
      `Numbers (${entries.length})`,
      tracedTable('Numbers', ['number', 'as printed', 'formula', 'records'], entries),
    )}`,
  }
}

function entryRow(
  { id, what, value, formula }: Traced,
  places: TracePlaces,
  set: number | null,
): Markup {
  return html`<tr id="${places.entry(id)}"><th scope="row">${what}</th><td>${value}</td><td><a href="#${places.formula(formula)}">${formula}</a></td><td>${
    set === null ? 'none' : html`<a href="#${places.records(set)}">set ${set + 1}</a>`
  }</td></tr>`
}

function tracedTable(caption: string, heads: string[], rows: Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="trace"><caption class="unseen">${caption}</caption><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`
}

/** Entries of the same samples share one set. */
class RecordSets {
  readonly all: (readonly string[])[] = []
  readonly #known = new Map<readonly string[] | string, number>()
  readonly #model: SuiteModel
  readonly #columns: Map<string, number>

  constructor(model: SuiteModel) {
    this.#model = model
    this.#columns = new Map(model.columns.map((column, index) => [sampleKey(column), index]))
  }

  indexOf(records: readonly string[]): number | null {
    if (records.length === 0) return null
    const known = this.#known.get(records) ?? this.#known.get(records.join())
    const index = known ?? this.all.push(records) - 1
    this.#known.set(records, index).set(records.join(), index)
    return index
  }

  /** Samples that stand side by side in the heat map are one run: `bare T4 #1–#3`. */
  runs(records: readonly string[]): Markup[] {
    const columns = records.flatMap((key) => this.#columns.get(key) ?? []).sort((a, b) => a - b)
    const own = anchor(this.#model.experiment, this.#model.figures.suite)
    const runs: { from: number; to: number }[] = []
    for (const column of columns) {
      const last = runs.at(-1)
      if (last && last.to === column - 1 && this.#isOneCell(last.to, column)) last.to = column
      else runs.push({ from: column, to: column })
    }
    return runs.map(({ from, to }) => {
      const [first, last] = [this.#model.columns[from], this.#model.columns[to]]
      const span = from === to ? '' : `–#${last?.repetition}`
      return html`<span data-suite="${own}" data-from="${from}" data-to="${to}">${first?.condition} ${first?.task} #${first?.repetition}${span}</span> `
    })
  }

  #isOneCell(a: number, b: number): boolean {
    const [one, other] = [this.#model.columns[a], this.#model.columns[b]]
    return one?.task === other?.task && one?.condition === other?.condition
  }
}
