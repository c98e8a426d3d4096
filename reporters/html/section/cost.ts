/** Change against cost; main process. */
import { html } from '../markup.ts'
import { costPlot } from '../plot/cost.ts'
import { legend } from './figures.ts'
import { type MakeSection, note } from './section.ts'

export const costSection: MakeSection = (model) => {
  const { conditions } = model.figures
  const plot = costPlot(model.conditions, conditions)
  const unknown = conditions
    .filter(({ total }) => !total.cost.known)
    .map(({ condition }) => condition)
  const partly = conditions.filter(({ total }) => total.cost.unpriced > 0)
  return {
    id: 'cost',
    title: 'Change against cost',
    short: 'Cost',
    body: html`${
      plot
        ? html`<figure>${legend(model)}${plot}<figcaption>A symbol is a task under a condition, up is better, left is cheaper; thin lines are the ranges over its samples.</figcaption></figure>`
        : note('No cost is known.')
    }${unknown.length > 0 && note(`Cost unknown, so not drawn: ${unknown.join(', ')}. An unknown cost is never 0.`)}${
      partly.length > 0 &&
      note(
        `Some calls have no price; tasks with such calls are not drawn: ${partly.map(({ condition }) => condition).join(', ')}.`,
      )
    }`,
  }
}
