/** Leaves the report of a run in its store, as one HTML file. Main process. */
import path from 'node:path'
import type { Plan } from '../../reporters/figures.ts'
import { oneLine } from '../../reporters/text.ts'
import { json, writeAtomically } from '../record/files.ts'
import type { SampleRecord } from '../record/schema.ts'
import type { Session } from '../session.ts'

/**
 * Also keeps which controls belong to the records, for reports that are made later.
 * @returns a line for the person; records are written before, so that a failure here loses nothing
 */
export async function leaveReport(
  { root, options, store, controls = [] }: Session,
  plan: Plan,
  records: SampleRecord[],
): Promise<string | null> {
  if (!store || records.length === 0) return null
  const file = store.file(`${options.experiment}.html`)
  const below = path.relative(root, file)
  const shown = below.startsWith('..') ? file : below
  try {
    // A run that lists tests, or is refused, need not load any of it.
    const [{ detailsIn }, { htmlReport }] = await Promise.all([
      import('../../reporters/html/details/details.ts'),
      import('../../reporters/html/report.ts'),
    ])
    const reports = controls.map(({ remembered: _, ...report }) => report)
    await writeAtomically(store.file(`${options.experiment}.controls.json`), json(reports))
    const details = detailsIn(store.folder)
    await writeAtomically(
      file,
      await htmlReport([{ plan, records, controls: reports, said: [], details }]),
    )
    return `report: ${shown}`
  } catch (error) {
    return `report: ${shown} could not be written: ${oneLine((error as Error).message)}; the records are kept, so that \`npx harnessbench report\` makes it later`
  }
}
