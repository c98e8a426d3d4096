/**
 * The built-in harness: a plain agent loop, to be read, and to compare others with. A model, a few
 * tools, a limit of steps. Its files are under ./loop, one a concern.
 */
import type { Context, Prospect, Session } from '../plugin/run/adapter.ts'
import type { LoopOptions } from './loop/options.ts'
import { openSession } from './loop/session.ts'
import { answersFile, readAnswers } from './loop/techniques/ask.ts'
import { checkProvider, readModel } from './program/model.ts'

export { options } from './loop/options.ts'

/** Bumped with every change to the prompt, the tools, the techniques, or the loop. */
export const version = '2'

/** Unless it is told of an address of its own. */
export function metered(options: Record<string, unknown>): boolean {
  return (options as LoopOptions).baseUrl === undefined
}

export async function check(options: Record<string, unknown>, prospect: Prospect): Promise<void> {
  const { provider } = readModel(prospect.model)
  if (metered(options)) await checkProvider(provider, 'model', prospect.providers)
}

/** The file with the scripted user's answers; one that cannot be read is told before anything is run. */
export function inputs(options: Record<string, unknown>, suite: Context['suite']): string[] {
  const { ask, answers } = options as LoopOptions
  if (!ask || typeof answers !== 'string') return []
  readAnswers(answers, suite.folder)
  return [answersFile(answers, suite.folder)]
}

export function open(build: string, context: Context): Promise<Session> {
  return openSession(build, context)
}
