/** What can be asked of `harnessbench trace`. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../../plan/closest.ts'
import { ConfigurationError } from '../../plan/error.ts'

export const help = `Usage: harnessbench trace [<store>] [<part of a sample> …] [options]

Shows what a harness did: turns, what the model said, tool calls with their arguments and results,
plans, questions, permissions. It is for reading; no verdict is made from it. Without a store:
.harnessbench.

A sample is named by any of its parts, in any order: an experiment, a suite, a condition, a task, the
number of a repetition. All of them, in the order in which a list has them, are one sample. Where
several fit, they are listed, a line each; a single one is shown whole, with a number for each entry.

Options:
  --attempt N   this attempt (default: the last one that ended); \`unfinished\`: one that a killed run
                left, or that is at work now
  --raw N       the record from which the entry of this number was read, as the harness printed it
  --atif        as ATIF trajectories (version 1.4), JSON on standard output
  --out FOLDER  with --atif: a file for each sample that fits
  --help        this text

Examples:
  harnessbench trace .harnessbench pi T1 2 --atif
  harnessbench trace pi T1 2 --raw 7

Exit code: 0 when something was shown, 1 when a file could not be read or written, 2 when an option,
the store or a sample is not as it must be.
`

const options = {
  attempt: { type: 'string' },
  raw: { type: 'string' },
  atif: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @throws ConfigurationError */
export function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { attempt, raw, out, atif, help } = values
    if (out !== undefined && !atif)
      throw new Error('`--out` is for `--atif`; a trace that is shown can be redirected to a file')
    if (raw !== undefined && atif) throw new Error('`--raw` is one record, and none of `--atif`')
    return {
      atif,
      out,
      help,
      attempt: attempt === 'unfinished' ? ('unfinished' as const) : numberIn('--attempt', attempt),
      raw: numberIn('--raw', raw),
      positionals,
    }
  } catch (error) {
    const { message } = error as Error
    const [what = message] = message.split(/\. (?=To |This )/)
    const [, unknown] = /^Unknown option '--(.+?)'/.exec(message) ?? []
    const meant = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options))
    throw new ConfigurationError([`trace: ${what}${meant}; see \`harnessbench trace --help\``])
  }
}

function numberIn(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^[1-9]\d*$/.test(given)) return Number(given)
  throw new Error(`\`${option}\` is a number from 1, not ${JSON.stringify(given)}`)
}
