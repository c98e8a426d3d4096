#!/usr/bin/env node
/** The `harnessbench` command: what can be done with a store without a run. A process of its own. */
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'
import { version } from '../version.ts'
import { conformance } from './conformance.ts'
import { recost } from './recost.ts'
import { report } from './report.ts'
import { trace } from './trace.ts'

const commands = { conformance, recost, report, trace }

const help = `Usage: harnessbench <command>

Commands:
  conformance  which promises an adapter keeps, tried with a scripted model
  recost       recompute what stored samples cost, by another price table
  report       one HTML file, or a Markdown summary, from any set of records
  trace        what a harness did, as it told it; also as ATIF trajectories

Options:
  --help     this text, or that of a command
  --version  the version of harnessbench

Samples are measured by Vitest: npx vitest run --project bench
`

/** @returns the exit code: 0 done, 1 something could not be done, 2 it was asked for wrongly */
async function main([name = '', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h') return say(help)
  if (name === '--version') return say(`${version}\n`)
  if (Object.hasOwn(commands, name)) return await commands[name as keyof typeof commands](args)
  const known = Object.keys(commands)
  const what = name === '' ? 'name a command' : `there is no command ${JSON.stringify(name)}`
  throw new ConfigurationError([`${what}${didYouMean(name, known)}; see \`harnessbench --help\``])
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  // An error that we did not think of is shown with where it was thrown.
  process.stderr.write(`${(error as Error).stack ?? error}\n`)
  process.exitCode = error instanceof ConfigurationError ? 2 : 1
}
