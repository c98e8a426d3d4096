/** Everything that a mean does not show, a line each: missing, superseded, regraded …; main process. */

import type { Sample } from '../figures/sample.ts'
import type { SuiteFigures, Total } from '../figures.ts'
import { type TableCell, table } from '../table.ts'
import { type Look, oneLine, printable, truncate } from '../text.ts'
import { claimLines } from './claims.ts'
import { countWords, moneyWords, sampleWords } from './words.ts'

/** Columns of a reason that are shown; the record holds all of it. */
const REASON = 300
/** Lines of one kind that are shown. */
const SHOWN = 10

export interface NoteLine {
  /** Of what kind: `missing`, `superseded`. */
  head: string
  text: string
  /** Samples that it speaks of; a condition's name: all of its samples. */
  about: Sample[] | string
}

export function noteTable(suite: SuiteFigures, look: Look): string {
  const rows = shortNotes(suite).map(({ head, text }): TableCell[] => [
    { text: head, style: 'yellow' },
    text,
  ])
  return rows.length > 0 ? table([{ title: '' }, { title: '' }], rows, look, 2) : ''
}

/** All of them, in plain text. */
export function noteLines({ conditions, leftOut }: SuiteFigures): NoteLine[] {
  const lines = conditions.flatMap(({ condition, total, tasks, imbalances }): NoteLine[] => [
    ...imbalances.map(({ what, said, counted }) => ({
      head: 'unbalanced',
      text: `${printable(condition)}, ${what}: its total says ${said}, its samples add up to ${counted}; suspect the instrument`,
      about: condition,
    })),
    ...claimLines(condition, total.claims).map((line) => ({ head: 'claim', ...line })),
    ...missing(total.missing),
    ...total.unmeasured.map(({ sample, reason, spent }) => ({
      head: 'unmeasured',
      text: `${sampleWords(sample)}${why(reason)}${spentWords(spent)}`,
      about: [sample],
    })),
    ...total.endings.map(({ sample, outcome, reason }) => ({
      head: outcome,
      text: `${sampleWords(sample)}${why(reason)}; graded as it stands`,
      about: [sample],
    })),
    ...total.ungraded.map(({ sample, name, verdict, reason }) => ({
      head: 'ungraded',
      text: `${sampleWords(sample)}, ${printable(name)}${
        verdict === null ? ': not graded yet' : why(reason)
      }`,
      about: [sample],
    })),
    ...stale(total.superseded.filter((attempt) => attempt.stale)),
    ...total.superseded
      .filter((attempt) => !attempt.stale)
      .map(({ sample, attempt, counted, outcome, reason, spent }) => ({
        head: 'superseded',
        text: `${sampleWords(sample)}, attempt ${attempt} by attempt ${counted}; it ended ${outcome}${why(
          reason,
        )}${spentWords(spent)}`,
        about: [sample],
      })),
    ...total.regraded.map(({ sample, name, before, after, cause }) => ({
      head: 'regraded',
      text: `${sampleWords(sample)}, ${printable(name)}: ${before} → ${after}, ${
        cause === 'nothing changed' ? 'nothing changed: suspect the grader' : cause
      }`,
      about: [sample],
    })),
    ...contradictory(condition, total.contradictory),
    ...tasks.flatMap(({ task, cell }) =>
      cell.mixed.map(({ name, fingerprints }) => ({
        head: 'mixed',
        text: `${printable(task)}, ${printable(name)}: graded by ${fingerprints} versions of it`,
        about: condition,
      })),
    ),
  ])
  return [...lines, ...left(leftOut)]
}

