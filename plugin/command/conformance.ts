/** `harnessbench conformance`: checks one adapter, promise by promise, and prints the table. */
import { parseArgs } from 'node:util'
import type { ConformanceOptions } from '../conformance/options.ts'
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'

const help = `Usage: harnessbench conformance --adapter ADAPTER [options]

Lets an adapter work through small cases, by the same code as every measurement, with a scripted
model, and prints which promises are held; on standard error, how far it is. No model is called. The
same as a test: import { conformance } from 'harnessbench/conformance'.

Options:
  --adapter ADAPTER  as in a condition: a built-in one's name, a path, a module
  --options JSON     the condition's options, as an object
  --model MODEL      provider/model: by it an adapter may choose how the model is spoken to
                     (default: conformance/model)
  --program NAME     the option that takes the path of another program, such as path: then hostile
                     programs are driven in the harness's place, too
  --pass-env NAME    a variable that the harness may see; may be repeated
  --seconds N        longest time of one attempt (default: 120)
  --help             this text

Exit code: 0 when every promise that could be seen is held, 1 when one is not, 2 when it was asked for
wrongly.
`

const known = {
  adapter: { type: 'string' },
  options: { type: 'string', default: '{}' },
  model: { type: 'string' },
  program: { type: 'string' },
  'pass-env': { type: 'string', multiple: true, default: [] as string[] },
  seconds: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/**
 * @returns the exit code
 * @throws ConfigurationError for what the person who called it has to mend
 */
export async function conformance(args: string[]): Promise<number> {
  const { help: wantsHelp, ...given } = readWords(args)
  if (wantsHelp) {
    process.stdout.write(help)
    return 0
  }
  // All of a run's machinery: not for whoever wants another command.
  const [{ checkConformance }, { complaint }, { conformanceTable }] = await Promise.all([
    import('../conformance/check.ts'),
    import('../conformance/promise.ts'),
    import('../conformance/table.ts'),
  ])
  const found = await checkConformance(optionsFrom(given), (what) =>
    process.stderr.write(`${what}\n`),
  )
  process.stdout.write(`${conformanceTable(found)}\n`)
  return found.verdicts.some((verdict) => complaint(verdict) !== null) ? 1 : 0
}

function readWords(args: string[]) {
  try {
    return parseArgs({ args, options: known, allowPositionals: false }).values
  } catch (error) {
    const { message } = error as Error
    const [what = message] = message.split(/\. (?=To |This )/)
    const [, unknown] = /^Unknown option '--(.+?)'/.exec(message) ?? []
    const meant = unknown === undefined ? '' : didYouMean(unknown, Object.keys(known))
    throw new ConfigurationError([
      `conformance: ${what}${meant}; see \`harnessbench conformance --help\``,
    ])
  }
}

function optionsFrom({
  adapter,
  options,
  model,
  program,
  'pass-env': passEnv,
  seconds,
}: Omit<ReturnType<typeof readWords>, 'help'>): ConformanceOptions {
  if (adapter === undefined)
    throw new ConfigurationError(['conformance: name the adapter by --adapter'])
  return {
    adapter,
    options: objectIn(options),
    passEnv,
    ...(model === undefined ? {} : { model }),
    ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    ...(program === undefined ? {} : { program: (file: string) => ({ [program]: file }) }),
  }
}

function objectIn(text: string): NonNullable<ConformanceOptions['options']> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new ConfigurationError([`conformance: --options must be a JSON object, not ${text}`])
}
