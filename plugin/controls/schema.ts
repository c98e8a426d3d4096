/** What the controls of one suite showed: the verdict of every control on every assertion, and the problems. */
import * as z from 'zod'
import { axisSchema, verdictSchema } from '../record/schema.ts'

const problemCodes = [
  'SURVIVED',
  'WRONG-RED',
  'VOID',
  'UNSTABLE',
  'UNGRADED',
  'SKIPPED',
  'EMPTY',
  'UNTAGGED',
  'DOUBLY-TAGGED',
  'DUPLICATE-NAME',
  'DOES-NOT-COMPILE',
  'UNHANDLED',
  'NOT-ONE-CHECK',
  'CANNOT-FAIL',
  'ALREADY-RED',
  'UNKNOWN-NAME',
  'REFERENCE-RED',
  'SEED-RED',
  'SEED-GREEN',
  'UNPARSEABLE-GREEN',
  'DIFFERENCES',
] as const

/** Something that makes the instrument untrustworthy; any one of them refuses the run. */
export const problemSchema = z.object({
  code: z.enum(problemCodes),
  /** Where: an assertion's id, a control's name, a file, a task. */
  where: z.string(),
  /** One sentence: what is wrong and what to mend. */
  sentence: z.string(),
})
export type Problem = z.infer<typeof problemSchema>

export const controlRowSchema = z.object({
  /** `nothing`, `reference`, `reference again`, `unparseable`, or the vandal's file name. */
  control: z.string(),
  kind: z.enum(['nothing', 'reference', 'unparseable', 'vandal']),
  /** What the edit did, in words. */
  does: z.string(),
  /** Verdicts by assertion id. */
  verdicts: z.record(
    z.string(),
    z.object({ verdict: verdictSchema, reason: z.string().nullable() }),
  ),
  /** Ids that this control names. */
  reddens: z.array(z.string()),
})
export type ControlRow = z.infer<typeof controlRowSchema>

export const controlReportSchema = z.object({
  suite: z.string(),
  fingerprint: z.string(),
  assertions: z.array(z.object({ id: z.string(), name: z.string(), axis: axisSchema })),
  rows: z.array(controlRowSchema),
  problems: z.array(problemSchema),
  /** Seconds that the controls took when they were run. */
  seconds: z.number(),
})
export type ControlReport = z.infer<typeof controlReportSchema>
