import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { defineTool } from '../tool.ts'
import { inside } from '../workspace.ts'

const parameters = {
  type: 'object',
  properties: { path: { type: 'string' }, content: { type: 'string' } },
  required: ['path', 'content'],
  additionalProperties: false,
} as const

export const write = defineTool<FromSchema<typeof parameters>>(
  'Writes a whole file, in the place of the one that may be there. To change a part, use edit.',
  parameters,
  async ({ path: given, content }, { build }) => {
    const place = await inside(build, given)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content)
    return `wrote ${Buffer.byteLength(content)} bytes to ${given}`
  },
)
