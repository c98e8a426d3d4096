/** Which assertions failed, by name, in how many of the samples that were asked for; main process. */
import type { Axis, SampleRecord } from '../../plugin/record/schema.ts'

export interface Failure {
  id: string
  name: string
  axis: Axis
  /** Samples in which it failed, of those in which it has a verdict, of those asked for. */
  failed: number
  graded: number
  of: number
}

/**
 * @param records one a sample that was asked for, undefined where nothing trustworthy is known
 * @returns the assertions that failed at least once, change before regress, in the records' order
 */
export function failures(records: (SampleRecord | undefined)[]): Failure[] {
  const byId = new Map<string, Failure>()
  for (const record of records) {
    for (const { id, name, axis, verdict } of record?.assertions ?? []) {
      const seen = byId.get(id) ?? { id, name, axis, failed: 0, graded: 0, of: records.length }
      if (verdict === 'fail') seen.failed++
      if (verdict === 'fail' || verdict === 'pass') seen.graded++
      byId.set(id, seen)
    }
  }
  const failed = [...byId.values()].filter((failure) => failure.failed > 0)
  return (['change', 'regress'] as const).flatMap((axis) => failed.filter((f) => f.axis === axis))
}
