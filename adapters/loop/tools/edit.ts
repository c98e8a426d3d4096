import { writeFile } from 'node:fs/promises'
import type { FromSchema } from 'json-schema-to-ts'
import { defineTool } from '../tool.ts'
import { inside, readText } from '../workspace.ts'

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    old: {
      type: 'string',
      minLength: 1,
      description: 'as it stands in the file, blanks included',
    },
    new: { type: 'string' },
    all: { type: 'boolean', description: 'replace it wherever it is' },
  },
  required: ['path', 'old', 'new'],
  additionalProperties: false,
} as const

export const edit = defineTool<FromSchema<typeof parameters>>(
  'Replaces a text in a file by another. The old text must be there exactly once, unless all are meant.',
  parameters,
  async ({ path, old, new: replacement, all = false }, { build }) => {
    const parts = (await readText(build, path)).split(old)
    const places = parts.length - 1
    if (places === 0) throw new Error(`the old text is not in ${path}; read it again`)
    if (places > 1 && !all)
      throw new Error(
        `the old text is in ${places} places of ${path}; give more of what is around it`,
      )
    await writeFile(await inside(build, path), parts.join(replacement))
    return `replaced ${places === 1 ? 'one place' : `${places} places`} in ${path}`
  },
)
