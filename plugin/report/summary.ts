/** Writes the Markdown summary: into the store, and where GitHub shows it below the job. Main process. */
import { appendFile } from 'node:fs/promises'
import type { Figures } from '../../reporters/figures.ts'
import { markdown } from '../../reporters/markdown.ts'
import { oneLine } from '../../reporters/text.ts'
import { writeAtomically } from '../record/files.ts'

/**
 * @param file in the store
 * @param env `GITHUB_STEP_SUMMARY` names a file that other steps write to, too
 * @returns why it could not be written, a line each: nothing is lost by that
 */
export async function writeSummary(
  shown: Figures,
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const text = markdown(shown)
  const step = env.GITHUB_STEP_SUMMARY
  const tried = await Promise.allSettled([
    writeAtomically(file, text),
    ...(step ? [appendFile(step, `${text}\n`)] : []),
  ])
  return tried.flatMap((one) =>
    one.status === 'rejected'
      ? [`summary: it could not be written: ${oneLine(one.reason.message)}`]
      : [],
  )
}
