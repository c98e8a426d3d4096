/** What the scripted model answers to a request. Runs in the main process. */
import type { ChatCompletionRequest, ChatMessage, FixtureResponse } from '@copilotkit/aimock'
import { mapHeading, planHeading } from '../loop/techniques/headings.ts'
import type { Script, ScriptTurn } from './script.ts'
import { type TurnUsage, textOf, usageFrom } from './usage.ts'

/**
 * Which turn it is stands in the request itself, so that any number of samples can follow one script
 * at the same time, and a call that is made again gets the same answer.
 */
export function answer(script: Script, request: ChatCompletionRequest): FixtureResponse {
  const turns = turnsFor(script, request)
  if (turns === undefined) return refusal('the script has no plan to make; give it `planning`')
  const turn = turns[answersIn(request.messages)]
  if (turn === undefined)
    return refusal(
      `the script ends after ${turns.length} answers; whoever follows it wants another`,
    )
  const content = contentOf(turn)
  const usage = turn.usage ?? usageFrom(request, content)
  return { ...content, ...inOpenAisWords(usage), model: scripted(request.model) }
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
function answersIn(messages: ChatMessage[]): number {
  return messages.filter(
    ({ role }, index) => role === 'assistant' && messages[index - 1]?.role !== 'assistant',
  ).length
}

function refusal(message: string): FixtureResponse {
  return { status: 400, error: { type: 'invalid_request_error', message } }
}

function contentOf({ say = '', calls }: ScriptTurn) {
  const toolCalls = calls.flatMap((call) =>
    Object.entries(call).map(([name, input]) => ({ name, arguments: JSON.stringify(input) })),
  )
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
