/** `harnessbench trace`: what a harness did, as it told it; also as ATIF trajectories. */
import path from 'node:path'
import { ConfigurationError } from '../plan/error.ts'
import { samplePath } from '../plan/plan.ts'
import { json, makeFolder, writeAtomically } from '../record/files.ts'
import { atif } from '../trace/atif.ts'
import { checkStore, storedSamples } from './recost/stored.ts'
import { fitting, type Traced, tracesOf } from './trace/find.ts'
import { help, readOptions } from './trace/options.ts'
import { showRecord } from './trace/record.ts'
import { showEntry } from './trace/show.ts'

/**
 * @returns the exit code
 * @throws ConfigurationError for what the person who called it has to mend
 */
export async function trace(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) return say(help)
  const { shown, parts } = await placeOf(options.positionals)
  const store = path.resolve(shown)
  const samples = fitting(await storedSamples(store, shown, undefined), parts)
  const traced = await tracesOf(store, samples, options.attempt)
  const [first, ...others] = traced

  if (options.atif && options.out !== undefined) return await writeAll(options.out, traced)
  if (others.length > 0) {
    if (options.atif || options.raw !== undefined)
      throw new ConfigurationError([
        `trace: ${traced.length} samples fit; name one${options.atif ? ', or give `--out FOLDER` for a file each' : ''}`,
      ])
    return say(traced.map(summary).join(''))
  }
  if (options.atif) return say(json(trajectory(first)))
  if (options.raw !== undefined) return await showRecord(first, options.raw)
  const { entries, broken } = first.trace
  const lost = broken > 0 ? `\n${broken} lines of it cannot be read\n` : ''
  const shownEntries = entries.map((entry, index) => showEntry(entry, index + 1))
  return say(`${summary(first)}${shownEntries.join('\n')}\n${lost}`)
}

/** The first word may name the store; a store that is not there is no part of a sample. */
async function placeOf(words: string[]): Promise<{ shown: string; parts: string[] }> {
  const [first, ...others] = words
  if (first === undefined) return { shown: '.harnessbench', parts: [] }
  const isStore = await checkStore(path.resolve(first), first).then(
    () => true,
    (error) => {
      if (!isWhole(first) && (first.includes('/') || first.startsWith('.'))) throw error
      return false
    },
  )
  const parts = (isStore ? others : words).flatMap((word) =>
    isWhole(word) ? word.split('/') : word,
  )
  return { shown: isStore ? first : '.harnessbench', parts }
}

/** A sample as lists name it. */
const isWhole = (word: string) => /^[^./][^/]*(\/[^/]+){3}\/\d+$/.test(word)

function summary({ sample, attempt, trace: { entries }, which, hasUnfinished }: Traced): string {
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
  const { name, version } = attempt.adapter
  const outcome = attempt.outcome === 'unfinished' ? '' : `, ${attempt.outcome}`
  const another = hasUnfinished ? '; another did not end: --attempt unfinished' : ''
  return `${samplePath(sample)}, ${which}: ${name} (${version})${outcome}; turns ${count('turn')}, messages ${count('message')}, tool calls ${count('toolCall')}${another}\n`
}

const trajectory = ({ sample, attempt, trace }: Traced) => atif(sample, attempt, trace.entries)

async function writeAll(out: string, traced: Traced[]): Promise<number> {
  try {
    await makeFolder(path.resolve(out))
    for (const one of traced) {
      const name = `${samplePath(one.sample).replaceAll('/', '.')}.json`
      await writeAtomically(path.resolve(out, name), json(trajectory(one)))
    }
  } catch (error) {
    process.stderr.write(`trace: ${out} could not be written: ${(error as Error).message}\n`)
    return 1
  }
  return say(`Written: ${traced.length} trajectories in ${out}\n`)
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}
