/** What a condition may say about the built-in harness. Any process. */
import * as z from 'zod'
import { wireNames } from '../../plugin/gateway/wire/wire.ts'
import { answersSchema } from './techniques/ask.ts'

/** Each a technique of its own: what a measurement switches on and off. */
const techniques = {
  /** A map of the project, its files and what they declare for others, stands in the context. */
  map: z.boolean().default(false),
  /** A first pass, which can change nothing, writes a numbered plan; a second one follows it. */
  plan: z.boolean().default(false),
  /** `minimal`: read, write, edit, run and finish; the shell does the rest. */
  tools: z.enum(['full', 'minimal']).default('full'),
  /** The model may ask, and a scripted user answers. */
  ask: z.boolean().default(false),
  /** What that user says; or a YAML file with it, below the suite's folder. */
  answers: z.union([answersSchema, z.string().min(1)]).default([]),
  /** `window`: the oldest answers of tools are dropped. `notes`: the model keeps notes. */
  memory: z.enum(['none', 'window', 'notes']).default('none'),
  /** Characters of tools' answers beyond which `memory: window` drops some. */
  window: z.int().positive().default(40_000),
  /** The model is told when its steps come to an end, and when it changed nothing. */
  steer: z.boolean().default(false),
}

const fields = z.strictObject({
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
  ...techniques,
})

export const options = fields.refine(({ plan, steps }) => !plan || steps > 1, {
  path: ['steps'],
  message: 'a plan takes one step at least, and so does following it; give 2 or more',
})
export type LoopOptions = z.output<typeof options>
