/** Readings of one sample that do not go together: the instrument is suspected first; main process. */
import { sampleWords } from '../../terminal/words.ts'
import { html } from '../markup.ts'
import { dataTable, type MakeSection, note } from './section.ts'

const doubted = {
  grades: 'its grades: it is in no mean of change or regress',
  usage: 'its usage: it is in no mean of usage',
  nothing: 'nothing: shown, and counted as it stands',
} as const

export const contradictionSection: MakeSection = ({ figures }) => {
  const { contradictions } = figures.analysis
  return {
    id: 'contradictions',
    title: 'Contradictions',
    count: contradictions.length,
    body:
      contradictions.length === 0
        ? note('No two readings of a sample contradict each other.')
        : html`${dataTable(
            'Contradictions by sample',
            [{ title: 'sample' }, { title: 'rule' }, { title: 'what' }, { title: 'in doubt' }],
            contradictions.map(({ sample, rule, says, doubts }) => [
              sampleWords(sample),
              rule,
              says,
              doubted[doubts],
            ]),
          )}`,
  }
}
