import path from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { defaultIgnore, ignoring } from '../../../plugin/tree/ignore.ts'
import { walk } from '../../../plugin/tree/walk.ts'
import { cutLines } from '../limits.ts'
import { defineTool } from '../tool.ts'
import { inside, readText } from '../workspace.ts'

/** Characters of a line that are shown. */
const LONGEST_LINE = 300

const parameters = {
  type: 'object',
  properties: {
    text: {
      type: 'string',
      minLength: 1,
      description: 'as it stands in a file, upper and lower case told apart',
    },
    path: { type: 'string', description: 'the folder; all of the project if left out' },
  },
  required: ['text'],
  additionalProperties: false,
} as const

export const search = defineTool<FromSchema<typeof parameters>>(
  'Finds the lines that hold a text, in all files below a folder.',
  parameters,
  async ({ text, path: given = '.' }, { build }) => {
    const entries = await walk(await inside(build, given), ignoring(defaultIgnore))
    const found: string[] = []
    for (const { path: below, kind } of entries) {
      if (kind !== 'file') continue
      const name = path.posix.join(given, below)
      // What is no text, or has just gone, holds nothing to be found.
      const content = await readText(build, name).catch(() => '')
      for (const [index, line] of content.split('\n').entries())
        if (line.includes(text))
          found.push(`${name}:${index + 1}: ${line.trim().slice(0, LONGEST_LINE)}`)
    }
    return found.length === 0
      ? 'nothing found'
      : cutLines(found, () => 'search for a longer text, or in one folder')
  },
)
