/** The scripts of the scripted model: what it answers, turn by turn, as data. Any process. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

const count = z.int().nonnegative()

const turnSchema = z.strictObject({
  say: z.string().optional(),
  /** Tools to call, each `name: { arguments }`. */
  calls: z
    .array(
      z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .refine((call) => Object.keys(call).length === 1, 'a call has one name'),
    )
    .default([]),
  /** Tokens that the answer claims to have used. Disjoint: `input` is what no cache took. */
  usage: z.strictObject({ input: count, cacheRead: count.default(0), output: count }),
})

export const scriptSchema = z.strictObject({
  /** For readers. */
  does: z.string().min(1),
  turns: z.array(turnSchema).min(1),
})
export type Script = z.output<typeof scriptSchema>
export type ScriptTurn = Script['turns'][number]

/** @returns the scripts of a folder, `<suite>/<file without .yaml>` → script */
export async function readScripts(folder: string, suite: string): Promise<Record<string, Script>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const scripts = names.map(async (name) => {
    const text = await readFile(path.join(folder, name), 'utf8')
    try {
      const script = scriptSchema.parse(parse(text))
      return [`${suite}/${path.basename(name, '.yaml')}`, script] as const
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
      throw new Error(`the script ${name} of the suite ${suite} cannot be read: ${why}`)
    }
  })
  return Object.fromEntries(await Promise.all(scripts))
}
