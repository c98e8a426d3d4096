import type { FromSchema } from 'json-schema-to-ts'
import { type Answer, answerTo } from '../techniques/ask.ts'
import { defineTool, type LoopTool } from '../tool.ts'

const parameters = {
  type: 'object',
  properties: { question: { type: 'string', minLength: 1 } },
  required: ['question'],
  additionalProperties: false,
} as const

export function askTool(answers: Answer[]): LoopTool {
  return defineTool<FromSchema<typeof parameters>>(
    'Asks whoever wrote the request, and waits for the answer. One question at a time.',
    parameters,
    async ({ question }) => answerTo(question, answers),
  )
}
