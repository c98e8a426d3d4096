/** Which traces of a store are meant, found without writing to it. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { didYouMean } from '../../plan/closest.ts'
import { ConfigurationError } from '../../plan/error.ts'
import { type Sample, samplePath } from '../../plan/plan.ts'
import { isAlive } from '../../process/identity.ts'
import { readJson } from '../../record/files.ts'
import { type Attempt, attemptSchema, unknownUsage } from '../../record/schema.ts'
import { stageNoteSchema } from '../../record/store.ts'
import { scratchAt } from '../../run/scratch.ts'
import type { TracedAttempt } from '../../trace/atif.ts'
import { readTrace, type Trace } from '../../trace/read.ts'

export interface Traced {
  sample: Sample
  attempt: TracedAttempt
  trace: Trace
  /** File with what the harness printed, and how much of it is kept; null is all that is in it. */
  output: { file: string; sizes: Attempt['output'] | null }
  /** In words, for whoever reads it. */
  which: string
  /** Another attempt that did not end has a trace, too. */
  hasUnfinished: boolean
}

export type Wanted = number | 'unfinished' | undefined

/** @throws ConfigurationError where no sample has all these parts */
export function fitting(samples: Sample[], parts: string[]): Sample[] {
  const fit = samples.filter((sample) => {
    const left = samplePath(sample).split('/')
    return parts.every((part) => {
      const at = left.indexOf(part)
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
  })
  // A condition may be called as its experiment, or as the number of a repetition.
  const whole = fit.filter((sample) => samplePath(sample) === parts.join('/'))
  if (whole.length > 0) return whole
  if (fit.length > 0) return fit
  const known = [...new Set(samples.flatMap((sample) => samplePath(sample).split('/')))]
  const unknown = parts.find((part) => !known.includes(part))
  throw new ConfigurationError([
    unknown === undefined
      ? `trace: no sample has all of ${parts.join(', ')}`
      : `trace: no sample has ${JSON.stringify(unknown)} in its name${didYouMean(unknown, known)}`,
  ])
}

/**
 * Those of the samples that have a trace.
 * @throws ConfigurationError where none has
 */
export async function tracesOf(
  store: string,
  samples: Sample[],
  wanted: Wanted,
): Promise<[Traced, ...Traced[]]> {
  const found = await Promise.all(samples.map((sample) => traceOf(store, sample, wanted)))
  const [first, ...others] = found.filter((one) => typeof one !== 'number')
  if (first) return [first, ...others]
  const last = Math.max(...found.filter((one) => typeof one === 'number'))
  throw new ConfigurationError([`trace: ${nothing(samples, wanted, last)}`])
}

function nothing(samples: Sample[], wanted: Wanted, last: number): string {
  const [one] = samples
  const [whose, who] =
    one && samples.length === 1
      ? [`${samplePath(one)} has no`, 'its adapter tells none, or it was']
      : [
          `none of ${samples.length} samples that fit has a`,
          'their adapters tell none, or they were',
        ]
  if (wanted === 'unfinished') return `${whose} trace of an attempt that did not end`
  const of = wanted === undefined ? '' : ` of attempt ${wanted}`
  if (last === 0) return `${whose} trace${of}: no attempt has ended yet`
  if (wanted !== undefined && wanted > last)
    return `${whose} trace${of}: the last attempt is ${last}`
  return `${whose} trace${of}: ${who} made by an older version`
}

/** @returns the number of its last attempt, where there is no such trace */
async function traceOf(store: string, sample: Sample, wanted: Wanted): Promise<Traced | number> {
  const folder = path.join(store, 'samples', ...samplePath(sample).split('/'), 'attempts')
  const names = await readdir(folder).catch(() => [])
  const last = Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number))
  const staged = names.filter((name) => name.startsWith('.new-'))
  const unfinished = (
    await Promise.all(staged.map((name) => unfinishedIn(path.join(folder, name), sample)))
  )
    .filter((one) => one !== null)
    .sort((a, b) => a.startedAt.localeCompare(b.startedAt))
    .at(-1)
  if (wanted === 'unfinished') return unfinished ?? last
  const number = wanted ?? last
  const place = path.join(folder, String(number))
  const [written, trace] = await Promise.all([
    readJson(path.join(place, 'attempt.json')),
    readTrace(place),
  ])
  if (written === undefined || trace === null)
    return wanted === undefined && unfinished ? unfinished : last
  const attempt = attemptSchema.parse(written)
  return {
    sample,
    attempt,
    trace,
    output: { file: path.join(place, 'output.txt'), sizes: attempt.output },
    which: `attempt ${number}`,
    hasUnfinished: unfinished !== undefined,
  }
}

async function unfinishedIn(
  folder: string,
  sample: Sample,
): Promise<(Traced & { startedAt: string }) | null> {
  const [note, trace] = await Promise.all([
    readJson(path.join(folder, 'note.json')).catch(() => undefined),
    readTrace(folder),
  ])
  const { data } = stageNoteSchema.safeParse(note)
  if (!data || trace === null) return null
  const { adapter, startedAt, owner, scratch } = data
  return {
    sample,
    attempt: { adapter, number: 'unfinished', outcome: 'unfinished', usage: unknownUsage },
    trace,
    output: { file: scratchAt(scratch).output, sizes: null },
    which: isAlive(owner) ? 'an attempt that is at work' : 'an attempt that was never finished',
    hasUnfinished: false,
    startedAt,
  }
}
