import type { FromSchema } from 'json-schema-to-ts'
import { cutLines } from '../limits.ts'
import { defineTool } from '../tool.ts'
import { readText } from '../workspace.ts'

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    from: { type: 'integer', minimum: 1, description: 'first line to show; 1 if left out' },
  },
  required: ['path'],
  additionalProperties: false,
} as const

export const read = defineTool<FromSchema<typeof parameters>>(
  'Reads a text file.',
  parameters,
  async ({ path, from = 1 }, { build }) => {
    const lines = (await readText(build, path)).split('\n')
    if (from > lines.length) throw new Error(`${path} has ${lines.length} lines`)
    return cutLines(lines.slice(from - 1), (shown) => `read on with from: ${from + shown}`)
  },
)
