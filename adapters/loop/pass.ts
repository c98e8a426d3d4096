/** One go of the loop: a model answers and calls tools until it is done. In the adapter's process. */
import {
  isStepCount,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type StepResult,
  type StopCondition,
  ToolLoopAgent,
  type ToolSet,
} from 'ai'
import type { TraceInput } from '../../plugin/run/adapter.ts'
import type { LoopOptions } from './options.ts'
import type { Answer } from './techniques/ask.ts'
import { reminder } from './techniques/steer.ts'
import { withinWindow } from './techniques/window.ts'
import type { LoopTool, Workplace } from './tool.ts'
import { toolsAt } from './tools.ts'
import { traceOf } from './trace.ts'
import { transcript } from './transcript.ts'

/** What the passes of a session share. */
export interface Desk {
  model: LanguageModel
  options: LoopOptions
  place: Workplace
  /** Of the scripted user. */
  answers: Answer[]
  log(text: string): void
  /** Of this turn. */
  trace(entry: TraceInput): void
  /** What the answers of this turn used, of all its passes. */
  used: LanguageModelUsage[]
}

export interface Pass {
  instructions: string
  tools: Record<string, LoopTool>
  /** Name of the tool that ends the work. */
  ending: string
  isOver: StopCondition<ToolSet>
  /** Most answers. */
  steps: number
  /** The conversation so far; it grows by what is answered. */
  messages: ModelMessage[]
}

/** @returns the last step; undefined where it was broken off before there was one */
export async function makePass(
  { model, options, place, log, trace, used }: Desk,
  { instructions, tools, ending, isOver, steps, messages }: Pass,
): Promise<StepResult<ToolSet> | undefined> {
  const { steer, memory, window, stream, retries, temperature, maxOutputTokens } = options
  const most = used.length + steps
  let last: StepResult<ToolSet> | undefined
  const agent = new ToolLoopAgent({
    model,
    instructions,
    // A step counts as done when its tools have answered.
    tools: toolsAt(tools, place, () => (steer ? reminder(most - used.length - 1, ending) : '')),
    // Edits of one file must not overtake each other.
    toolCallConcurrency: 1,
    stopWhen: [isOver, isStepCount(steps)],
    maxRetries: retries,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(memory === 'window'
      ? { prepareStep: (next) => ({ messages: withinWindow(next.messages, window) }) }
      : {}),
    // Every request carries the whole conversation, with all providers.
    providerOptions: { openai: { store: false } },
    // Thrown below; the SDK would print it, with all that was sent.
    onError() {},
    onStepEnd(step: StepResult<ToolSet>) {
      last = step
      used.push(step.usage)
      messages.push(...step.response.messages)
      log(transcript(step))
      for (const entry of traceOf(step)) trace(entry)
    },
  })
  const call = { messages: [...messages], abortSignal: place.signal }
  if (stream) {
    const result = await agent.stream(call)
    for await (const part of result.fullStream) if (part.type === 'error') throw part.error
  } else {
    await agent.generate(call)
  }
  return last
}
