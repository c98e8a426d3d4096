/** The pass that makes a plan, before the one that works. In the adapter's process. */
import type { ModelMessage } from 'ai'
import { type Desk, makePass } from './pass.ts'
import { instructionsAt } from './prompt.ts'
import { isPlanned, writtenPlan } from './techniques/plan.ts'
import { toolsToPlan } from './tools.ts'

/**
 * @param messages the conversation that a request continues; it does not grow
 * @returns the plan; an empty text where none was made
 */
export async function planFor(
  request: string,
  messages: readonly ModelMessage[],
  desk: Desk,
): Promise<string> {
  const { options, place, answers, log } = desk
  let plan = ''
  const tools = toolsToPlan(options, answers, (made) => {
    plan = made
  })
  // The other half is left to those who follow it.
  const steps = Math.floor(options.steps / 2)
  const conversation: ModelMessage[] = [...messages, { role: 'user', content: request }]
  log('[Planning.]\n\n')
  await makePass(desk, {
    instructions: await instructionsAt(place, options, { planning: true, steps }),
    tools,
    ending: 'plan',
    isOver: isPlanned,
    steps,
    messages: conversation,
  })
  plan ||= writtenPlan(conversation)
  log(plan === '' ? '[No plan was made.]\n\n' : '[The plan is followed.]\n\n')
  return plan
}
