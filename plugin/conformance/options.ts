/** What a check of conformance may be told. Any process. */
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { ConfigurationError } from '../plan/error.ts'
import { check } from '../plan/fault.ts'

const optionsSchema = z.strictObject({
  /** As in a condition: a built-in one's name, a path (relative to `root`), a file URL, a module. */
  adapter: z.union([z.string().min(1), z.instanceof(URL)]),
  /** The condition's options. */
  options: z.record(z.string(), z.json()).default({}),
  /** `provider/model`: adapters choose by the provider how they speak to it. A script answers. */
  model: z
    .string()
    .regex(/^[\w.-]+\/.+$/s, 'must be `provider/model`')
    .refine((model) => !model.startsWith('scripted/'), 'must be another than a scripted one')
    .default('conformance/model'),
  passEnv: z.array(z.string().min(1)).default([]),
  /**
   * The options by which another program is driven in the harness's place, such as
   * `(program) => ({ path: program })`: a script for `node`. Given this, hostile ones of ours are, too.
   */
  program: z
    .custom<(program: string) => Record<string, unknown>>(
      (value) => typeof value === 'function',
      'must be a function that makes options from a path',
    )
    .optional(),
  /** Promises that are known not to be kept, by their sentence, and why. One that is kept is told. */
  except: z.record(z.string(), z.string().min(1)).default({}),
  /** Only these promises, by their sentence. Default: all. */
  only: z.array(z.string()).min(1).optional(),
  /** Longest time that one attempt may take, in seconds. */
  seconds: z.number().positive().default(120),
  /** That relative paths begin at. Default: the current folder. */
  root: z.string().min(1).optional(),
})

export type ConformanceOptions = z.input<typeof optionsSchema>
export type ResolvedConformance = Omit<z.output<typeof optionsSchema>, 'adapter' | 'root'> & {
  adapter: string
  root: string
}

/** @throws ConfigurationError */
export function resolveConformance(given: ConformanceOptions): ResolvedConformance {
  const checked = check(optionsSchema, given)
  if (!('data' in checked))
    throw new ConfigurationError(
      checked.faults.map(({ path, text }) =>
        path ? `conformance: \`${path}\` ${text}` : `what conformance(…) is given ${text}`,
      ),
    )
  const { adapter, root = process.cwd(), ...rest } = checked.data
  const text = String(adapter)
  return { ...rest, root, adapter: text.startsWith('file:') ? fileURLToPath(text) : text }
}
