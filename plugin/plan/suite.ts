/** Reads a suite's folder: its tasks, assertion files and controls. Runs nothing. Main process. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { ResolvedOptions } from '../options.ts'
import type { Axis } from '../record/schema.ts'
import { ConfigurationError } from './error.ts'
import { readFrontMatter } from './frontmatter.ts'
import { collisions, nameSchema } from './name.ts'

export interface AssertionFile {
  /** Path below the suite without `.test.ts`, `/` between folders. */
  id: string
  /** Absolute. */
  file: string
  /** By its folder; the tag in the file must agree. */
  axis: Axis
  /** Folder below `change/`; null for regress. */
  defect: string | null
}

export interface Task {
  name: string
  brief: string
  /** Defects whose change assertions apply. */
  change: string[]
  /** Globs of new files that the task calls for. */
  creates: string[]
}

export interface Vandal {
  name: string
  does: string
  base: 'seed' | 'reference'
  reddens: string[]
  /** Unified diff. */
  patch: string
}

export interface Suite {
  name: string
  /** Absolute folders. */
  folder: string
  seed: string
  reference: string
  tasks: Task[]
  assertions: AssertionFile[]
  vandals: Vandal[]
  /** Other sources of the suite that assertions may import, absolute. */
  shared: string[]
}

const taskSchema = z.strictObject({
  change: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  creates: z.array(z.string()).default([]),
})

const vandalSchema = z.strictObject({
  does: z.string().min(1),
  base: z.enum(['seed', 'reference']).default('seed'),
  reddens: z.array(z.string()).min(1),
})

const assertionPattern = /\.(test|spec)\.[cm]?[jt]sx?$/
const sourcePattern = /\.[cm]?[jt]sx?$/

/**
 * Reads every suite that the options name.
 * @param root absolute folder that option paths are relative to
 * @throws ConfigurationError that lists all that is missing or malformed.
 */
export function readSuites(root: string, options: ResolvedOptions): Suite[] {
  const problems: string[] = []
  const entries = options.suites ?? defaultSuites(root)
  const suites = entries.flatMap((entry) => {
    const { folder, name, seed, reference } = typeof entry === 'string' ? { folder: entry } : entry
    try {
      return [readSuite(root, folder, { name, seed, reference })]
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.push(...error.problems)
      return []
    }
  })
  for (const pair of collisions(suites.map((suite) => suite.name)))
    problems.push(
      `two suites are called ${pair}: records would mix them; give one another \`name\` in \`suites\``,
    )
  if (problems.length > 0) throw new ConfigurationError(problems)
  return suites
}

function defaultSuites(root: string): string[] {
  const folders = foldersIn(path.join(root, 'bench'))
  if (folders.length > 0) return folders.map((name) => `bench/${name}`)
  throw new ConfigurationError([
    'no suite found: `bench/` holds no folder; make one (tasks/, change/, regress/, controls/) or name yours in the option `suites`',
  ])
}

function readSuite(
  root: string,
  shown: string,
  given: { name?: string | undefined; seed?: string | undefined; reference?: string | undefined },
): Suite {
  const folder = path.resolve(root, shown)
  if (!isFolder(folder))
    throw new ConfigurationError([`suite ${shown}: there is no such folder; check \`suites\``])
  const name = given.name ?? path.basename(folder)
  if (!nameSchema.safeParse(name).success)
    throw new ConfigurationError([
      `suite ${shown}: its name ${JSON.stringify(name)} is not path-safe; give it a \`name\` in \`suites\``,
    ])
  const seed = given.seed ?? `seed/${name}`
  const reference = given.reference ?? `reference/${name}`
  const problems = [
    ['seed', seed],
    ['reference', reference],
  ].flatMap(([role, place]) =>
    isFolder(path.resolve(root, place as string))
      ? []
      : [
          `suite ${shown}: its ${role} ${place} is not a folder; make it, or name another as \`${role}\` in \`suites\``,
        ],
  )
  const assertions = readAssertions(folder)
  const suite: Suite = {
    name,
    folder,
    seed: path.resolve(root, seed),
    reference: path.resolve(root, reference),
    tasks: readTasks(folder, shown, assertions, problems),
    assertions,
    vandals: readVandals(folder, shown, problems),
    shared: sharedSources(folder),
  }
  if (suite.tasks.length === 0 && problems.length === 0)
    problems.push(`suite ${shown} is empty: it has no task; write one as tasks/<name>.md`)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return suite
}

