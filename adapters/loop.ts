/**
 * The built-in harness: a plain agent loop, to be read, and to compare others with. A model, a few
 * tools, a limit of steps. Its files are under ./loop, one a concern.
 */
import type { Context, Metadata, Session } from '../plugin/run/adapter.ts'
import type { LoopOptions } from './loop/options.ts'
import { openSession } from './loop/session.ts'

export { options } from './loop/options.ts'

/** Bumped with every change to the prompt, the tools, or the loop. */
export const version = '1'

/** Unless it is told of an address of its own. */
export function metered(options: Record<string, unknown>): boolean {
  return (options as LoopOptions).baseUrl === undefined
}

export function open(build: string, context: Context): Promise<Session> {
  return openSession(build, context)
}

/** One turn of a session. */
export async function run(build: string, brief: string, context: Context): Promise<Metadata> {
  const session = await open(build, context)
  try {
    return await session.turn(brief)
  } finally {
    await session.close()
  }
}
