/** What may be said beyond means, short: comparisons, predictions, tasks solved; main process. */
import type { Analysis, Comparison, PredictionVerdict } from '../figures/analysis.ts'
import { type TableCell, table } from '../table.ts'
import { type Look, oneLine, paint, paragraph, printable } from '../text.ts'
import {
  atWords,
  costPerSolvedWords,
  countedWords,
  differenceWords,
  intervalWords,
  shareWords,
  tokensPerSolvedWords,
} from './statistics.ts'

/** Titles with what stands below them; empty where there is nothing to say. */
export function analysisSections(analysis: Analysis, look: Look): [title: string, body: string][] {
  return [
    ['Compared, task by task and repetition by repetition', comparisonTable(analysis, look)],
    ['Predictions', predictionTable(analysis.predictions, look)],
    ['Solved: all change and all regress assertions passed', solvedTable(analysis, look)],
  ]
}

/** All overall; of single tasks only what is different. */
function comparisonTable(analysis: Analysis, look: Look): string {
  const rows = comparisonsToTell(analysis).map((one, index, all): TableCell[] => [
    one.name === all[index - 1]?.name && one.task === all[index - 1]?.task ? '' : nameOf(one),
    one.axis,
    `${differenceWords(one.effect)} ${intervalWords(one.interval)}`,
    { text: one.words, style: one.verdict === 'different' ? 'yellow' : 'dim' },
  ])
  const sentences = [
    ...analysis.confounded.map((says) => `Confounded: ${says}`),
    ...twinSentences(analysis),
  ]
  return [
    ...(rows.length > 0 ? [table(Array(4).fill({ title: '' }), rows, look, 2)] : []),
    ...sentences.map((says) => paragraph('', oneLine(says), look)),
  ].join('\n')
}

export function comparisonsToTell({ comparisons }: Analysis): Comparison[] {
  const told = comparisons.filter(
    ({ task, kind, verdict }) => kind !== 'twins' && (task === null || verdict === 'different'),
  )
  // A table of perfect scores on `regress` tells nothing: said only where something differed.
  return told.filter(
    ({ axis, effect, interval, verdict }) =>
      axis === 'change' || verdict === 'different' || effect !== 0 || interval === null,
  )
}

/** That it was checked is said, whatever came out. */
export function twinSentences({ comparisons }: Pick<Analysis, 'comparisons'>): string[] {
  const twins = comparisons.filter(({ kind, task }) => kind === 'twins' && task === null)
  return [...Map.groupBy(twins, ({ name }) => name)].map(([name, own]) => {
    const different = own.filter(({ verdict }) => verdict === 'different').map(({ axis }) => axis)
    const [checked, axes] = [
      `Checked, one condition under two names (${name})`,
      own.map(({ axis }) => axis).join(' and '),
    ]
    if (own.every(({ effect }) => effect === null)) return `${checked}: no block is complete yet.`
    return different.length === 0
      ? `${checked}: not distinguishable on ${axes}, as it must be.`
      : `${checked}: different on ${different.join(' and ')}, which chance alone does in 5% of experiments at most: suspect the instrument.`
  })
}

function nameOf({ name, task }: Comparison): string {
  return printable(task === null ? name : `${name}, ${task}`)
}

const styles = { held: 'green', falsified: 'red' } as const

function predictionTable(predictions: readonly PredictionVerdict[], look: Look): string {
  const rows = predictions.map(({ prediction, observed, verdict, why }): TableCell[] => [
    verdict in styles
      ? { text: verdict, style: styles[verdict as keyof typeof styles] }
      : { text: verdict, style: 'yellow' },
    oneLine(prediction.says),
    observed === null ? why : observedWords({ prediction, observed }),
  ])
  return rows.length > 0 ? table(Array(3).fill({ title: '' }), rows, look, 2) : ''
}

export function observedWords({
  prediction,
  observed,
}: Pick<PredictionVerdict, 'prediction' | 'observed'>): string {
  if (!observed) return 'nothing known'
  const word = prediction.condition === undefined ? differenceWords : shareWords
  return `${word(observed.value)} ${intervalWords(observed.interval, word)}`
}

function solvedTable({ solved }: Analysis, look: Look): string {
  const overall = solved.filter(({ task }) => task === null)
  const most = Math.max(0, ...overall.flatMap(({ passAt }) => passAt.map(({ k }) => k)))
  const isTried = most > 1
  const columns = [
    { title: 'condition' },
    { title: 'solved' },
    { title: '95% (Wilson)' },
    ...(isTried
      ? [
          { title: `pass@${most}`, align: 'right' as const },
          { title: `pass^${most}`, align: 'right' as const },
        ]
      : []),
    { title: 'cost per solved', align: 'right' as const },
    { title: 'output tokens', align: 'right' as const },
  ]
  const at = (list: (typeof overall)[number]['passAt']) => {
    const found = list.find(({ k }) => k === most)
    return found ? atWords(found) : '–'
  }
  const rows = overall.map((one) => [
    printable(one.condition),
    countedWords(one.solved, one.n, one.of),
    intervalWords(one.interval, shareWords),
    ...(isTried ? [at(one.passAt), at(one.passHat)] : []),
    costPerSolvedWords(one),
    tokensPerSolvedWords(one),
  ])
  if (rows.length === 0) return ''
  const note = paint(
    look,
    'dim',
    paragraph('', 'Cost and tokens for each task solved, failures included.', look),
  )
  return `${table(columns, rows, look, 2)}\n${note}`
}
