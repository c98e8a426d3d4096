/** What a reader wants first: what was measured, whether the graders can fail, and what may be said; main process. */
import type { Axis } from '../../../plugin/record/schema.ts'
import { controlFigures } from '../../figures/controls.ts'
import { comparisonsToTell } from '../../terminal/analysis.ts'
import { differenceWords, intervalWords, shareWords } from '../../terminal/statistics.ts'
import { countWords, meanCostWords, standInWords } from '../../terminal/words.ts'
import type { Cite } from '../cite.ts'
import { named } from '../look.ts'
import { html, type Markup, type Part } from '../markup.ts'
import type { SuiteModel } from '../model.ts'
import type { MakeSection } from './section.ts'

export const summarySection: MakeSection = (model, cite) => ({
  id: 'summary',
  title: 'At a glance',
  body: html`<div class="tiles">${tiles(model, cite)}</div>${verdicts(model, cite)}`,
})

function tiles(model: SuiteModel, cite: Cite): Markup[] {
  const { figures, controls } = model
  const { suite, measured, asked, analysis } = figures
  const shown = controls && controlFigures(controls)
  return [
    tile(
      'measured',
      cite(`${suite}/measured`, small(`${measured} of ${countWords(asked, 'sample')}`)),
      html`${cite(`${suite}/conditions`, countWords(figures.conditions.length, 'condition'))}, ${cite(`${suite}/tasks`, countWords(model.tasks.length, 'task'))}, ${cite(`${suite}/repetitions`, countWords(model.repetitions, 'repetition'))}`,
      measured === asked ? 'good' : 'doubt',
    ),
    shown
      ? tile(
          'controls',
          cite(`${suite}/controls/problems`, countWords(shown.problems.length, 'problem')),
          html`${cite(`${suite}/controls/seen to fail`, `${shown.seenToFail} of ${shown.of}`)} assertions seen to fail`,
          shown.problems.length === 0 && shown.seenToFail === shown.of ? 'good' : 'doubt',
        )
      : tile('controls', 'not shown', 'their reports were not given', 'doubt'),
    tile(
      'contradictions',
      cite(`${suite}/contradictions`, analysis.contradictions.length),
      analysis.contradictions.length === 0
        ? 'no two readings of a sample disagree'
        : 'suspect the instrument first',
      analysis.contradictions.length === 0 ? 'good' : 'doubt',
    ),
    ...figures.conditions.map(({ condition, total }) => {
      const mean = (axis: Axis) => {
        const own = analysis.conditions.find(
          (one) => one.condition === condition && one.axis === axis,
        )
        return html`<span class="pair"><small>${axis}</small> ${cite(`${suite}/${condition}/all/${axis}/mean`, shareWords(own?.mean ?? null))}</span> `
      }
      return tile(
        html`${named(model.conditions, condition)} ${standInWords(total)}`,
        html`${mean('change')}${mean('regress')}`,
        html`cost ${cite(`${suite}/${condition}/total/mean cost`, meanCostWords(total.cost))} a sample`,
        '',
      )
    }),
  ]
}

/** The last word small beside its number. */
function small(words: string): Markup {
  const at = words.lastIndexOf(' ')
  return html`${words.slice(0, at)} <small>${words.slice(at + 1)}</small>`
}

function tile(name: Part, value: Part, more: Part, kind: '' | 'good' | 'doubt'): Markup {
  return html`<div class="tile ${kind}"><div class="tile-name">${name}</div><div class="tile-value">${value}</div><div class="tile-more">${more}</div></div>`
}

/** What the terminal tells, too: over all tasks, and of single tasks what is different. */
function verdicts({ figures }: SuiteModel, cite: Cite): Markup {
  const told = comparisonsToTell(figures.analysis)
  const { confounded } = figures.analysis
  if (told.length + confounded.length === 0) return html``
  return html`<ul class="verdicts">${told.map(
    (one) =>
      html`<li class="${one.verdict === 'different' ? 'different' : ''}"><b>${one.name}${one.task !== null && `, ${one.task}`}</b> <span class="axis-tag">${one.axis}</span> ${cite(
        [figures.suite, one.kind, one.name, one.axis, one.task ?? 'all', 'effect'].join('/'),
        html`${differenceWords(one.effect)} <small>${intervalWords(one.interval)}</small>`,
      )} <span class="words">${cite([figures.suite, one.kind, one.name, one.axis, one.task ?? 'all', 'verdict'].join('/'), one.words)}</span></li>`,
  )}${confounded.map((sentence) => html`<li class="different"><b>Confounded.</b> ${sentence}</li>`)}</ul>`
}
