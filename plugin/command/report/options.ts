/** What can be asked of `harnessbench report`. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../../plan/closest.ts'
import { ConfigurationError } from '../../plan/error.ts'

export const help = `Usage: harnessbench report [<store or .jsonl> …] [options]

Makes one HTML file, which needs no network, from records: of one store or several (shards, other
machines), of JSON lines, of several experiments, which get a section each. The same records give
the same file. Without a store or file: .harnessbench.

Options:
  --out FILE         the file to write (default: report.html)
  --experiment NAME  only this experiment (default: all that are found)
  --markdown         print a short Markdown summary instead, for a pull request, say; an HTML file is
                     then written only with --out
  --help             this text

What belongs together:
  - Of two records of one sample the one whose attempt began last counts, and the report says so.
    Records that are the same to the letter are one.
  - What was asked for is read from <experiment>.plan.json beside the records. Plans that differ are
    united: a sample is asked for where any of them asks for it. Without a plan it is inferred from
    the records, and the report says so: a sample that was never measured is not missed then.
  - Diffs, model calls and outputs are read from the store that records lie in. From JSON lines that
    lie in no store there are none, and the report says so.
  - Of a store, the experiment's JSON lines are read, as its last run wrote them; records of samples
    that are not among them (stale ones, say) are counted, and the report says so.

Exit code: 0 when the report was made, 1 when it could not be written, 2 when an option, a store or a
file of records is not as it must be.
`

const options = {
  out: { type: 'string' },
  experiment: { type: 'string' },
  markdown: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @throws ConfigurationError */
export function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { ...values, places: positionals.length > 0 ? positionals : ['.harnessbench'] }
  } catch (error) {
    const { message } = error as Error
    // Node goes on with advice about arguments that begin with a dash.
    const [what = message] = message.split(/\. (?=To |This )/)
    const [, unknown] = /^Unknown option '--(.+?)'/.exec(message) ?? []
    const meant = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options))
    throw new ConfigurationError([`report: ${what}${meant}; see \`harnessbench report --help\``])
  }
}
