/**
 * An adapter that talks with another one: a question with another turn after it, then the briefs, each
 * in a session of its own. What came of it is left in the build, `talk.json`. In the adapter's process.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ProgramAdapter } from '../../../adapters/program/adapter.ts'
import type { Context, Metadata, Session } from '../../run/adapter.ts'
import { sizeOf } from '../size.ts'
import { type BriefName, briefNames, briefs, question } from './briefs.ts'

export interface TalkOptions extends Record<string, unknown> {
  /** File URL of the adapter. */
  module: string
  options: Record<string, unknown>
}

export interface Turn {
  /** As of `Date.now()`. */
  from: number
  to: number
  /** Why it failed; null where it did not. */
  failure: string | null
}

export interface Talk {
  /** Of the question. */
  turns: Turn[]
  /** Bytes in HOME and in TMPDIR after it. */
  state: { home: number; temporary: number }
  briefs: Record<BriefName, Turn>
}

/** Of what was not come to. */
export function unspoken(): Talk {
  const turn: Turn = { from: 0, to: 0, failure: 'it was not come to' }
  return {
    turns: question.map(() => turn),
    state: { home: 0, temporary: 0 },
    briefs: Object.fromEntries(briefNames.map((name) => [name, turn])) as Talk['briefs'],
  }
}

export const version = '1'
export const metered = true

export async function run(build: string, _brief: string, context: Context): Promise<Metadata> {
  const { module, options } = context.options as TalkOptions
  const adapter: ProgramAdapter = (await import(module)).default
  const told = { ...context, options: adapter.options.parse(options) }

  async function talk(texts: string[]): Promise<Turn[]> {
    const turns: Turn[] = []
    const take = async (act: () => Promise<Metadata | undefined>) => {
      const from = Date.now()
      const failure = await act().then(
        (said) => said?.crashed ?? null,
        (error: Error) => error.message,
      )
      turns.push({ from, to: Date.now(), failure })
    }
    let session: Session | undefined
    for (const text of texts)
      await take(async () => {
        session ??= await adapter.open(build, told)
        return session.turn(text)
      })
    await session?.close()
    return turns
  }

  const all = unspoken()
  const keep = () => writeFile(path.join(build, 'talk.json'), JSON.stringify(all))

  await keep()
  all.turns = await talk(question)
  all.state = {
    home: await sizeOf(context.home),
    temporary: await sizeOf(context.env.TMPDIR as string),
  }
  await keep()
  for (const name of briefNames) {
    if (context.signal.aborted) break
    all.briefs[name] = (await talk([briefs[name]]))[0] as Turn
    await keep()
  }
  return {}
}
