import type { FromSchema } from 'json-schema-to-ts'
import { defineTool, type LoopTool } from '../tool.ts'

const parameters = {
  type: 'object',
  properties: {
    steps: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1 },
      description: 'in the order in which they are to be done, without numbers',
    },
  },
  required: ['steps'],
  additionalProperties: false,
} as const

/** @param hand takes the plan, numbered */
export function planTool(hand: (plan: string) => void): LoopTool {
  return defineTool<FromSchema<typeof parameters>>(
    'Hands over the plan, and ends your work.',
    parameters,
    async ({ steps }) => {
      const plan = steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
      hand(plan)
      return plan
    },
  )
}
