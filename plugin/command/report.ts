/** `harnessbench report`: one HTML file, or a Markdown summary, from any set of records. */
import path from 'node:path'
import { figures } from '../../reporters/figures.ts'
import { type Experiment, htmlReport } from '../../reporters/html/report.ts'
import { markdown } from '../../reporters/markdown.ts'
import { countWords } from '../../reporters/terminal/words.ts'
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'
import { makeFolder, writeAtomically } from '../record/files.ts'
import { mergeSources } from './report/merge.ts'
import { help, readOptions } from './report/options.ts'
import { readSource } from './report/source.ts'

/**
 * @returns the exit code
 * @throws ConfigurationError for what the person who called it has to mend
 */
export async function report(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  const sources = await Promise.all(options.places.map(readSource))
  const experiments = mergeSources(sources, options.experiment)
  if (experiments.length === 0) {
    const wanted = options.experiment ?? ''
    const known = sources.flatMap((source) => source.experiments.map(({ name }) => name))
    throw new ConfigurationError([
      `report: there is no record of an experiment ${JSON.stringify(wanted)}${didYouMean(wanted, known) || `; there are some of ${[...new Set(known)].join(', ')}`}`,
    ])
  }

  if (options.markdown) {
    const summaries = experiments.map(({ plan, records, said }) =>
      [markdown(figures(plan, records)), ...said.map((sentence) => `> ${sentence}\n`)].join('\n'),
    )
    process.stdout.write(summaries.join('\n'))
    return options.out === undefined ? 0 : await write(options.out, experiments)
  }
  for (const { plan, records, said } of experiments) {
    process.stdout.write(`${plan.experiment}: ${countWords(records.length, 'record')}\n`)
    for (const sentence of said) process.stdout.write(`  ${sentence}\n`)
  }
  const out = options.out ?? 'report.html'
  const code = await write(out, experiments)
  if (code === 0) process.stdout.write(`Written: ${out}\n`)
  return code
}

async function write(out: string, experiments: Experiment[]): Promise<number> {
  const file = path.resolve(out)
  const text = await htmlReport(experiments)
  try {
    await makeFolder(path.dirname(file))
    await writeAtomically(file, text)
    return 0
  } catch (error) {
    process.stderr.write(`report: ${out} could not be written: ${(error as Error).message}\n`)
    return 1
  }
}
