/** Writes the Markdown summary: into the store, and where GitHub shows it below the job. Main process. */
import { appendFile } from 'node:fs/promises'
import type { Figures } from '../../reporters/figures.ts'
import { markdown } from '../../reporters/markdown.ts'
import { writeAtomically } from '../record/files.ts'

/**
 * @param file in the store
 * @param env `GITHUB_STEP_SUMMARY` names a file that other steps write to, too
 * @returns why it could not be written, a sentence each
 */
export async function writeSummary(
  shown: Figures,
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Error[]> {
  const text = markdown(shown)
  const faults: Error[] = []
  const tried = (writing: Promise<void>) => writing.catch((fault) => faults.push(fault))
  await tried(writeAtomically(file, text))
  if (env.GITHUB_STEP_SUMMARY) await tried(appendFile(env.GITHUB_STEP_SUMMARY, `${text}\n`))
  return faults
}
