/** What the scripted model answers to a request. Runs in the main process. */
import type { ChatCompletionRequest, ChatMessage, FixtureResponse } from '@copilotkit/aimock'
import { mapHeading, planHeading } from '../loop/techniques/headings.ts'
import type { Call, Dialect } from './dialects/dialect.ts'
import { placeOf } from './dialects/place.ts'
import { dialectFor } from './dialects/table.ts'
import { endingInText, translate } from './dialects/translate.ts'
import type { Script, ScriptTurn } from './script.ts'
import { type TurnUsage, textOf, usageFrom } from './usage.ts'

/**
 * Which turn it is stands in the request itself, so that any number of samples can follow one script
 * at the same time, and a call that is made again gets the same answer.
 */
export function answer(script: Script, request: ChatCompletionRequest): FixtureResponse {
  const dialect = dialectFor(request.tools ?? [], actsOf(script))
  if (dialect === 'aside') return answered(request, { say: ASIDE })
  const written = turnsFor(script, request)
  if (written === undefined) return refusal('the script has no plan to make; give it `planning`')
  const turns = dialect === 'as written' ? written : endingInText(written)
  const turn = turns[answersIn(request.messages)]
  if (turn === undefined)
    return refusal(
      `the script ends after ${turns.length} answers; whoever follows it wants another`,
    )
  try {
    return answered(request, { ...turn, calls: callsOf(turn, dialect, request) })
  } catch (error) {
    return refusal((error as Error).message)
  }
}

/** To what is not of the conversation with the brief: a title, a summary, a memory. */
const ASIDE = 'Nothing to add.'

function answered(
  request: ChatCompletionRequest,
  turn: { say?: string | undefined; calls?: Call[]; usage?: TurnUsage | undefined },
): FixtureResponse {
  const content = contentOf(turn)
  const usage = turn.usage ?? usageFrom(request, content)
  return { ...content, ...inOpenAisWords(usage), model: scripted(request.model) }
}

/** The tools that a script calls. */
function actsOf({ turns, planning = [], planned = [], mapped = {} }: Script): Set<string> {
  const all = [turns, planning, planned, ...Object.values(mapped)].flat() as ScriptTurn[]
  return new Set(all.flatMap(({ calls }) => calls.flatMap((call) => Object.keys(call))))
}

function callsOf(
  turn: ScriptTurn,
  dialect: Dialect | 'as written',
  request: ChatCompletionRequest,
): Call[] {
  if (dialect !== 'as written') return translate(turn, dialect, placeOf(request))
  return turn.calls.flatMap((call) =>
    Object.entries(call).map(([name, input]) => ({ name, input })),
  )
}

/** By what the request holds, and by nothing else: the scripted model knows no more than a real one. */
function turnsFor(script: Script, request: ChatCompletionRequest): ScriptTurn[] | undefined {
  const { turns, planning, planned } = holds(request, 'system', mapHeading)
    ? { ...script, ...script.mapped }
    : script
  if (isPlanning(request)) return planning
  return holds(request, 'user', planHeading) ? (planned ?? turns) : turns
}

/** A plan may be handed over, and nothing be written. */
function isPlanning({ tools = [] }: ChatCompletionRequest): boolean {
  const names = tools.map(({ function: { name } }) => name)
  return names.includes('plan') && !names.includes('edit') && !names.includes('write')
}

function holds({ messages }: ChatCompletionRequest, by: ChatMessage['role'], text: string) {
  return messages.some((message) => message.role === by && textOf(message).includes(text))
}

/** One answer may arrive as several messages, of text and of each tool call. */
export function answersIn(messages: ChatMessage[]): number {
  return messages.filter(
    ({ role }, index) => role === 'assistant' && messages[index - 1]?.role !== 'assistant',
  ).length
}

export function refusal(message: string): FixtureResponse {
  return { status: 400, error: { type: 'invalid_request_error', message } }
}

function contentOf({ say = '', calls = [] }: { say?: string | undefined; calls?: Call[] }) {
  const toolCalls = calls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }))
  if (toolCalls.length === 0) return { content: say }
  return say === '' ? { toolCalls } : { content: say, toolCalls }
}

/** `prompt_tokens` hold the cached ones there; the server translates. */
function inOpenAisWords({ input, cacheRead, output }: TurnUsage) {
  return {
    usage: {
      prompt_tokens: input + cacheRead,
      completion_tokens: output,
      ...(cacheRead > 0 && { prompt_tokens_details: { cached_tokens: cacheRead } }),
    },
  }
}

function scripted(model: string): string {
  return model.startsWith('scripted') ? model : `scripted/${model}`
}
