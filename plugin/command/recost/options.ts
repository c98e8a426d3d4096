/** What can be asked of `harnessbench recost`. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../../plan/closest.ts'
import { ConfigurationError } from '../../plan/error.ts'

export const help = `Usage: harnessbench recost [options]

Computes again what the stored samples cost, from the calls that the gateway metered, and prints
the old figure beside the new one. No network is used and no model is called. Costs that a
publication or a harness claims are not touched, since no call was metered.

Options:
  --store DIR        the store (default: .harnessbench)
  --experiment NAME  only this experiment (default: all that the store holds)
  --prices FILE      a price table in JSON or YAML, a list of rows as below, which goes over the
                     bundled one (default: the bundled one alone; prices in a Vitest config are
                     not read)
  --write            keep the new costs: in each attempt.json and record.json and in the
                     experiment's .jsonl. Nothing else changes, not even calls.jsonl: the books
                     hold what was known when a call was made. Where a --write was killed, the
                     next one completes it.
  --help             this text

A row of a price table, in US dollars for a million tokens:
  - model: some-model-*    # as the provider answers it; * at the end stands for the rest
    provider: openai       # optional: for this provider only
    input: 1.25            # that no cache took
    output: 10
    cacheRead: 0.125       # optional, as cacheWrite: calls that use it have no price then
    cacheWrite: 1.25
    date: 2026-11-30       # from when on
    source: https://example.com/prices

Exit code: 0 when all was computed, 1 when something could not be read, computed or written (then
nothing is written), 2 when an option, the price table or the store is not as it must be.
`

const options = {
  store: { type: 'string', default: '.harnessbench' },
  experiment: { type: 'string' },
  prices: { type: 'string' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @throws ConfigurationError */
export function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    const { message } = error as Error
    // Node goes on with advice about positional arguments, of which there are none here.
    const [what = message] = message.split(/\. (?=To |This )/)
    const [, unknown] = /^Unknown option '--(.+?)'/.exec(message) ?? []
    const meant = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options))
    throw new ConfigurationError([`recost: ${what}${meant}; see \`harnessbench recost --help\``])
  }
}
