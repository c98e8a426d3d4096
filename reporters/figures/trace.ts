/**
 * Where every number of a report comes from: the text as it is printed, the formula, and the records.
 * Reports print from the same figures with the same words; main process.
 */
import type { ControlReport } from '../../plugin/controls/schema.ts'
import type { Figures } from '../figures.ts'
import type { FormulaKey } from './formulas.ts'
import type { Asked } from './sample.ts'
import { traceAnalysis } from './trace/analysis.ts'
import { traceCells } from './trace/cells.ts'
import { traceControls } from './trace/controls.ts'
import { traceNotes } from './trace/notes.ts'
import { recordsOf } from './trace/records.ts'
import { traceTallies } from './trace/tallies.ts'

export interface Traced {
  /** `shopkit/bare/T4/change`: told apart from all others of the experiment. */
  id: string
  /** What it is, for a reader. */
  what: string
  /** As it is printed. */
  value: string
  formula: FormulaKey
  /** Keys of the samples whose records went into it; one array for all entries of the same samples. */
  records: readonly string[]
}

/**
 * @param asked every sample that was asked for, with the record that counts
 * @param controls of suites that are reported with them
 */
export function trace(
  figures: Figures,
  asked: readonly Asked[],
  controls: readonly ControlReport[] = [],
): Traced[] {
  const entries = figures.suites.flatMap((suite) => {
    const records = recordsOf(asked.filter((sample) => sample.suite === suite.suite))
    return [
      ...controls.filter((report) => report.suite === suite.suite).flatMap(traceControls),
      ...traceTallies(suite, records),
      ...traceCells(suite, figures.repetitions, records),
      ...traceAnalysis(suite, records),
      ...traceNotes(suite, records),
    ]
  })
  // Spaces that keep words on one line are a terminal's.
  return entries.map((entry) => ({ ...entry, value: entry.value.replaceAll('\u00a0', ' ') }))
}
