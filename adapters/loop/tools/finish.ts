import type { FromSchema } from 'json-schema-to-ts'
import { defineTool } from '../tool.ts'

const parameters = {
  type: 'object',
  properties: { summary: { type: 'string', description: 'what you did, in a few sentences' } },
  required: ['summary'],
  additionalProperties: false,
} as const

export const finish = defineTool<FromSchema<typeof parameters>>(
  'Says that all is done, and ends your work.',
  parameters,
  async () => 'finished',
)
