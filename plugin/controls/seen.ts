/** What a nested run saw of the assertion files; plain data. */
import type { Axis, Verdict } from '../record/schema.ts'

/** What a nested run saw of one assertion file. */
export interface SeenFile {
  id: string
  axis: Axis
  tags: string[]
  /** Why the file gives nothing to judge; null when it does. */
  error: string | null
  /** Distinct titles of its tests. */
  names: string[]
  /** Tests that were skipped or marked as to do. */
  skipped: number
  /** By control name. */
  verdicts: Map<string, { verdict: Verdict; reason: string | null }[]>
}

export function verdictOf(file: SeenFile, control: string): Verdict {
  return file.verdicts.get(control)?.[0]?.verdict ?? 'ungraded'
}
