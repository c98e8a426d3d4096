/** What a condition may say about the built-in harness. Any process. */
import * as z from 'zod'
import { wireNames } from '../../plugin/gateway/wire/wire.ts'

export const options = z.strictObject({
  /** How the model is spoken to; by the provider's name if left out. */
  wire: z.enum(wireNames).exclude(['none']).optional(),
  /** Calls go there, past the gateway, and are not metered; version included: `http://localhost:8080/v1`. */
  baseUrl: z.url().optional(),
  /** Answers of the model in one turn. */
  steps: z.int().positive().default(40),
  /** Limit of one command. */
  commandSeconds: z.number().positive().default(60),
  /** Whether answers are streamed. */
  stream: z.boolean().default(true),
  /** How often a call is made again that the provider did not answer, or answered with 429 or 5xx. */
  retries: z.int().nonnegative().default(2),
  /** The provider's own where left out. */
  temperature: z.number().nonnegative().optional(),
  /** Most tokens of one answer; the provider's own where left out. */
  maxOutputTokens: z.int().positive().optional(),
})
export type LoopOptions = z.output<typeof options>
