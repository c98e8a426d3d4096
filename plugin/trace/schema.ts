/**
 * The common trace of a harness at work: what it said, did and asked, in words that are the same for
 * all of them. For readers only: nothing in it enters a grade. Plain values; any process.
 *
 * Names follow ATIF (tool calls with their observation, reasoning, metrics of a step) and
 * OpenTelemetry's GenAI conventions (`gen_ai.tool.call.id`, `.arguments`, `.result`), in camel case.
 * A trace is `trace.jsonl` in an attempt's folder, an entry a line, in the order in which they were
 * told: a tool call when it ended, with `at` from when it began.
 */
import * as z from 'zod'

const count = z.int().nonnegative()

const common = {
  /** When it happened, ISO 8601 with milliseconds. */
  at: z.iso.datetime(),
  /** Of the session, from 1. */
  turn: z.int().positive(),
  /**
   * The record that this was read from: where it stands in the harness's own output, in bytes, with what
   * standard error put between.
   */
  raw: z.strictObject({ byte: count, bytes: count }).optional(),
}

/** Who decided: a policy of the adapter's, the scripted user, or the harness by itself. */
const deciderSchema = z.enum(['policy', 'user', 'harness'])

const planStatusSchema = z.enum(['pending', 'inProgress', 'completed', 'cancelled'])

const tokens = z
  .strictObject({ input: count, output: count, cacheRead: count, cacheWrite: count })
  .partial()

export const entrySchema = z.discriminatedUnion('kind', [
  /** The user's text, with which a turn begins. */
  z.strictObject({ kind: z.literal('turn'), text: z.string(), ...common }),
  /** What the model said. */
  z.strictObject({ kind: z.literal('message'), text: z.string(), ...common }),
  z.strictObject({ kind: z.literal('reasoning'), text: z.string(), ...common }),
  z.strictObject({
    kind: z.literal('toolCall'),
    id: z.string(),
    name: z.string(),
    /** All of them: an object, or whatever else a harness gives a tool. */
    arguments: z.json(),
    /** Left out where the harness does not tell it, or the call never ended. */
    result: z.json().optional(),
    isError: z.boolean(),
    /** Not carried out, for want of a permission. */
    denied: z.boolean(),
    durationMs: z.number().nonnegative().nullable(),
    ...common,
  }),
  /** The whole plan as it stands now. */
  z.strictObject({
    kind: z.literal('plan'),
    steps: z.array(z.strictObject({ text: z.string(), status: planStatusSchema })),
    ...common,
  }),
  /** To the user. */
  z.strictObject({
    kind: z.literal('question'),
    text: z.string(),
    answer: z.string().nullable(),
    by: deciderSchema.nullable(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('permission'),
    /** For what, in the harness's words. */
    asked: z.string(),
    toolCallId: z.string().optional(),
    answer: z.enum(['allowed', 'refused', 'cancelled']),
    by: deciderSchema,
    ...common,
  }),
  /** The conversation was shortened; how many tokens it held, where that is told. */
  z.strictObject({
    kind: z.literal('compaction'),
    before: count.optional(),
    after: count.optional(),
    ...common,
  }),
  /** What the harness says that it used since the last such entry; the meter counts by itself. */
  z.strictObject({
    kind: z.literal('usage'),
    model: z.string().optional(),
    tokens,
    /** US dollars. */
    cost: z.number().nonnegative().optional(),
    ...common,
  }),
  /** What went wrong by the harness's own words, whether it went on or not. */
  z.strictObject({ kind: z.literal('error'), message: z.string(), ...common }),
  /** The end of a turn, in the harness's own word. */
  z.strictObject({ kind: z.literal('stop'), reason: z.string(), ...common }),
  /** Entries that are not here, and why. */
  z.strictObject({ kind: z.literal('omitted'), entries: count, why: z.string(), ...common }),
])
export type TraceEntry = z.output<typeof entrySchema>

type Untimed<E> = E extends unknown
  ? Omit<E, 'at' | 'turn'> & { at?: string; turn?: number }
  : never
/** As an adapter tells it: `at` is now and `turn` 1 where left out. */
export type TraceInput = Untimed<Exclude<z.input<typeof entrySchema>, { kind: 'omitted' }>>
