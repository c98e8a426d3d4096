/**
 * The technique `plan`: a first pass looks at the project and writes a numbered plan; its tools can
 * change nothing. A second pass sees the request and the plan, and nothing of what the first one read.
 * In the adapter's process.
 */
import type { ModelMessage, StopCondition, ToolSet } from 'ai'
import { planHeading } from './headings.ts'

/** The instructions of the first pass, in the place of the ordinary ones. */
export const planningPart = `You are a software engineer who plans work that another one will do, in a folder that holds a project. You are asked for something; you look at the project with the tools you have, and hand over a plan with \`plan\`. You change nothing yourself.

- Look before you plan: read the code that a change touches, and what uses it.
- Plan what was asked for, and nothing else. Look for the cause of what is wrong, not its symptoms.
- A step says which file is to be changed, where, and to what end, or what is to be run, and what should then be seen.
- Whoever follows the plan has not read what you have read, and may not plan again: leave nothing open.`

/** The tools of the first pass beside \`plan\`: they look, ask or take notes. */
export const planningTools = ['list', 'read', 'search', 'ask', 'note']

/** The plan was handed over; a call of the tool that was refused is none. */
export const isPlanned: StopCondition<ToolSet> = ({ steps }) =>
  steps.at(-1)?.toolResults.some(({ toolName }) => toolName === 'plan') ?? false

/** What the second pass is asked. */
export function withPlan(request: string, plan: string): string {
  return `${request}

${planHeading}

${plan}

Follow it step by step, as it stands. Do not make another plan: where a step cannot be done, do what comes closest to it, and say so at the end.`
}

/**
 * The plan where the model wrote it as an answer rather than call the tool.
 * @returns an empty text where it was cut off at its work, or said nothing
 */
export function writtenPlan(messages: ModelMessage[]): string {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return ''
  if (typeof last.content === 'string') return last.content.trim()
  const texts = last.content.map((part) => (part.type === 'text' ? part.text : ''))
  return texts.join('').trim()
}
