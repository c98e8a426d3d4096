import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FromSchema } from 'json-schema-to-ts'
import { defaultIgnore, ignoring } from '../../../plugin/tree/ignore.ts'
import { walk } from '../../../plugin/tree/walk.ts'
import { cutLines } from '../limits.ts'
import { defineTool } from '../tool.ts'
import { inside } from '../workspace.ts'

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'the folder; all of the project if left out' },
  },
  additionalProperties: false,
} as const

export const list = defineTool<FromSchema<typeof parameters>>(
  'Lists the files below a folder, with all its folders, and their size in bytes.',
  parameters,
  async ({ path: given = '.' }, { build }) => {
    const place = await inside(build, given)
    const status = await stat(place).catch(() => null)
    if (!status?.isDirectory()) throw new Error(`there is no folder ${given}`)
    const entries = await walk(place, ignoring(defaultIgnore))
    const lines = entries
      .filter(({ kind }) => kind !== 'folder')
      .map(({ path: below, kind, size, target }) => {
        const name = path.posix.join(given, below)
        return kind === 'link' ? `${name} -> ${target}` : `${name} ${size}`
      })
    return lines.length === 0
      ? 'no files'
      : cutLines(lines, () => 'list one of the folders for the others')
  },
)
