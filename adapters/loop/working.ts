/** The pass that does what was asked for; more than one where the model is nudged. In the adapter's process. */
import { hasToolCall, type ModelMessage } from 'ai'
import { type Desk, makePass } from './pass.ts'
import { instructionsAt } from './prompt.ts'
import { MOST_NUDGES, nudge, stateOf } from './techniques/steer.ts'
import { toolsToWork } from './tools.ts'

/** @param messages the conversation, with what is asked last; it grows */
export async function work(messages: ModelMessage[], desk: Desk): Promise<void> {
  const { options, place, answers, log, used } = desk
  const left = () => options.steps - used.length
  const instructions = await instructionsAt(place, options, { planning: false, steps: left() })
  const tools = toolsToWork(options, answers)
  const before = options.steer ? await stateOf(place.build) : ''
  for (let nudges = 0; ; nudges++) {
    const last = await makePass(desk, {
      instructions,
      tools,
      ending: 'finish',
      isOver: hasToolCall('finish'),
      steps: left(),
      messages,
    })
    const wasDescribed = last?.toolCalls.length === 0
    if (!options.steer || !wasDescribed || nudges === MOST_NUDGES || left() === 0) return
    if (place.signal.aborted || (await stateOf(place.build)) !== before) return
    messages.push({ role: 'user', content: nudge })
    log(`[${nudge}]\n\n`)
  }
}
