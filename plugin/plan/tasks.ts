/** Reads the tasks of a suite: briefs in Markdown, with what they demand in their front matter. Main process. */
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { didYouMean } from './closest.ts'
import { check } from './fault.ts'
import { filesBelow } from './folder.ts'
import { readFrontMatter } from './frontmatter.ts'
import { collisions, nameSchema } from './name.ts'
import type { AssertionFile, Task } from './suite.ts'

const taskSchema = z.strictObject({
  change: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).optional(),
  creates: z.array(z.string().min(1)).default([]),
  harderThan: z.string().min(1).optional(),
})

/**
 * @param folder of the suite
 * @param shown how the user names it
 * @param problems what is wrong is added to it
 */
export function readTasks(
  folder: string,
  shown: string,
  assertions: AssertionFile[],
  problems: string[],
): Task[] {
  const defects = [
    ...new Set(assertions.flatMap(({ defect }) => (defect === null ? [] : [defect]))),
  ]
  const files = filesBelow(path.join(folder, 'tasks')).filter((file) => file.endsWith('.md'))
  if (files.length === 0)
    problems.push(`suite ${shown}: it has no task; write ${shown}/tasks/<task>.md`)
  for (const [axis, place] of [
    ['change', 'change/<defect>'],
    ['regress', 'regress'],
  ])
    if (!assertions.some((assertion) => assertion.axis === axis))
      problems.push(
        `suite ${shown}: its tasks have no ${axis} assertion; write ${shown}/${place}/<assertion>.test.ts`,
      )
  const tasks = files.flatMap((file) => {
    const where = `${shown}/${path.relative(folder, file).split(path.sep).join('/')}`
    const read = readTask(file, where)
    if ('problems' in read) {
      problems.push(...read.problems)
      return []
    }
    const change = [read.change ?? defects].flat()
    for (const defect of change)
      if (!defects.includes(defect))
        problems.push(
          `task ${where}: \`change: ${defect}\` names no folder with assertions below ${shown}/change${didYouMean(defect, defects)}; there are: ${defects.join(', ') || 'none'}`,
        )
    const { name, brief, creates, harderThan = null } = read
    return [{ name, brief, change, creates, harderThan, where }]
  })
  for (const task of tasks)
    problems.push(
      ...harderThanWhat(task, tasks).map(
        (text) => `task ${task.where}: \`harderThan: ${task.harderThan}\` ${text}`,
      ),
    )
  for (const pair of collisions(tasks.map((task) => task.name)))
    problems.push(`suite ${shown}: two tasks are called ${pair}; rename one`)
  return tasks.map(({ where: _, ...task }) => task)
}

/** Two tasks are compared where all that differs is how they are told. */
function harderThanWhat(task: Task, tasks: readonly Task[]): string[] {
  if (task.harderThan === null) return []
  const other = tasks.find(({ name }) => name === task.harderThan)
  const names = tasks.map(({ name }) => name).filter((name) => name !== task.name)
  if (!other || other === task)
    return [
      `names no other task of the suite${didYouMean(task.harderThan, names)}; there are: ${names.join(', ') || 'none'}`,
    ]
  return [...other.change].sort().join() === [...task.change].sort().join()
    ? []
    : ['names a task with other `change`: tasks are compared over the same assertions only']
}

type ReadTask = Pick<Task, 'name' | 'brief' | 'creates'> & {
  change: string | string[] | undefined
  harderThan: string | undefined
}

function readTask(file: string, where: string): ReadTask | { problems: string[] } {
  const at = (sentence: string) => `task ${where}: ${sentence}`
  const bytes = readFileSync(file)
  if (!isUtf8(bytes)) return { problems: [at('it is not UTF-8; save it as UTF-8')] }
  const front = readFrontMatterOf(bytes.toString(), where)
  if ('problem' in front) return { problems: [`task ${front.problem}`] }

  const name = path.basename(file, '.md')
  const checked = check(taskSchema, front.data)
  const problems = [
    ...(nameSchema.safeParse(name).success
      ? []
      : [at('its name is not path-safe; rename the file')]),
    ...('faults' in checked
      ? checked.faults.map((fault) => at(`\`${fault.path}\` in its front matter ${fault.text}`))
      : []),
    ...(front.body.trim() === ''
      ? [at('the brief is empty; write what is asked below the front matter')]
      : []),
    ...(front.body.includes('\0')
      ? [at('the brief holds a NUL, which no command line can carry; remove it')]
      : []),
  ]
  if (problems.length > 0 || 'faults' in checked) return { problems }
  const { change, creates, harderThan } = checked.data
  // Some harnesses drop the white space at a brief's ends: all of them are to be told the same.
  return { name, brief: front.body.trim(), change, creates, harderThan }
}

function readFrontMatterOf(
  text: string,
  where: string,
): { data: unknown; body: string } | { problem: string } {
  try {
    return readFrontMatter(text, where)
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
