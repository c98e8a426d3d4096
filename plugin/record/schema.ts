/**
 * The shape of a record: everything that is kept of one sample, and all that a reporter may read.
 * The JSON Schema that is published (`harnessbench/record.schema.json`) is made from this file.
 */
import * as z from 'zod'
import { levelsSchema } from '../../reporters/figures/plan.ts'

/** Bumped when a reader of older records would misread a newer one. */
export const RECORD_FORMAT = 1

export const outcomes = ['finished', 'timedOut', 'overBudget', 'crashed', 'unmeasured'] as const
export const outcomeSchema = z.enum(outcomes)
/** How a sample's run ended. All but `unmeasured` are graded as they stand; the first cause wins. */
export type Outcome = z.infer<typeof outcomeSchema>

const count = z.int().nonnegative()
const seconds = z.number().nonnegative()

/** Tokens of the four kinds; null is unknown, never 0. */
export const tokensSchema = z.object({
  input: count.nullable(),
  output: count.nullable(),
  cacheRead: count.nullable(),
  cacheWrite: count.nullable(),
})
export type Tokens = z.infer<typeof tokensSchema>

/** Who says what a run used: the harness itself, or a publication that is being replayed. */
export const claimantSchema = z.enum(['harness', 'published'])

/** What a run used; null is unknown. */
export const usageSchema = z.object({
  model: z.string().nullable(),
  calls: count.nullable(),
  tokens: tokensSchema,
  /** US dollars. */
  cost: z.number().nonnegative().nullable(),
  /** Model calls of which the cost is not in `cost`; 0 where nothing was metered. */
  unpriced: count,
  /** The price tables that `cost` was computed by, with their versions; null where nothing was computed. */
  prices: z.string().nullable(),
  /** Who says so: the gateway counted it, or a claim; null where nobody says anything. */
  claimedBy: z.enum(['meter', ...claimantSchema.options]).nullable(),
  /** Some of the model's answers were scripted: the figures are no model's. */
  scripted: z.boolean(),
  /** Some of them came from a cassette: they were paid for when it was recorded. */
  replayed: z.boolean().default(false),
})
export type Usage = z.infer<typeof usageSchema>

export const unknownUsage: Usage = {
  model: null,
  calls: null,
  tokens: { input: null, output: null, cacheRead: null, cacheWrite: null },
  cost: null,
  unpriced: 0,
  prices: null,
  claimedBy: null,
  scripted: false,
  replayed: false,
}

/** What was laid down before an attempt, as it stood then. */
export const designSchema = z.object({
  /** Of the random order of samples. */
  seed: z.string(),
  /** Place of the sample in that order, over all samples of the experiment, from 0. */
  order: count,
  /** Hash of the predictions; null where there were none. */
  predictions: z.string().nullable(),
})
export type Design = z.infer<typeof designSchema>

/** One try at a sample. */
export const attemptSchema = z.object({
  number: z.int().positive(),
  runFingerprint: z.string(),
  outcome: outcomeSchema,
  /** Why it ended so, for a reader; null when it simply finished. */
  reason: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** Unknown of attempts that older versions made. */
  design: designSchema.optional(),
  seconds,
  usage: usageSchema,
  /** What the harness says of itself, where the gateway counted too. */
  claim: usageSchema.nullable(),
  /** Paths left in the tree that the task did not call for, relative, `/` between folders. */
  litter: z.array(z.string()),
  /** Paths of the tree that are not as in the seed: litter, and all else; null is unknown. */
  edits: count.nullable().default(null),
  adapter: z.object({
    name: z.string(),
    version: z.string(),
    options: z.unknown(),
    model: z.string().nullable(),
  }),
  /** Bytes of the harness's own output: all that it printed, and how many of those were kept. */
  output: z.object({ bytes: count, kept: count }),
})
export type Attempt = z.infer<typeof attemptSchema>

export const verdictSchema = z.enum(['pass', 'fail', 'ungraded'])
export type Verdict = z.infer<typeof verdictSchema>

export const axisSchema = z.enum(['change', 'regress'])
export type Axis = z.infer<typeof axisSchema>

/** What became of an assertion, against its verdict on the seed. */
export const transitionSchema = z.enum(['fixed', 'kept', 'broke', 'unfixed'])
export type Transition = z.infer<typeof transitionSchema>

export const assertionSchema = z.object({
  /** The assertion's file below its suite, without `.test.ts`: `change/rounding/half-a-cent`. */
  id: z.string(),
  /** The test's title. */
  name: z.string(),
  axis: axisSchema,
  /** null: asked for, but not graded yet. */
  verdict: verdictSchema.nullable(),
  /** The failed comparison or the reason for no verdict, shortened; null on a pass. */
  reason: z.string().nullable(),
  /** Verdict of the same assertion on the pristine seed. */
  seed: verdictSchema.nullable(),
  transition: transitionSchema.nullable(),
  /** Whether it ran a command, which can be starved of time as a call cannot; null is unknown. */
  spawns: z.boolean().nullable().default(null),
  gradeFingerprint: z.string().nullable(),
  /** Of a failure that may be the machine's: another grading of the same build said the same. */
  confirmed: z.boolean().default(false),
})
export type AssertionRecord = z.infer<typeof assertionSchema>

/** One axis of one sample: of `of` assertions asked for, `graded` have a verdict, `passed` passed. */
export const scoreSchema = z.object({
  passed: count,
  graded: count,
  of: count,
  /** passed / of; null unless all were graded. */
  fraction: z.number().min(0).max(1).nullable(),
})
export type Score = z.infer<typeof scoreSchema>

/** An assertion whose verdict is not what an earlier grading of the same stored build gave. */
export const regradeSchema = z.object({
  id: z.string(),
  before: verdictSchema,
  after: verdictSchema,
  /** What changed between the two: the assertion or reference, or nothing (then the grader is suspect). */
  cause: z.enum(['assertion changed', 'nothing changed']),
})
export type Regrade = z.infer<typeof regradeSchema>

export const recordSchema = z.object({
  format: z.literal(RECORD_FORMAT),
  experiment: z.string(),
  suite: z.string(),
  condition: z.string(),
  task: z.string(),
  repetition: z.int().positive(),
  /** Levels of the condition's factors. */
  levels: levelsSchema.default({}),
  /** The attempt's place in the random order, and what that was drawn by. */
  order: count.nullable().default(null),
  seed: z.string().nullable().default(null),
  /** Hash of the predictions that the attempt was made under. */
  predictions: z.string().nullable().default(null),
  runFingerprint: z.string(),
  gradeFingerprint: z.string(),
  outcome: outcomeSchema,
  reason: z.string().nullable(),
  /** Number of the attempt that counts. */
  attempt: z.int().positive(),
  attempts: z.array(attemptSchema).min(1),
  change: scoreSchema,
  regress: scoreSchema,
  /** (passed − passed by `nothing`) / (of − passed by `nothing`) on `change`; null where undefined. */
  gain: z.number().nullable(),
  assertions: z.array(assertionSchema),
  regraded: z.array(regradeSchema),
  usage: usageSchema,
  seconds,
  litter: z.array(z.string()),
  versions: z.object({
    harnessbench: z.string(),
    node: z.string(),
    vitest: z.string(),
    platform: z.string(),
  }),
})
export type SampleRecord = z.infer<typeof recordSchema>
