/** What the controls showed before any sample was made: that the graders can fail; main process. */
import { controlFigures } from '../../figures/controls.ts'
import { brokenWords, controlFraction } from '../../terminal/controls.ts'
import { countWords } from '../../terminal/words.ts'
import { oneLine } from '../../text.ts'
import { html } from '../markup.ts'
import { dataTable, type MakeSection, note } from './section.ts'

export const controlSection: MakeSection = ({ controls, figures }, cite) => {
  if (!controls)
    return {
      id: 'controls',
      title: 'Controls',
      body: note(
        'The reports of the controls were not among what this page was made from: that the graders can fail is not shown here.',
      ),
    }
  const { assertions, seenToFail, of, problems, rows } = controlFigures(controls)
  const id = (...names: string[]) => [figures.suite, 'controls', ...names].join('/')
  const seen = html`${cite(id('seen to fail'), `${seenToFail} of ${of}`)} seen to fail`
  return {
    id: 'controls',
    title: 'Controls',
    count: rows.length,
    body: html`<p>${cite(id('problems'), countWords(problems.length, 'problem'))}, ${cite(id('assertions'), `${assertions.change} change and ${assertions.regress} regress assertions`)}, ${seen}.</p>${
      problems.length > 0 &&
      html`<ul>${problems.map(({ code, where, sentence }) => html`<li><b>${code}</b> ${where}: ${oneLine(sentence)}</li>`)}</ul>`
    }${dataTable(
      'What each control did to the assertions',
      [
        { title: 'control' },
        { title: 'what it did' },
        { title: 'regress', numeric: true },
        { title: 'broken' },
        { title: 'change', numeric: true },
      ],
      rows.map(({ control, does, counts }) => [
        control,
        oneLine(does),
        cite(id(control, 'regress'), controlFraction(counts.regress)),
        cite(id(control, 'broken'), brokenWords(counts.regress)),
        cite(id(control, 'change'), controlFraction(counts.change)),
      ]),
    )}`,
  }
}
