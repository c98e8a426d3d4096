/** A conversation with the model, turn after turn, in which it works with its tools. */
import {
  hasToolCall,
  isStepCount,
  type LanguageModelUsage,
  type ModelMessage,
  type StepResult,
  ToolLoopAgent,
  type ToolSet,
} from 'ai'
import { type Context, type Metadata, type Session, Unmeasured } from '../../plugin/run/adapter.ts'
import { failureOf } from './failure.ts'
import { reminder } from './limits.ts'
import { findModel } from './model.ts'
import type { LoopOptions } from './options.ts'
import { systemPrompt } from './prompt.ts'
import { toolsAt } from './tools.ts'
import { transcript } from './transcript.ts'
import { claimOf } from './usage.ts'

export async function openSession(build: string, context: Context): Promise<Session> {
  const options = context.options as unknown as LoopOptions
  const { steps, commandSeconds, stream, retries, temperature, maxOutputTokens } = options
  const messages: ModelMessage[] = []
  let answers: LanguageModelUsage[] = []

  const place = {
    build,
    env: context.env,
    home: context.home,
    commandSeconds,
    signal: context.signal,
  }
  const agent = new ToolLoopAgent({
    model: await findModel(context.model, options, context.gateway),
    instructions: await systemPrompt(build, options),
    // A step counts as done when its tools have answered.
    tools: toolsAt(place, () => reminder(steps - answers.length - 1)),
    // Edits of one file must not overtake each other.
    toolCallConcurrency: 1,
    stopWhen: [hasToolCall('finish'), isStepCount(steps)],
    maxRetries: retries,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    // Every request carries the whole conversation, with all providers.
    providerOptions: { openai: { store: false } },
    // Told below, to whoever asked for the turn; the SDK would print it, with all that was sent.
    onError() {},
    onStepEnd(step: StepResult<ToolSet>) {
      answers.push(step.usage)
      messages.push(...step.response.messages)
      context.log(transcript(step))
    },
  })

  return {
    async turn(text: string): Promise<Metadata> {
      answers = []
      messages.push({ role: 'user', content: text })
      try {
        await work(agent, messages, stream, context.signal)
      } catch (error) {
        if (context.signal.aborted) return claimOf(answers)
        const { ofProvider, message } = failureOf(error)
        if (ofProvider && answers.length === 0) throw new Unmeasured(message)
        return { ...claimOf(answers), crashed: message }
      }
      return claimOf(answers)
    },
    async close() {},
  }
}

async function work(
  agent: ToolLoopAgent<never, ToolSet>,
  messages: ModelMessage[],
  stream: boolean,
  signal: AbortSignal,
): Promise<void> {
  const call = { messages: [...messages], abortSignal: signal }
  if (!stream) {
    await agent.generate(call)
    return
  }
  const result = await agent.stream(call)
  for await (const part of result.fullStream) if (part.type === 'error') throw part.error
}
