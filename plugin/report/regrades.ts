/** What grading stored builds again gave, a sentence for each assertion that changed. Pure. */
import type { SampleRecord } from '../record/schema.ts'

/**
 * @param regraded records of the same attempt, as they were and as they are now
 * @returns nothing for assertions that changed in no way; a flip without a change is told as ungraded
 */
export function regrades(regraded: [before: SampleRecord, after: SampleRecord][]): string[] {
  const changes = regraded.flatMap(([before, after]) =>
    after.assertions.flatMap(({ id, name, gradeFingerprint }) => {
      const old = before.assertions.find((assertion) => assertion.id === id)
      const isChanged = old?.gradeFingerprint && gradeFingerprint !== old.gradeFingerprint
      if (!isChanged || !gradeFingerprint) return []
      const flip = after.regraded.find((entry) => entry.id === id)
      const became = flip ? `${flip.before} → ${flip.after}` : null
      return [{ assertion: `${after.suite}, ${id} (${name})`, became }]
    }),
  )
  return [...Map.groupBy(changes, ({ assertion }) => assertion)].map(([assertion, those]) => {
    const flips = Map.groupBy(
      those.flatMap(({ became }) => became ?? []),
      (became) => became,
    )
    const said = [...flips].map(([became, { length }]) => `${became} in ${length}`).join(', ')
    return `regraded: ${assertion}: it or the reference changed; ${those.length} ${
      those.length === 1 ? 'sample' : 'samples'
    } graded again: ${said || 'no verdict changed'}`
  })
}
