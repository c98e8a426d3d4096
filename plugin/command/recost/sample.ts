/** Computes the costs of a sample's attempts again, from the calls in their books. Writes nothing. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'
import { oneLine, truncate } from '../../../reporters/text.ts'
import { type Call, readCalls } from '../../gateway/call.ts'
import { costOf } from '../../gateway/cost.ts'
import type { Prices } from '../../gateway/prices.ts'
import { summarise } from '../../gateway/summary.ts'
import { type Sample, samplePath } from '../../plan/plan.ts'
import { json, readJson } from '../../record/files.ts'
import {
  type Attempt,
  attemptSchema,
  recordSchema,
  type SampleRecord,
} from '../../record/schema.ts'
import { CALLS } from '../../run/metering.ts'
import { type Change, type Costs, withCosts, withCostsOfAttempts } from './costs.ts'

/** A metered attempt. */
export interface RecostedAttempt {
  number: number
  /** Model calls. */
  calls: number
  scripted: boolean
  replayed: boolean
  before: Costs
  after: Costs
  /** For each call that has no price now, why. */
  why: string[]
}

export interface RecostedSample {
  sample: Sample
  /** Number of the attempt that is in the figures; null where none is. */
  counting: number | null
  attempts: RecostedAttempt[]
  /** The counting attempt's cost is no meter's, and stays. */
  isClaim: boolean
  /** Files that hold another cost now. */
  changes: Change[]
  /** What could not be computed, where, and what to do; nothing else of the sample is told then. */
  faults: string[]
}

export async function recostSample(
  store: string,
  sample: Sample,
  prices: Prices,
): Promise<RecostedSample> {
  const folder = path.join(store, 'samples', ...samplePath(sample).split('/'))
  const none = { sample, counting: null, attempts: [], isClaim: false, changes: [] }
  try {
    const numbers = await attemptNumbers(path.join(folder, 'attempts'))
    const places = numbers.map((number) => path.join(folder, 'attempts', String(number)))
    const recosted = (
      await Promise.all(places.map((place) => recostAttempt(place, prices)))
    ).filter((one) => one !== undefined)
    const attempts = recosted.map(({ attempt }) => attempt)
    const changes = recosted.flatMap(({ change }) => change ?? [])
    const file = path.join(folder, 'record.json')
    const record = await read(file, recordSchema)
    if (!record) return { ...none, attempts, changes, faults: [] }

    const costs = new Map(attempts.map(({ number, after }) => [number, after]))
    const [lost] = missing(record, costs)
    if (lost !== undefined) throw new Error(`${samplePath(sample)}: ${gone(lost)}`)
    const content = json(withCostsOfAttempts(record, (number) => costs.get(number)))
    if (content !== json(record)) changes.push({ file, kind: 'record', content })
    const isCounted = record.outcome !== 'unmeasured'
    return {
      sample,
      counting: isCounted ? record.attempt : null,
      attempts,
      isClaim: isCounted && record.usage.claimedBy !== 'meter',
      changes,
      faults: [],
    }
  } catch (error) {
    return { ...none, faults: [(error as Error).message.replaceAll(store + path.sep, '')] }
  }
}

/** Metered attempts of a record that are not among those computed. */
export function missing(record: SampleRecord, costs: ReadonlyMap<number, Costs>): number[] {
  return record.attempts
    .filter(({ number, usage }) => usage.claimedBy === 'meter' && !costs.has(number))
    .map(({ number }) => number)
}

export const gone = (attempt: number) =>
  `its attempt ${attempt} is not in the store any more, so that its calls cannot be priced; put it back, or move the sample out of the store`

/** @returns undefined where nothing was metered */
async function recostAttempt(
  folder: string,
  prices: Prices,
): Promise<{ attempt: RecostedAttempt; change: Change | undefined } | undefined> {
  const file = path.join(folder, 'attempt.json')
  const attempt = await read(file, attemptSchema)
  if (!attempt) throw new Error(`${file} is missing; move its folder out of the store`)
  if (attempt.usage.claimedBy !== 'meter') return undefined
  const books = path.join(folder, CALLS)
  const restore = 'put the books back, or move the sample out of the store'
  const found = await readCalls(books).catch((error: Error) => {
    throw new Error(`${truncate(oneLine(error.message), 500)}; ${restore}`)
  })
  const calls = found.map((call) => ({ ...call, ...costOf(call, prices) }))
  const { calls: count, cost, unpriced, prices: tables } = summarise(calls)
  if (count !== attempt.usage.calls)
    throw new Error(
      `${books} holds ${count} model calls, and attempt.json counts ${attempt.usage.calls}; ${restore}`,
    )
  const { number, usage } = attempt
  const before = { cost: usage.cost, unpriced: usage.unpriced, prices: usage.prices }
  const after = { cost, unpriced, prices: tables.join(', ') || null }
  const isChanged =
    before.cost !== cost || before.unpriced !== unpriced || before.prices !== after.prices
  return {
    attempt: {
      number,
      calls: count,
      scripted: usage.scripted,
      replayed: usage.replayed,
      before,
      after,
      why: reasons(calls),
    },
    change: isChanged
      ? { file, kind: 'attempt', content: json(withCosts(attempt, after)) }
      : undefined,
  }
}

/** Only calls that a sum counts lack a price in it. */
function reasons(calls: Call[]): string[] {
  return calls.flatMap((call) =>
    summarise([call]).unpriced > 0 ? [call.costUnknown ?? 'unknown'] : [],
  )
}

/** As it was written: also with what a later version may have added. */
async function read<T extends Attempt | SampleRecord>(
  file: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const value = await readJson(file)
  if (value === undefined) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return value as T
  const [issue] = parsed.error.issues
  throw new Error(
    `${file} is not what this version reads (${issue?.path.join('.')}: ${issue?.message}); move the sample out of the store`,
  )
}

async function attemptNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}
