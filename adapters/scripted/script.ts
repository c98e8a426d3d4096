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
  /**
   * Tokens that the answer claims to have used. Disjoint: `input` is what no cache took. Counted from
   * the request's characters where left out.
   */
  usage: z.strictObject({ input: count, cacheRead: count.default(0), output: count }).optional(),
})

const turns = z.array(turnSchema).min(1)

/** What is answered, by what the request holds. */
const ways = {
  /** When a plan is asked for. */
  planning: turns.optional(),
  /** When a plan is there to be followed; `turns` if left out. */
  planned: turns.optional(),
}

export const scriptSchema = z.strictObject({
  /** For readers. */
  does: z.string().min(1),
  turns,
  ...ways,
  /** Where a map of the project makes a difference; the above if left out. */
  mapped: z.strictObject({ turns: turns.optional(), ...ways }).optional(),
})
export type Script = z.output<typeof scriptSchema>
export type ScriptTurn = Script['turns'][number]

/**
 * @param folder with a folder of scripts for each model, `<model>/<task>.<repetition>.yaml`
 * @returns `<suite>/<model>/<task>.<repetition>` → script
 */
export async function readScripts(folder: string, suite: string): Promise<Record<string, Script>> {
  const files = await readdir(folder, { recursive: true })
  const names = files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^[^/]+\/[^/]+\.yaml$/.test(file))
    .sort()
  const scripts = names.map(async (name) => {
    const text = await readFile(path.join(folder, name), 'utf8')
    try {
      const script = scriptSchema.parse(parse(text))
      return [`${suite}/${name.replace(/\.yaml$/, '')}`, script] as const
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
      throw new Error(`the script ${name} of the suite ${suite} cannot be read: ${why}`)
    }
  })
  return Object.fromEntries(await Promise.all(scripts))
}
