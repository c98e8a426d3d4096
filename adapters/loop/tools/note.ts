import type { FromSchema } from 'json-schema-to-ts'
import { keepNotes } from '../techniques/notes.ts'
import { defineTool } from '../tool.ts'

const parameters = {
  type: 'object',
  properties: { text: { type: 'string', description: 'all of your notes, old ones included' } },
  required: ['text'],
  additionalProperties: false,
} as const

export const note = defineTool<FromSchema<typeof parameters>>(
  'Writes your notes, in the place of those that you have. They are no part of the project.',
  parameters,
  async ({ text }, { home }) => {
    await keepNotes(home, text)
    return `kept ${text.length} characters`
  },
)