/** What is in no mean sample by sample; what only stands beside the means once for each rule. */
function contradictory(condition: string, found: Total['contradictory']): NoteLine[] {
  const doubted = found.flatMap(({ sample, says, doubts }) =>
    doubts === 'nothing'
      ? []
      : [
          {
            head: 'contradictory',
            text: `${sampleWords(sample)}, in no mean${doubts === 'usage' ? ' of usage' : ''}: ${oneLine(says)}`,
            about: [sample],
          },
        ],
  )
  // Claims have their own lines, with the figures.
  const odd = found.filter(({ doubts, rule }) => doubts === 'nothing' && rule !== 'claim')
  const told = [...Map.groupBy(odd, ({ rule }) => rule).values()].map((those) => ({
    head: 'odd',
    text: `${printable(condition)} ${those.map(({ sample }) => `${printable(sample.task)} #${sample.repetition}`).join(', ')}: ${those[0]?.says}`,
    about: those.map(({ sample }) => sample),
  }))
  return [...doubted, ...told]
}

/** Lines that a summary shows. */
const FEW = 5

/** The first of them, and how many more there are. */
export function fewNotes(suite: SuiteFigures): NoteLine[] {
  const all = noteLines(suite)
  const hidden = all.slice(FEW)
  if (hidden.length === 0) return all
  const about = hidden.flatMap((line) => (typeof line.about === 'string' ? [] : line.about))
  const text = `and ${hidden.length} more: see the report`
  return [...all.slice(0, FEW), { head: 'further', text, about }]
}

/** Starvation, say, can leave hundreds of lines of one kind; what they hide is counted. */
export function shortNotes(suite: SuiteFigures): NoteLine[] {
  return [...Map.groupBy(noteLines(suite), ({ head }) => head)].flatMap(([head, those]) => {
    const more = those.length - SHOWN
    if (more <= 0) return those
    const hidden = those
      .slice(SHOWN)
      .flatMap(({ about }) => (typeof about === 'string' ? [] : about))
    return [
      ...those.slice(0, SHOWN),
      { head, text: `and ${more} more: see the records`, about: hidden },
    ]
  })
}

/** One line a condition: a changed seed makes every earlier attempt stale at once. */
function stale(attempts: Total['superseded']): NoteLine[] {
  const [first] = attempts
  if (!first) return []
  const costs = attempts.flatMap(({ spent }) => (spent === null ? [] : [spent]))
  const sum = costs.reduce((total, cost) => total + cost, 0)
  const unknown = attempts.length - costs.length
  const spent = `${moneyWords(sum)}${unknown > 0 ? ` (${unknown} unknown)` : ''}`
  const what = `${countWords(attempts.length, 'attempt')} with another seed, brief, adapter or budget`
  const costed = costs.length > 0 ? `their ${spent} is in no figure` : 'their cost is unknown'
  const text = `${printable(first.sample.condition)}, ${what}; ${costed}`
  return [{ head: 'stale', text, about: attempts.map(({ sample }) => sample) }]
}

/** One line a condition: `bare T1 #2, T4 #1 #3 (3 samples)`. */
function missing(samples: Sample[]): NoteLine[] {
  const [first] = samples
  if (!first) return []
  const byTask = Map.groupBy(samples, ({ task }) => task)
  const tasks = [...byTask].map(
    ([task, those]) => `${printable(task)} ${those.map((s) => `#${s.repetition}`).join(' ')}`,
  )
  const text = `${printable(first.condition)} ${tasks.join(', ')} (${countWords(samples.length, 'sample')})`
  return [{ head: 'missing', text, about: samples }]
}

/** Records outside what was asked for are counted together: a store may hold many of them. */
function left(leftOut: SuiteFigures['leftOut']): NoteLine[] {
  const duplicates = leftOut.filter(({ why }) => why === 'duplicate')
  const others = leftOut.filter(({ why }) => why !== 'duplicate')
  return [
    ...duplicates.map((sample) => ({
      head: 'duplicate',
      text: `${sampleWords(sample)}: of two records the later one counts`,
      about: [sample],
    })),
    ...(others.length > 0
      ? [
          {
            head: 'not asked for',
            text: `${countWords(others.length, 'record')} of other samples`,
            about: others,
          },
        ]
      : []),
  ]
}

function why(reason: string | null): string {
  return reason ? `: ${truncate(oneLine(reason), REASON)}` : ''
}

function spentWords(spent: number | null): string {
  return spent === null ? '; its cost is unknown' : `; its ${moneyWords(spent)} is in no figure`
}
