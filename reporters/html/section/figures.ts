/** The figures of a suite: every sample as a dot, and the table that the terminal prints, too; main process. */
import type { Cell, ConditionFigures, Spread, Total } from '../../figures.ts'
import {
  costWords,
  fractionWords,
  litterWords,
  meanCostWords,
  meanWords,
  secondsWords,
  standInWords,
  tokenWords,
} from '../../terminal/words.ts'
import type { Cite } from '../cite.ts'
import { key, named } from '../look.ts'
import { html, type Markup, type Part } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import { dotPlot } from '../plot/dots.ts'
import { type MakeSection, note } from './section.ts'

export const figureSection: MakeSection = (model, cite) => ({
  id: 'figures',
  title: 'Change and regress by task',
  short: 'Change and regress',
  body: html`<figure>${legend(model)}${dotPlot(model)}<figcaption>A dot is a sample, the symbol their mean, the bar their range; a hollow dot is a sample whose readings contradict each other, in no mean. <b>change</b>: did the required behaviour appear? <b>regress</b>: did everything else stay as it was? The two are never pooled.</figcaption></figure>${figureTable(model, cite)}${meanCosts(model, cite)}`,
})

export function legend({ conditions, figures }: SuiteModel): Markup {
  return html`<ul class="legend">${figures.conditions.map(
    ({ condition, total }) =>
      html`<li>${key(conditions.indexOf(condition))}${condition} ${standInWords(total)}</li>`,
  )}</ul>`
}

function figureTable(model: SuiteModel, cite: Cite): Markup {
  const { conditions } = model.figures
  const withTokens = conditions.some(
    ({ total: { tokens } }) => tokens.input.known || tokens.output.known,
  )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Figures by condition and task"><table class="figures"><caption class="unseen">Figures by condition and task</caption><thead><tr><th scope="col">condition</th><th scope="col">task</th><th scope="col">change</th><th scope="col">regress</th><th scope="col" class="num">calls</th>${withTokens && html`<th scope="col" class="num">tokens in/out</th>`}<th scope="col">cost</th><th scope="col" class="num">time</th><th scope="col">litter</th></tr></thead>${conditions.map(
    (condition) => conditionRows(model, condition, withTokens, cite),
  )}</table></div>`
}

function conditionRows(
  model: SuiteModel,
  { condition, tasks, total }: ConditionFigures,
  withTokens: boolean,
  cite: Cite,
): Markup {
  const id = (task: string, what: string) => `${model.figures.suite}/${condition}/${task}/${what}`
  const rows = tasks.map(({ task, cell }, index) => {
    const of = (what: string, text: Part) => cite(id(task, what), text)
    return html`<tr>${index === 0 && html`<th scope="rowgroup" rowspan="${tasks.length + 1}">${named(model.conditions, condition)}<br><small>${standInWords(total) && cite(id('total', 'stand-ins'), standInWords(total))}</small></th>`}<th scope="row">${task}</th><td>${graded(cell.change, of('change', fraction(cell.change)))}</td>${shared(cell, withTokens, of)}</tr>`
  })
  const of = (what: string, text: Part) => cite(id('total', what), text)
  const samples = of('measured', `${total.measured} of ${total.asked}`)
  return html`<tbody>${rows}<tr class="total"><th scope="row">total</th><td>${samples} samples</td>${shared(total, withTokens, of)}</tr></tbody>`
}

function shared(
  figures: Cell | Total,
  withTokens: boolean,
  of: (what: string, text: Part) => Markup,
): Markup {
  return html`<td>${graded(figures.regress, of('regress', fraction(figures.regress)))}</td><td class="num">${of(
    'calls',
    meanWords(figures.calls, (mean) => mean.toFixed(1)),
  )}</td>${withTokens && html`<td class="num">${of('tokens', tokenWords(figures.tokens))}</td>`}<td>${of('cost', costWords(figures.cost))}</td><td class="num">${of(
    'seconds',
    meanWords(figures.seconds, secondsWords),
  )}</td><td>${of('litter', litterWords(figures.litter))}</td>`
}

/** The mean first, what it covers small beside it. */
function fraction(spread: Spread): Markup {
  const [, mean = '', rest = ''] = /^(\S+)(.*)$/.exec(fractionWords(spread)) ?? []
  return html`${mean}<small>${rest}</small>`
}

/** Marked where it is below one, or does not cover all. */
function graded(spread: Spread, text: Markup): Markup {
  const isBelow = spread.known !== null && spread.known.mean < 1
  if (!isBelow && spread.known && spread.n === spread.of) return text
  return html`<span class="${isBelow ? 'below' : 'partial'}">${text}</span>`
}

function meanCosts({ figures, conditions }: SuiteModel, cite: Cite): Markup {
  const means = figures.conditions.map(
    ({ condition, total }) =>
      html` ${named(conditions, condition)} ${cite(`${figures.suite}/${condition}/total/mean cost`, meanCostWords(total.cost))}`,
  )
  return note(
    html`Cost is a sum; calls, tokens and time are means of a sample; change has a mean for each task only. Mean cost of a sample:${means.map((mean, index) => [index > 0 && ',', mean])}.`,
  )
}
