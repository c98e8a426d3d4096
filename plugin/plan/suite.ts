/** Reads a suite's folder: its tasks, assertion files and controls. Runs nothing. Main process. */
import path from 'node:path'
import type { ResolvedOptions } from '../options.ts'
import type { Axis } from '../record/schema.ts'
import { ConfigurationError } from './error.ts'
import { filesBelow, foldersIn, isFolder } from './folder.ts'
import { collisions, nameSchema } from './name.ts'
import { readTasks } from './tasks.ts'
import { readVandals } from './vandals.ts'

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
  /** A task with the same assertions that tells more: expected to go better. */
  harderThan: string | null
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
  for (const [folder, sharing] of Map.groupBy(suites, (suite) => suite.folder))
    if (sharing.length > 1)
      problems.push(
        `the suites ${sharing.map((suite) => suite.name).join(' and ')} are one folder, ${path.relative(root, folder)}: an assertion belongs to one suite; copy the folder or remove one from \`suites\``,
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
    throw new ConfigurationError([
      `suite ${shown}: there is no such folder; make it, or correct the option \`suites\``,
    ])
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
  for (const pair of collisions(assertions.map(({ id }) => id)))
    problems.push(
      `suite ${shown}: two assertion files are called ${pair}; rename one, ending included`,
    )
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

/** Sources in the suite's folder that are neither assertions nor data of tasks, controls or replays. */
function sharedSources(folder: string): string[] {
  return filesBelow(folder).filter(
    (file) =>
      sourcePattern.test(file) &&
      !assertionPattern.test(file) &&
      !/^(tasks|controls|replays)$/.test(path.relative(folder, file).split(path.sep)[0] as string),
  )
}
