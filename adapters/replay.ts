/**
 * Applies a recorded patch in place of running a harness: `<folder>/<task>.<repetition>.patch`, with
 * front matter that tells what the recorded run used and whose figures these are.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { readFrontMatter } from '../plugin/plan/frontmatter.ts'
import { type Context, type Metadata, Unmeasured } from '../plugin/run/adapter.ts'
import { applyPatch } from '../plugin/tree/patch.ts'

export const version = '1'
export const spawns = false

export const options = z.strictObject({
  /** Folder with the patches, below the suite's own. */
  folder: z.string().min(1),
})

const frontSchema = z.strictObject({
  model: z.string().optional(),
  calls: z.int().nonnegative().optional(),
  /** US dollars. */
  cost: z.number().nonnegative().optional(),
  'claimed-by': z.enum(['harness', 'published']).default('published'),
  /** What of the run was recorded, and what was made up to fit. For readers only. */
  reconstructed: z.string().optional(),
})

export function inputs(given: Record<string, unknown>, suite: Context['suite']): string[] {
  return [folderOf(given, suite)]
}

function folderOf(given: Record<string, unknown>, suite: Context['suite']): string {
  const { folder } = given as z.output<typeof options>
  const place = path.resolve(suite.folder, folder)
  if (!existsSync(place))
    throw new Error(
      `\`options.folder\`: there is no folder ${folder} in the suite ${path.basename(suite.folder)}`,
    )
  return place
}

/** @throws Unmeasured when nothing was recorded for this task and repetition */
export async function run(build: string, _brief: string, context: Context): Promise<Metadata> {
  const { task, repetition } = context.sample
  const file = path.join(folderOf(context.options, context.suite), `${task}.${repetition}.patch`)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Unmeasured(
      `nothing was recorded: there is no ${path.basename(file)} in ${context.options.folder}`,
    )
  })
  const { data, body } = readFrontMatter(text, path.basename(file))
  const { 'claimed-by': claimedBy, model, calls, cost } = frontSchema.parse(data)
  if (body.trim() !== '') await applyPatch(build, body)
  return {
    claimedBy,
    ...(model === undefined ? {} : { model }),
    ...(calls === undefined ? {} : { calls }),
    ...(cost === undefined ? {} : { cost }),
  }
}
