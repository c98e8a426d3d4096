/** What was predicted before the first sample, beside what was observed; main process. */
import type { PredictionVerdict } from '../../figures/analysis.ts'
import { observedWords } from '../../terminal/analysis.ts'
import { html } from '../markup.ts'
import { dataTable, type MakeSection, note } from './section.ts'

const marks = { held: '✓', falsified: '✗', 'not decidable with these repetitions': '?' } as const

export const predictionSection: MakeSection = ({ figures, plan }, cite) => {
  const { predictions } = figures.analysis
  if (predictions.length === 0) return null
  const rows = predictions.map(({ prediction, observed, verdict, why }, index) => {
    const id = (what: string) => [figures.suite, 'predictions', index + 1, what].join('/')
    return [
      html`“${prediction.says}”`,
      about(prediction),
      cite(id('observed'), observedWords({ prediction, observed })),
      html`<span class="verdict v-${verdict.split(' ')[0] ?? ''}"><span aria-hidden="true">${marks[verdict]}</span> ${verdict}</span><br><small>${why}</small>`,
    ]
  })
  return {
    id: 'predictions',
    title: 'Predictions',
    count: predictions.length,
    body: html`${dataTable(
      'Predictions and what was observed',
      [
        { title: 'predicted' },
        { title: 'about' },
        { title: 'observed', numeric: true },
        { title: 'verdict' },
      ],
      rows,
    )}${plan.predictions && note(html`Written before the first sample; their hash, <code>${plan.predictions.hash.slice(0, 16)}</code>, is in every record.`)}`,
  }
}

function about({
  condition,
  effect,
  difference,
  task,
  axis,
  direction,
  within,
}: PredictionVerdict['prediction']): string {
  const what = condition ?? effect ?? difference?.join(' − ') ?? ''
  const [low, high] = within ?? []
  const how = direction ?? `within [${edge(low)}, ${edge(high)}]`
  return `${what}, ${axis}, ${task ?? 'all tasks'}: ${how}`
}

/** As the author wrote it; an open side is a dash. */
function edge(value: number | null | undefined): string {
  return typeof value === 'number' ? String(value).replace('-', '−') : '–'
}
