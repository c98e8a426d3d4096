/** `harnessbench trace`: what a harness did, as it told it; also as ATIF trajectories. */
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'
import { type Sample, samplePath } from '../plan/plan.ts'
import { json, readJson, writeAtomically } from '../record/files.ts'
import { type Attempt, attemptSchema } from '../record/schema.ts'
import { atif } from '../trace/atif.ts'
import { readTrace, type Trace } from '../trace/read.ts'
import { checkStore, storedSamples } from './recost/stored.ts'
import { help, readOptions } from './trace/options.ts'
import { showEntry } from './trace/show.ts'

interface Traced {
  sample: Sample
  attempt: Attempt
  trace: Trace
}

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
  const found = await Promise.all(samples.map((sample) => traceOf(store, sample, options.attempt)))
  const traced = found.filter((one) => one !== null)
  const [first] = traced
  if (!first)
    throw new ConfigurationError([
      `trace: of ${samples.length} samples that fit none has a trace${options.attempt === undefined ? '' : ` of attempt ${options.attempt}`}: their adapters tell none, or they were made by an older version`,
    ])

  if (options.atif && options.out !== undefined) return await writeAll(options.out, traced)
  if (traced.length > 1) {
    if (options.atif)
      throw new ConfigurationError([
        `trace: ${traced.length} samples fit; name one, or give \`--out FOLDER\` for a file each`,
      ])
    return say(traced.map(summary).join(''))
  }
  if (options.atif) return say(json(trajectory(first)))
  const { entries, broken } = first.trace
  const lost = broken > 0 ? `\n${broken} lines of it cannot be read\n` : ''
  return say(`${summary(first)}${entries.map(showEntry).join('\n')}\n${lost}`)
}

/** The first word may name the store; a store that is not there is no part of a sample. */
async function placeOf(words: string[]): Promise<{ shown: string; parts: string[] }> {
  const [first, ...others] = words
  if (first === undefined) return { shown: '.harnessbench', parts: [] }
  const isStore = await checkStore(path.resolve(first), first).then(
    () => true,
    (error) => {
      if (first.includes('/') || first.startsWith('.')) throw error
      return false
    },
  )
  return isStore ? { shown: first, parts: others } : { shown: '.harnessbench', parts: words }
}

/** @throws ConfigurationError where none fits */
function fitting(samples: Sample[], parts: string[]): Sample[] {
  const partsOf = (sample: Sample) => samplePath(sample).split('/')
  const fit = samples.filter((sample) => {
    const own = partsOf(sample)
    return parts.every((part) => own.includes(part))
  })
  if (fit.length > 0) return fit
  const known = [...new Set(samples.flatMap(partsOf))]
  const unknown = parts.filter((part) => !known.includes(part))
  const [one = ''] = unknown
  throw new ConfigurationError([
    unknown.length === 0
      ? `trace: no sample has all of ${parts.join(', ')}`
      : `trace: no sample has ${JSON.stringify(one)} in its name${didYouMean(one, known)}`,
  ])
}

async function traceOf(
  store: string,
  sample: Sample,
  wanted: number | undefined,
): Promise<Traced | null> {
  const folder = path.join(store, 'samples', ...samplePath(sample).split('/'), 'attempts')
  const numbers = (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const number = wanted ?? Math.max(0, ...numbers.map(Number))
  const place = path.join(folder, String(number))
  const [attempt, found] = await Promise.all([
    readJson(path.join(place, 'attempt.json')),
    readTrace(place),
  ])
  if (attempt === undefined || found === null) return null
  return { sample, attempt: attemptSchema.parse(attempt), trace: found }
}

function summary({ sample, attempt, trace: { entries } }: Traced): string {
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
  const { name, version } = attempt.adapter
  return `${samplePath(sample)}, attempt ${attempt.number}: ${name} (${version}), ${attempt.outcome}; turns ${count('turn')}, messages ${count('message')}, tool calls ${count('toolCall')}\n`
}

const trajectory = ({ sample, attempt, trace }: Traced) => atif(sample, attempt, trace.entries)

async function writeAll(out: string, traced: Traced[]): Promise<number> {
  try {
    await mkdir(path.resolve(out), { recursive: true })
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
