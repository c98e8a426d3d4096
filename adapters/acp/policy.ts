/**
 * Answers an agent's requests for permission: all allowed, all refused, or the scripted user is asked.
 * In the adapter's process.
 */
import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk/unstable'
import * as z from 'zod'
import type { Context } from '../../plugin/run/adapter.ts'
import { answersFile, answersSchema, answerTo, readAnswers } from '../loop/techniques/ask.ts'
import type { Sink } from '../program/preset.ts'

export const policyShape = {
  /** What is said to an agent that asks for leave. */
  permissions: z.enum(['allow', 'refuse', 'ask']).default('allow'),
  /**
   * For `ask`: what the user says, as for the option of the same name of `loop`. An answer that begins
   * with yes or allow allows, one that names an option chooses it, any other refuses.
   */
  answers: z.union([answersSchema, z.string().min(1)]).default([]),
}
type Policy = z.output<z.ZodObject<typeof policyShape>>

/** The file with the user's answers; one that cannot be read is told before anything is run. */
export function policyInputs(
  options: Record<string, unknown>,
  suite: Pick<Context['suite'], 'folder'>,
): string[] {
  const { answers } = options as Partial<Policy>
  if (typeof answers !== 'string') return []
  readAnswers(answers, suite.folder)
  return [answersFile(answers, suite.folder)]
}

/** @returns the id of the option that is chosen; null cancels what was asked for */
export type Decide = (request: RequestPermissionRequest, sink: Sink) => string | null

export function openPolicy(context: Pick<Context, 'options' | 'suite'>): Decide {
  const { permissions, answers } = context.options as Policy
  const script = permissions === 'ask' ? readAnswers(answers, context.suite.folder) : []

  return ({ toolCall, options }, sink) => {
    const asked = questionOf(toolCall)
    const said = permissions === 'ask' ? answerTo(asked, script) : permissions
    const chosen = optionFor(said, options)
    const isAllowed = chosen?.kind.startsWith('allow') ?? false
    sink.permission({
      asked,
      toolCallId: toolCall.toolCallId,
      answer: isAllowed ? 'allowed' : chosen ? 'refused' : 'cancelled',
      by: permissions === 'ask' ? 'user' : 'policy',
    })
    return chosen?.optionId ?? null
  }
}

function questionOf({ title, rawInput }: RequestPermissionRequest['toolCall']): string {
  return [title ?? '', rawInput === undefined ? '' : JSON.stringify(rawInput)]
    .filter((part) => part !== '')
    .join(' ')
}

/** Once before always: the next request is to be seen as well. */
function optionFor(said: string, options: PermissionOption[]): PermissionOption | undefined {
  const words = said.trim().toLowerCase()
  const named = options.find(
    ({ name, optionId }) => words === name.toLowerCase() || words === optionId.toLowerCase(),
  )
  if (named) return named
  const kinds = /^(yes|allow)\b/.test(words)
    ? ['allow_once', 'allow_always']
    : ['reject_once', 'reject_always']
  return kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((option) => option !== undefined)
}
