/** Applies one of the suite's vandals, so that a control can be looked at as a sample. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { readFrontMatter } from '../plugin/plan/frontmatter.ts'
import type { Context, Metadata } from '../plugin/run/adapter.ts'
import { applyPatch } from '../plugin/tree/patch.ts'
import { run as reference } from './reference.ts'

export const version = '1'
export const spawns = false

export const options = z.strictObject({
  /** The vandal's file name below `controls/`, without `.patch`. */
  vandal: z.string().min(1),
})

export function inputs(given: Record<string, unknown>, suite: Context['suite']): string[] {
  return [fileOf(given, suite), suite.reference]
}

function fileOf(given: Record<string, unknown>, suite: Context['suite']): string {
  const { vandal } = given as z.output<typeof options>
  return path.join(suite.folder, 'controls', `${vandal}.patch`)
}

export async function run(build: string, brief: string, context: Context): Promise<Metadata> {
  const file = fileOf(context.options, context.suite)
  const { data, body } = readFrontMatter(await readFile(file, 'utf8'), path.basename(file))
  if ((data as { base?: string }).base === 'reference') await reference(build, brief, context)
  await applyPatch(build, body)
  return { calls: 0, cost: 0 }
}
