/** One line of a sample's calls.jsonl: all that is kept of one call to a model. Any process. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { tokensSchema } from '../record/schema.ts'
import { wireNames } from './wire/wire.ts'

const count = z.int().nonnegative()
const seconds = z.number().nonnegative()

export const endings = [
  /** The answer came whole. */
  'complete',
  /** The connection was closed in good order, before the wire format's own end (or on what is no such format). */
  'brokenOff',
  /** The harness hung up. */
  'clientGone',
  /** The provider could not be reached, or hung up. */
  'upstreamGone',
  /** Cut by us: the sample's seconds were used up, or its meter was closed. */
  'cut',
  /** Answered by us in place of the provider, as it would have been over budget. */
  'refused',
  /** Begun, and never ended: the run was killed meanwhile. */
  'lost',
] as const
export type Ending = (typeof endings)[number]

export const callSchema = z.object({
  /** 1..n in the order in which the sample's calls began; lines stand in the order in which they ended. */
  number: z.int().positive(),
  startedAt: z.iso.datetime(),
  provider: z.string(),
  method: z.string(),
  /** Below the provider's base URL, without its query. */
  path: z.string(),
  wire: z.enum(wireNames),
  /** Costs nothing at any provider: a listing of models, a count of tokens. Not a model call. */
  free: z.boolean(),
  model: z.object({ asked: z.string().nullable(), answered: z.string().nullable() }),
  stream: z.boolean(),
  tools: z.object({ count, names: z.array(z.string()) }),
  systemCharacters: count,
  messages: z.object({ count, characters: count }),
  /** Arguments as the model wrote them: JSON text, whole or broken off. */
  toolCalls: z.array(
    z.object({ id: z.string().nullable(), name: z.string(), arguments: z.string() }),
  ),
  /** In the provider's own word. */
  finish: z.string().nullable(),
  /** null: no answer came. */
  status: z.int().nullable(),
  ended: z.enum(endings),
  /** Why it ended so, where that is not plain. */
  reason: z.string().nullable(),
  /** The budget for which it was refused or cut; null for all other calls. */
  overBudget: z.string().nullable(),
  /** The provider's error, in its own words. */
  error: z.object({ type: z.string().nullable(), message: z.string() }).nullable(),
  /** How many calls with this very body had failed before, in this sample. */
  retries: count,
  /** Of bodies, as they went over the wire. */
  bytes: z.object({ request: count, answer: count }),
  /** Until the first byte of the answer's body; null where none came. */
  firstByteSeconds: seconds.nullable(),
  seconds,
  tokens: tokensSchema,
  /** The provider's usage object, the last one that came; null where none did. */
  usage: z.unknown(),
  /** US dollars; null is unknown, and `costUnknown` says why. */
  cost: z.number().nonnegative().nullable(),
  costUnknown: z.string().nullable(),
  /** Price table and version, or why nothing is charged. */
  priceSource: z.string(),
  /** A scripted model answered. */
  scripted: z.boolean(),
  /** A cassette answered, for nothing; `cost` is what the recorded call had cost. */
  replayed: z.boolean(),
  /** What the meter could not read, or did not pass on unchanged. */
  note: z.string().nullable(),
})
export type Call = z.infer<typeof callSchema>

/** What is known of a call before it has ended. */
export type Begun = Pick<
  Call,
  'number' | 'startedAt' | 'provider' | 'method' | 'path' | 'wire' | 'free' | 'scripted'
>

/**
 * The calls of a sample, those that a kill cut off included (`ended: 'lost'`), in the order of lines.
 * A last line that is no whole one was cut off likewise. No file: no call.
 * @throws when a line is not what this version writes
 */
export async function readCalls(file: string): Promise<Call[]> {
  const calls = (await linesOf(file)).map(([line, where]) => {
    const parsed = callSchema.safeParse(line)
    if (parsed.success) return parsed.data
    throw new Error(`${where} is no call that this version reads: ${parsed.error.message}`)
  })
  const ended = new Set(calls.map(({ number }) => number))
  for (const [line] of await linesOf(begunFile(file))) {
    const begun = line as Begun
    if (!ended.has(begun.number))
      calls.push(callSchema.parse(unanswered(begun, 'lost', 'the run was killed during the call')))
  }
  return calls
}

async function linesOf(file: string): Promise<[line: unknown, where: string][]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  lines.pop() // empty, or cut off
  return lines.map((line, index) => {
    const where = `line ${index + 1} of ${file}`
    try {
      return [JSON.parse(line), where]
    } catch (error) {
      throw new Error(`${where} is not JSON (${(error as Error).message})`)
    }
  })
}

/** Stands beside a calls.jsonl for as long as calls may be under way. */
export const begunFile = (file: string) => `${file}.begun`

/** A call of which no answer is known. */
export function unanswered(begun: Begun, ended: Ending, reason: string): Call {
  return {
    ...begun,
    model: { asked: null, answered: null },
    stream: false,
    tools: { count: 0, names: [] },
    systemCharacters: 0,
    messages: { count: 0, characters: 0 },
    toolCalls: [],
    finish: null,
    status: null,
    ended,
    reason,
    overBudget: null,
    error: null,
    retries: 0,
    bytes: { request: 0, answer: 0 },
    firstByteSeconds: null,
    seconds: 0,
    tokens: { input: null, output: null, cacheRead: null, cacheWrite: null },
    usage: null,
    cost: null,
    costUnknown: reason,
    priceSource: 'none',
    replayed: false,
    note: null,
  }
}
