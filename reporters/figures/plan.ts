/**
 * What was asked for: every denominator comes from here, never from the records. Stored beside them as
 * `<experiment>.plan.json`, so that reports can be made without the configuration. Any process.
 */
import * as z from 'zod'

/** What tells one sample of an experiment from another. */
export const sampleSchema = z.object({
  suite: z.string(),
  condition: z.string(),
  task: z.string(),
  repetition: z.int().positive(),
})
export type Sample = z.infer<typeof sampleSchema>

/** One value of a factor. */
export const levelSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Level = z.infer<typeof levelSchema>

/** Levels by factor. */
export const levelsSchema = z.record(z.string(), levelSchema)
export type Levels = z.infer<typeof levelsSchema>

/** What somebody said before the first sample that it would show. */
export const predictionSchema = z.object({
  /** The sentence, in the author's words. */
  says: z.string(),
  /** Default: the only suite. */
  suite: z.string().optional(),
  /** Of what, exactly one of three: a condition's mean; */
  condition: z.string().optional(),
  /** the effect of a factor, or of several together: `plan`, `map × plan`; */
  effect: z.string().optional(),
  /** the first condition minus the second. */
  difference: z.tuple([z.string(), z.string()]).optional(),
  /** Default: the mean over tasks. */
  task: z.string().optional(),
  axis: z.enum(['change', 'regress']),
  /** Exactly one of two: which way an effect or a difference goes; */
  direction: z.enum(['up', 'down']).optional(),
  /** the interval in which the value lies; null leaves a side open. */
  within: z.tuple([z.number().nullable(), z.number().nullable()]).optional(),
})
export type Prediction = z.infer<typeof predictionSchema>

export const planSchema = z.object({
  experiment: z.string(),
  suites: z.array(
    z.object({
      name: z.string(),
      tasks: z.array(z.string()),
      /** Tasks with the same assertions, of which the suite says which is the harder. */
      compare: z.array(z.object({ easier: z.string(), harder: z.string() })).optional(),
    }),
  ),
  conditions: z.array(z.string()),
  repetitions: z.int().positive(),
  /** Where fewer samples than the whole plan were asked for (a filter, a shard): those. */
  selected: z.array(sampleSchema).optional(),
  /** Levels of factors by condition; only of conditions that have any. */
  levels: z.record(z.string(), levelsSchema).optional(),
  /** A/A: pairs of names of one and the same condition. */
  twins: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** Seed of the random order of samples between and within blocks. */
  seed: z.string().optional(),
  predictions: z.object({ hash: z.string(), statements: z.array(predictionSchema) }).optional(),
})
export type Plan = z.infer<typeof planSchema>
