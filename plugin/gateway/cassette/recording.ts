/** One recorded call, as it stands in its file on a cassette. Any process. */
import * as z from 'zod'

/** Bumped when an older version could not replay what a newer one records. */
const RECORDING_FORMAT = 1

export const recordingSchema = z.object({
  format: z.literal(RECORDING_FORMAT).default(RECORDING_FORMAT),
  recordedAt: z.iso.datetime(),
  method: z.string(),
  /** With its query. */
  path: z.string(),
  /** Normalised: JSON where it was that, text otherwise. */
  request: z.json(),
  answer: z.object({
    status: z.int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    /** As they came; base64 where they are no text by themselves. */
    chunks: z.array(z.union([z.string(), z.object({ base64: z.base64() })])),
  }),
})
export type Recording = z.infer<typeof recordingSchema>

/** Answers' headers that say something to a client, and nothing about the account. */
const keptHeaders = [
  'content-type',
  'content-encoding',
  'content-length',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
]
export const isKept = (name: string) => keptHeaders.includes(name.toLowerCase())
