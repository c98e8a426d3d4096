/** `harnessbench recost`: old costs beside those by another price table, and the new ones kept if asked. */
import path from 'node:path'
import { oneLine } from '../../reporters/text.ts'
import { createPrices } from '../gateway/prices.ts'
import { recostJsonl } from './recost/jsonl.ts'
import { help, readOptions } from './recost/options.ts'
import { type RecostedSample, recostSample } from './recost/sample.ts'
import { show } from './recost/show.ts'
import { storedSamples } from './recost/stored.ts'
import { readPriceTable } from './recost/table.ts'
import { changeWords, writeCosts } from './recost/write.ts'

/**
 * @returns the exit code
 * @throws ConfigurationError for what the person who called it has to mend
 */
export async function recost(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  const prices = createPrices(options.prices ? await readPriceTable(options.prices) : [])
  const store = path.resolve(options.store)
  const stored = await storedSamples(store, options.store, options.experiment)

  // All of it is computed before anything is written: costs by two tables cannot be compared.
  const samples: RecostedSample[] = []
  for (const sample of stored) samples.push(await recostSample(store, sample, prices))
  const experiments = new Set(stored.map(({ experiment }) => experiment))
  const lines = await Promise.all(
    [...experiments].map((experiment) => recostJsonl(store, experiment, samples)),
  )
  const faults = [...samples, ...lines].flatMap((one) => one.faults)
  const changes = [...samples, ...lines].flatMap((one) => one.changes)

  say(show(samples, options.prices))
  if (faults.length > 0) {
    process.stderr.write(`\n${complaint(faults, options.write)}\n`)
    return 1
  }
  if (changes.length === 0) say('\nNo cost is another one than before: there is nothing to write.')
  else if (!options.write) say(`\nNothing was written. With --write: ${changeWords(changes)}.`)
  else say(`\nWritten: ${changeWords(await writeCosts(store, stored, prices, say))}.`)
  return 0
}

const SHOWN = 10

function complaint(faults: string[], isAsked: boolean): string {
  const more = faults.length - SHOWN
  return [
    `Not all could be computed, and what could not is not above${isAsked ? '; nothing was written' : ''}:`,
    ...faults.slice(0, SHOWN).map((fault) => `  - ${oneLine(fault)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
