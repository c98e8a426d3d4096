/** A summary for a pull request, short: what was measured, compared, predicted, and is in doubt; main process. */
import type { Analysis } from './figures/analysis.ts'
import type { Figures, SuiteFigures } from './figures.ts'
import { comparisonsToTell, observedWords, twinSentences } from './terminal/analysis.ts'
import { fewNotes } from './terminal/notes.ts'
import {
  costPerSolvedWords,
  countedWords,
  differenceWords,
  intervalWords,
  shareWords,
} from './terminal/statistics.ts'
import { countWords, fractionWords, litterWords, standInWords } from './terminal/words.ts'
import { oneLine, printable } from './text.ts'

/** @returns GitHub-flavoured Markdown that ends in a line break; empty where nothing was asked for */
export function markdown(figures: Figures): string {
  const suites = figures.suites.filter(({ asked }) => asked > 0)
  return suites.map((suite) => suiteSummary(figures, suite)).join('\n')
}

function suiteSummary(figures: Figures, suite: SuiteFigures): string {
  const { analysis } = suite
  const measured = `${suite.measured} of ${countWords(suite.asked, 'sample')} measured`
  return [
    `### ${plain(suite.suite)}: ${measured}\n`,
    `Experiment ${plain(figures.experiment)}, ${countWords(figures.repetitions, 'repetition')}.\n`,
    `${conditionTable(suite)}\n`,
    ...list('Compared', comparisons(analysis)),
    ...list('Predictions', predictions(analysis)),
    ...list('Not in the figures, or changed', notes(suite)),
  ]
    .map((text) => text.replaceAll('\u00a0', ' '))
    .join('\n')
}

function conditionTable({ conditions, analysis }: SuiteFigures): string {
  const rows = conditions.map(({ condition, total }) => {
    const mean = analysis.conditions.find(
      (one) => one.condition === condition && one.axis === 'change',
    )
    const solved = analysis.solved.find((one) => one.condition === condition && one.task === null)
    return [
      [condition, standInWords(total)].filter(Boolean).join(' '),
      mean ? `${shareWords(mean.mean)} ${intervalWords(mean.interval, shareWords)}` : '–',
      fractionWords(total.regress),
      solved ? countedWords(solved.solved, solved.n, solved.of) : '–',
      solved ? costPerSolvedWords(solved) : '–',
      litterWords(total.litter),
    ]
  })
  return [
    ['condition', 'change, mean over tasks', 'regress', 'solved', 'cost per solved', 'litter'],
    Array(6).fill('---'),
    ...rows.map((cells) => cells.map(plain)),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function comparisons(analysis: Analysis): string[] {
  return [
    ...comparisonsToTell(analysis).map((one) => {
      const what = `${one.name}, ${one.axis}${one.task === null ? '' : ` on ${one.task}`}`
      const effect = `${differenceWords(one.effect)} ${intervalWords(one.interval)}`
      const words = one.verdict === 'different' ? `**${one.words}**` : plain(one.words)
      return `${plain(what)}: ${plain(effect)}, ${words}`
    }),
    ...analysis.confounded.map((says) => plain(`Confounded: ${says}`)),
    ...twinSentences(analysis).map(plain),
  ]
}

function predictions({ predictions: all }: Analysis): string[] {
  return all.map((one) => {
    const seen = one.observed ? observedWords(one) : one.why
    return `**${one.verdict}**: ${plain(one.prediction.says)} (${plain(seen)})`
  })
}

function notes(suite: SuiteFigures): string[] {
  return fewNotes(suite).map(({ head, text }) => plain(`${head}: ${text}`))
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length > 0
    ? [`**${title}**\n`, `${lines.map((line) => `- ${line}`).join('\n')}\n`]
    : []
}

/** Names and reasons come from elsewhere: none of them becomes markup. */
function plain(text: string): string {
  return printable(oneLine(text)).replaceAll(/[\\`*_[\]<>|#~$]/g, (char) => `\\${char}`)
}
