/** Reads the vandals of a suite: patches with what they do and whom they redden in their front matter. Main process. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { check } from './fault.ts'
import { filesBelow } from './folder.ts'
import { readFrontMatter } from './frontmatter.ts'
import { collisions, nameSchema } from './name.ts'
import type { Vandal } from './suite.ts'

const vandalSchema = z.strictObject({
  does: z.string().min(1),
  base: z.enum(['seed', 'reference']).default('seed'),
  reddens: z.array(z.string()).min(1),
})

/** Controls that every suite has. */
const taken = ['nothing', 'reference', 'reference-again', 'unparseable']

/**
 * @param folder of the suite
 * @param shown how the user names it
 * @param problems what is wrong is added to it
 */
export function readVandals(folder: string, shown: string, problems: string[]): Vandal[] {
  const files = filesBelow(path.join(folder, 'controls')).filter((file) => file.endsWith('.patch'))
  const vandals = files.flatMap((file) => {
    const where = `${shown}/${path.relative(folder, file).split(path.sep).join('/')}`
    const read = readVandal(file, where)
    if ('problems' in read) problems.push(...read.problems.map((problem) => `vandal ${problem}`))
    return 'problems' in read ? [] : [read]
  })
  for (const pair of collisions(vandals.map(({ name }) => name)))
    problems.push(`suite ${shown}: two vandals are called ${pair}; rename one`)
  return vandals
}

function readVandal(file: string, where: string): Vandal | { problems: string[] } {
  const name = path.basename(file, '.patch')
  try {
    const { data, body } = readFrontMatter(readFileSync(file, 'utf8'), where)
    const checked = check(vandalSchema, data)
    const problems = [
      ...(nameSchema.safeParse(name).success
        ? []
        : [`${where}: its name is not path-safe; rename the file`]),
      ...(taken.includes(name.toLowerCase())
        ? [`${where}: every suite has a control ${name} already; rename the file`]
        : []),
      ...('faults' in checked
        ? checked.faults.map(
            ({ path, text }) => `${where}: \`${path}\` in its front matter ${text}`,
          )
        : []),
    ]
    if (problems.length > 0 || 'faults' in checked) return { problems }
    return { name, ...checked.data, patch: body }
  } catch (error) {
    return { problems: [(error as Error).message] }
  }
}
