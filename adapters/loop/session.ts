/** A conversation with the model, turn after turn, in which it works with its tools. */
import type { ModelMessage } from 'ai'
import { type Context, type Metadata, type Session, Unmeasured } from '../../plugin/run/adapter.ts'
import { failureOf } from './failure.ts'
import { findModel } from './model.ts'
import type { LoopOptions } from './options.ts'
import type { Desk } from './pass.ts'
import { planFor } from './planning.ts'
import { readAnswers } from './techniques/ask.ts'
import { withPlan } from './techniques/plan.ts'
import { claimOf } from './usage.ts'
import { work } from './working.ts'

export async function openSession(build: string, context: Context): Promise<Session> {
  const options = context.options as unknown as LoopOptions
  const { env, home, signal, log } = context
  let number = 0
  const shared: Omit<Desk, 'used' | 'trace'> = {
    model: await findModel(context.model, options, context.gateway),
    options,
    place: { build, env, home, commandSeconds: options.commandSeconds, signal },
    answers: options.ask ? readAnswers(options.answers, context.suite.folder) : [],
    log,
  }
  const messages: ModelMessage[] = []

  return {
    async turn(text: string): Promise<Metadata> {
      const turn = ++number
      const trace: Desk['trace'] = (entry) => context.trace({ turn, ...entry })
      const desk: Desk = { ...shared, trace, used: [] }
      trace({ kind: 'turn', text })
      try {
        const plan = options.plan ? await planFor(text, messages, desk) : ''
        messages.push({ role: 'user', content: plan === '' ? text : withPlan(text, plan) })
        await work(messages, desk)
      } catch (error) {
        if (signal.aborted) return claimOf(desk.used)
        const { ofProvider, message } = failureOf(error)
        if (ofProvider && desk.used.length === 0) throw new Unmeasured(message)
        trace({ kind: 'error', message })
        return { ...claimOf(desk.used), crashed: message }
      }
      return claimOf(desk.used)
    },
    async close() {},
  }
}