function readAssertions(folder: string): AssertionFile[] {
  return (['change', 'regress'] as const).flatMap((axis) =>
    filesBelow(path.join(folder, axis))
      .filter((file) => assertionPattern.test(file))
      .map((file) => {
        const below = path.relative(folder, file).split(path.sep)
        return {
          id: below.join('/').replace(assertionPattern, ''),
          file,
          axis,
          defect: axis === 'change' ? (below.length > 2 ? (below[1] as string) : '') : null,
        }
      }),
  )
}

function readTasks(
  folder: string,
  shown: string,
  assertions: AssertionFile[],
  problems: string[],
): Task[] {
  const defects = [
    ...new Set(assertions.flatMap(({ defect }) => (defect === null ? [] : [defect]))),
  ]
  const files = filesBelow(path.join(folder, 'tasks')).filter((file) => file.endsWith('.md'))
  const tasks = files.flatMap((file) => {
    const where = `${shown}/tasks/${path.basename(file)}`
    const name = path.basename(file, '.md')
    const found = problems.length
    if (!nameSchema.safeParse(name).success)
      problems.push(
        `task ${where}: the name ${JSON.stringify(name)} is not path-safe; rename the file`,
      )
    const { data, body } = parse(
      where,
      () => readFrontMatter(readFileSync(file, 'utf8'), where),
      problems,
    )
    const front = taskSchema.safeParse(data ?? {})
    if (!front.success)
      problems.push(`task ${where}: its front matter is wrong: ${z.prettifyError(front.error)}`)
    if (body.trim() === '')
      problems.push(`task ${where}: the brief is empty; write what is asked below the front matter`)
    if (body.includes('\0'))
      problems.push(
        `task ${where}: the brief holds a NUL byte, which no command line can carry; remove it`,
      )
    if (!front.success || problems.length > found) return []
    const change = [front.data.change ?? defects].flat()
    for (const defect of change)
      if (!defects.includes(defect))
        problems.push(
          `task ${where}: \`change: ${defect}\` names no folder with assertions below ${shown}/change; there are: ${defects.join(', ') || 'none'}`,
        )
    if (change.length === 0)
      problems.push(`task ${where} has no change assertion: write one below ${shown}/change`)
    if (!assertions.some(({ axis }) => axis === 'regress'))
      problems.push(`task ${where} has no regress assertion: write one below ${shown}/regress`)
    return [{ name, brief: body, change, creates: front.data.creates }]
  })
  for (const pair of collisions(tasks.map((task) => task.name)))
    problems.push(`suite ${shown}: two tasks are called ${pair}; rename one`)
  return tasks
}

function readVandals(folder: string, shown: string, problems: string[]): Vandal[] {
  return filesBelow(path.join(folder, 'controls'))
    .filter((file) => file.endsWith('.patch'))
    .flatMap((file) => {
      const where = `${shown}/controls/${path.basename(file)}`
      const { data, body } = parse(
        where,
        () => readFrontMatter(readFileSync(file, 'utf8'), where),
        problems,
      )
      const front = vandalSchema.safeParse(data)
      if (!front.success) {
        problems.push(
          `vandal ${where}: its front matter needs \`does\`, \`reddens\` and perhaps \`base\`: ${z.prettifyError(front.error)}`,
        )
        return []
      }
      return [{ name: path.basename(file, '.patch'), ...front.data, patch: body }]
    })
}

function parse<T>(
  _where: string,
  read: () => T,
  problems: string[],
): T | { data: undefined; body: string } {
  try {
    return read()
  } catch (error) {
    problems.push((error as Error).message)
    return { data: undefined, body: '' }
  }
}

/** Sources in the suite's folder that are neither assertions nor data of tasks, controls or replays. */
function sharedSources(folder: string): string[] {
  return filesBelow(folder).filter(
    (file) =>
      sourcePattern.test(file) &&
      !assertionPattern.test(file) &&
      !/^(tasks|controls|replays)$/.test(path.relative(folder, file).split(path.sep)[0] as string),
  )
}

function filesBelow(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

function foldersIn(folder: string): string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}
