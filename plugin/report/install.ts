/** Puts our reporter beside, or in the place of, those that Vitest would use. Main process. */
import type { TestProject, Vitest } from 'vitest/node'
import type { Session } from '../session.ts'
import { OthersReporter } from './others.ts'
import { refusalReporter } from './refusals.ts'
import { BenchReporter } from './reporter.ts'

/** Reporters that write for a program, and where told so to standard output: our tables would spoil that. */
const forPrograms = ['tap', 'tap-flat', 'json', 'junit']

/** Reporters that print errors outside tests, as a refusal is one. */
const errorPrinters = ['default', 'verbose', 'dot', 'tree', 'minimal', 'agent']

/** What Vitest uses when nobody chooses. */
const inPlaceOf = ['default', 'minimal', 'agent']

/**
 * Without a choice of the user's, Vitest's default reporter is kept for other projects and for errors
 * of the suite itself, and failed assertions of agents are told by our tables instead.
 */
export function addReporters(session: Session, project: TestProject, vitest: Vitest): void {
  const { cliOptions, reporters } = vitest.config
  const names = reporters.map((reporter) => (Array.isArray(reporter) ? reporter[0] : 'custom'))
  // What follows is for all bench projects of a run; another may have been here before.
  const isFirst = !reporters.some((reporter) => reporter instanceof BenchReporter)
  // Vitest fills in its defaults before it asks us; naming just these in a config changes nothing.
  const isChosen = isFirst
    ? (cliOptions.reporters ?? cliOptions.reporter) !== undefined ||
      !names.every((name) => [...inPlaceOf, 'github-actions'].includes(name))
    : !reporters.some((reporter) => reporter instanceof OthersReporter)
  const tables = !reporters.some(writesForPrograms)
  if (isFirst && !isChosen)
    vitest.config.reporters = [
      new OthersReporter() as never,
      ...vitest.config.reporters.filter(
        (reporter) => !Array.isArray(reporter) || !inPlaceOf.includes(reporter[0]),
      ),
    ]
  else if (isFirst && !names.some((name) => errorPrinters.includes(name)))
    vitest.config.reporters = [...vitest.config.reporters, refusalReporter(vitest) as never]
  const reporter = new BenchReporter(session, project, { tables, progress: !isChosen })
  vitest.config.reporters = [...vitest.config.reporters, reporter as never]
}

function writesForPrograms(reporter: Vitest['config']['reporters'][number]): boolean {
  if (!Array.isArray(reporter)) return false
  const [name, options] = reporter as [string, { stdout?: boolean } | undefined]
  return forPrograms.includes(name) && (name.startsWith('tap') || options?.stdout === true)
}
