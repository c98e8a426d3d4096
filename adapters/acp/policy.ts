/**
 * Answers an agent's requests for permission: all allowed, all refused, or the scripted user is asked.
 * In the adapter's process.
 */
import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk/unstable'
import * as z from 'zod'
import type { Context } from '../../plugin/run/adapter.ts'
import { answersFile, answersSchema, answerTo, readAnswers } from '../loop/techniques/ask.ts'
import type { Sink } from '../program/preset.ts'
import { questionIn } from '../program/question.ts'

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

/** For zod: a policy that would not do what it says is refused before anything is run. */
export function checkPolicy(options: object, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>) {
  const { permissions, answers } = options as Policy
  if (permissions === 'ask' && answers.length === 0)
    addIssue({
      code: 'custom',
      path: ['answers'],
      message:
        "with `permissions: 'ask'` the user's answers stand here; without any, all would be refused in his name: write `permissions: 'refuse'` for that",
    })
  if (permissions !== 'ask' && answers.length > 0)
    addIssue({
      code: 'custom',
      path: ['answers'],
      message: "nobody is asked; write `permissions: 'ask'`, or leave them out",
    })
}

/** The file with the user's answers; one that cannot be read is told before anything is run. */
export function policyInputs(
  options: Record<string, unknown>,
  suite: Pick<Context['suite'], 'folder'>,
): string[] {
  const { answers } = options as Partial<Policy>
  if (typeof answers !== 'string') return []
  if (readAnswers(answers, suite.folder).length === 0)
    throw new Error(`\`options.answers\`: there is no answer in the file ${answers}`)
  return [answersFile(answers, suite.folder)]
}

/** @returns the id of the option that is chosen; null cancels what was asked for */
export type Decide = (request: RequestPermissionRequest, sink: Sink) => string | null

/** @param asksBy the tool by which the harness asks its user */
export function openPolicy(context: Pick<Context, 'options' | 'suite'>, asksBy?: string): Decide {
  const { permissions, answers } = context.options as Policy
  const script = permissions === 'ask' ? readAnswers(answers, context.suite.folder) : []

  return (request, sink) => {
    const { toolCall, options } = request
    const asked = askedIn(toolCall)
    const chosen =
      permissions === 'ask'
        ? optionSaid(answerTo(asked, script), options)
        : optionOf(permissions, options)
    const isAllowed = chosen?.kind.startsWith('allow') ?? false
    const by = permissions === 'ask' ? 'user' : 'policy'
    const question = questionOf(request, asksBy)
    if (question !== null)
      sink.question({ text: question, answer: isAllowed ? (chosen?.name ?? null) : null, by })
    else
      sink.permission({
        asked,
        toolCallId: toolCall.toolCallId,
        answer: isAllowed ? 'allowed' : chosen ? 'refused' : 'cancelled',
        by,
      })
    return chosen?.optionId ?? null
  }
}

/**
 * Some ask their user by a request for leave: by a tool for that, or with answers to choose among.
 * @returns null where leave is asked for
 */
function questionOf(
  { toolCall, options }: RequestPermissionRequest,
  asksBy?: string,
): string | null {
  if (asksBy !== undefined && toolCall._meta?.toolName === asksBy)
    return questionIn(toolCall.rawInput)
  const isChoice = options.length > 1 && options.every(({ kind }) => kind === 'allow_once')
  return isChoice ? askedIn(toolCall) : null
}

function askedIn({ title, rawInput }: RequestPermissionRequest['toolCall']): string {
  return [title ?? '', rawInput === undefined ? '' : JSON.stringify(rawInput)]
    .filter((part) => part !== '')
    .join(' ')
}

/** A user may name one. */
function optionSaid(said: string, options: PermissionOption[]): PermissionOption | undefined {
  const words = said.trim().toLowerCase()
  return (
    options.find(
      ({ name, optionId }) => words === name.toLowerCase() || words === optionId.toLowerCase(),
    ) ?? optionOf(/^(yes|allow)\b/.test(words) ? 'allow' : 'refuse', options)
  )
}

/** Once before always: the next request is to be seen as well. */
function optionOf(
  policy: 'allow' | 'refuse',
  options: PermissionOption[],
): PermissionOption | undefined {
  const kinds =
    policy === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  return kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((option) => option !== undefined)
}
