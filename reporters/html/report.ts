/**
 * A report as one HTML file, from records alone: the same records give the same bytes, whoever made
 * them and in whatever order they came. Main process.
 */
import { countWords } from '../terminal/words.ts'
import { printable } from '../text.ts'
import { anchor } from './anchor.ts'
import { citing } from './cite.ts'
import type { Chapter } from './contents.ts'
import { PACK, packDetails } from './details/pack.ts'
import { html, type Markup } from './markup.ts'
import { type Experiment, type ExperimentModel, modelOf, type SuiteModel } from './model.ts'
import { page } from './page.ts'
import type { PageData } from './page-data.ts'
import { heatMap } from './plot/heat.ts'
import { contradictionSection } from './section/contradictions.ts'
import { controlSection } from './section/controls.ts'
import { costSection } from './section/cost.ts'
import { coverageSection } from './section/coverage.ts'
import { effectSection } from './section/effects.ts'
import { figureSection } from './section/figures.ts'
import { heatSection } from './section/heat.ts'
import { litterSection } from './section/litter.ts'
import { noteSection } from './section/notes.ts'
import { predictionSection } from './section/predictions.ts'
import type { MakeSection } from './section/section.ts'
import { solvedSection } from './section/solved.ts'
import { summarySection } from './section/summary.ts'
import { placesOf, traceSection } from './section/trace.ts'
import { transitionSection } from './section/transitions.ts'

export type { Experiment } from './model.ts'

const sections: MakeSection[] = [
  summarySection,
  figureSection,
  effectSection,
  predictionSection,
  costSection,
  solvedSection,
  coverageSection,
  heatSection,
  transitionSection,
  litterSection,
  controlSection,
  contradictionSection,
  noteSection,
]

export async function htmlReport(experiments: Experiment[]): Promise<string> {
  const models = experiments.map(modelOf)
  const parts = models.flatMap((model) => model.suites.map((suite) => suitePart(suite, models)))
  const all = models.flatMap(({ suites }) => suites.flatMap(({ columns }) => columns)).length
  const data: PageData = {}
  const packs: { id: string; base64: string }[] = []
  for (const model of models)
    for (const suite of model.suites) {
      const own = anchor(suite.experiment, suite.figures.suite)
      data[own] = suiteData(suite)
      const records = suite.columns.map(({ record }) => record)
      const packed = await packDetails(records, suite.assertions, all, model.details)
      packs.push(...packed.map((base64, index) => ({ id: `pack.${own}.${index}`, base64 })))
    }
  const title = models.map(({ figures }) => figures.experiment).join(', ')
  return await page({
    title,
    chapters: parts.map(({ chapter }) => chapter),
    body: html`${models.map((model) => experimentPart(model, parts))}<footer>Made by harnessbench from records alone. The page fetches nothing and keeps nothing but your choice of colours.</footer>`,
    data,
    packs,
  })
}

interface Part {
  model: SuiteModel
  chapter: Chapter
  body: Markup
}

function suitePart(model: SuiteModel, all: ExperimentModel[]): Part {
  const own = anchor(model.experiment, model.figures.suite)
  const cite = citing(new Set(model.traced.map(({ id }) => id)), placesOf(model).entry)
  const made = [...sections.flatMap((make) => make(model, cite) ?? []), traceSection(model)]
  const { suite } = model.figures
  const isOnly = all.length === 1
  return {
    model,
    chapter: {
      anchor: own,
      title: isOnly ? suite : `${model.experiment}, ${suite}`,
      sections: made,
    },
    body: html`${made.map(
      ({ id, title, body }) =>
        html`<section class="card" id="${own}.${id}" aria-labelledby="${own}.${id}.h"><h3 id="${own}.${id}.h">${title}</h3>${body}</section>`,
    )}`,
  }
}

function experimentPart({ figures, said, suites }: ExperimentModel, parts: Part[]): Markup {
  return html`<header><p class="over">experiment</p><h1>${figures.experiment}</h1><p class="lede">${countWords(figures.repetitions, 'repetition')} of each task under each condition, graded by executing what came back. Every number leads to its records and its formula.</p>${
    said.length > 0 &&
    html`<ul class="lines">${said.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
  }</header>${parts
    .filter(({ model }) => suites.includes(model))
    .map(({ model, body }) => html`<h2><small>suite</small> ${model.figures.suite}</h2>${body}`)}${
    suites.length === 0 && html`<p>No sample was asked for.</p>`
  }`
}

function suiteData(model: SuiteModel): PageData[string] {
  const { conditions, tasks, columns, assertions } = model
  const { x, w, y, h, states } = heatMap(model)
  return {
    conditions: conditions.map(printable),
    tasks: tasks.map(printable),
    columns: columns.map(({ condition, task, repetition }) => [
      conditions.indexOf(condition),
      tasks.indexOf(task),
      repetition,
    ]),
    assertions: assertions.map(({ name, axis }) => ({ name: printable(name), axis })),
    states,
    x,
    w,
    y,
    h,
    pack: PACK,
  }
}
