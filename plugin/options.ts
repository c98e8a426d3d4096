/** The plugin's options: one schema, its defaults, and errors that name an option by its path. */
import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { levelSchema } from '../reporters/figures/plan.ts'
import { priceTableSchema } from './gateway/price-table.ts'
import { ConfigurationError } from './plan/error.ts'
import { type Condition, expandConditions } from './plan/factors.ts'
import { check } from './plan/fault.ts'
import { nameSchema } from './plan/name.ts'
import { defaultIgnore } from './tree/ignore.ts'

const suiteSchema = z.union([
  z.string().min(1),
  z.strictObject({
    /** The suite's folder, relative to the project's root. */
    folder: z.string().min(1),
    /** Default: the folder's own name. */
    name: nameSchema.optional(),
    /** Default: `seed/<name>`. */
    seed: z.string().min(1).optional(),
    /** Default: `reference/<name>`. */
    reference: z.string().min(1).optional(),
  }),
])

const conditionSchema = z.strictObject({
  name: nameSchema,
  /** A built-in adapter's name, a path that starts with a dot, or a package's module. */
  adapter: z.string().min(1),
  /** What the adapter is given; must survive JSON. */
  options: z.record(z.string(), z.json()).default({}),
  model: z.string().min(1).optional(),
  /** Names of variables of your environment that the harness may see. */
  passEnv: z.array(z.string().min(1)).default([]),
  /**
   * Options of the adapter, each with the values that it is given in turn: the condition becomes one for
   * every combination, called `<name>.plain`, `<name>.map`, `<name>.map-plan`, `<name>.tools_minimal`.
   */
  factors: z.record(nameSchema, z.array(levelSchema).min(1)).optional(),
  /** Which of those combinations are measured, by name. Default: all. */
  fraction: z.array(z.string()).min(1).optional(),
  /** What the condition has on and off, where no option of the adapter says it: described, not set. */
  levels: z.record(nameSchema, levelSchema).optional(),
  /** Measure it a second time as `<name>.twin`: nothing may come out different (A/A). */
  twin: z.boolean().default(false),
})
export type DeclaredCondition = z.output<typeof conditionSchema>

const limits = {
  /** Model calls that the gateway lets through. */
  calls: z.int().positive().optional(),
  /** Tokens of all kinds together. */
  tokens: z.int().positive().optional(),
  /** US dollars, by the price table. */
  dollars: z.number().positive().optional(),
}

const providerSchema = z.strictObject({
  /** Where calls go, without what a client adds (`/v1/…`). */
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://api.example.com' })
    .refine(hasOnlyAPlace, 'must hold nothing but scheme, host and path'),
  /**
   * Name of the variable in your environment that holds the key. Any program of the same user may read
   * what a process was started with (`/proc/<pid>/environ` on Linux): where a harness is not to be
   * trusted, let the config read it from a file, by `process.loadEnvFile(…)`.
   */
  keyFrom: z.string().min(1).optional(),
  /** Header that carries the key. */
  auth: z.enum(['bearer', 'x-api-key', 'x-goog-api-key', 'none']).default('bearer'),
  /** Calls are recorded in a folder, or answered from it for nothing. */
  cassette: z
    .strictObject({ folder: z.string().min(1), mode: z.enum(['record', 'replay']) })
    .optional(),
})

/** A key does not belong there, nor would a query reach the provider. */
function hasOnlyAPlace(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { search, hash, username, password } = new URL(address)
  return !search && !hash && !username && !password
}

const fraction = z.number().min(0).max(1)

export const optionsSchema = z.strictObject({
  /** Names the set of samples in the store and in records. */
  experiment: nameSchema.default('default'),
  /** Suite folders. Default: every folder below `bench/`. */
  suites: z.array(suiteSchema).min(1).optional(),
  /** What is measured. Default: the adapter that does nothing. */
  conditions: z
    .array(conditionSchema)
    .min(1)
    .prefault([{ name: 'nothing', adapter: 'nothing' }]),
  /** Samples per condition and task. */
  repetitions: z.int().min(1).default(3),
  /** Of the random order in which samples are run. Default: the experiment's name. */
  seed: z.string().min(1).optional(),
  /** A YAML file of what is expected to come out, relative to the project's root. */
  predictions: z.string().min(1).optional(),
  /** Samples that are run at once. */
  concurrency: z.int().min(1).default(Math.min(2, availableParallelism())),
  budgets: z
    .strictObject({
      /** Wall-clock seconds that a harness may take for one sample. */
      seconds: z.number().positive().max(2_000_000).default(1800),
      ...limits,
      /** For all samples of the experiment together, earlier runs included. */
      total: z.strictObject({ ...limits, seconds: z.number().positive().optional() }).default({}),
    })
    .prefault({}),
  /** Where models are, by the name that stands before the slash in `model`; over those known. */
  providers: z.record(nameSchema, providerSchema).default({}),
  /** Prices over the bundled table. */
  prices: priceTableSchema.default([]),
  /** Keep requests to models and their answers beside the calls. */
  keepBodies: z.boolean().default(false),
  /** Where attempts and records are kept, relative to the project's root. */
  store: z.string().min(1).default('.harnessbench'),
  /** Run every selected sample again, whatever the store holds. */
  fresh: z.boolean().default(false),
  /** The run fails when a condition's mean is below. */
  thresholds: z
    .strictObject({ change: fraction.optional(), regress: fraction.optional() })
    .default({}),
  /** Further attempts at a sample that the apparatus or the provider failed. */
  retries: z.int().min(0).max(20).default(2),
  /** What does not belong to a tree: never copied, hashed, diffed or called litter. */
  ignore: z.array(z.string().min(1)).default([...defaultIgnore]),
  /** Limits of one probe of a build. */
  probes: z
    .strictObject({
      seconds: z.number().positive().max(2_000_000).default(180),
      concurrency: z.int().min(1).default(availableParallelism()),
    })
    .prefault({}),
  /** Give the agent a git repository with a single commit. */
  git: z.boolean().default(true),
})

/** What a config file writes. */
export type HarnessBenchOptions = z.input<typeof optionsSchema>
/** The same with every default filled in, and factors expanded to conditions. */
export type ResolvedOptions = Omit<z.output<typeof optionsSchema>, 'conditions' | 'seed'> & {
  conditions: Condition[]
  seed: string
}

/**
 * Fills in defaults, and makes the conditions of a factorial.
 * @throws ConfigurationError that lists every wrong option by its path.
 */
export function resolveOptions(input: unknown): ResolvedOptions {
  const checked = check(optionsSchema, input ?? {})
  if ('data' in checked) {
    const { data } = checked
    return {
      ...data,
      conditions: expandConditions(data.conditions),
      seed: data.seed ?? data.experiment,
    }
  }
  throw new ConfigurationError(
    checked.faults.map(({ path, text }) =>
      path ? `option \`${path}\` ${text}` : `what harnessBench(…) is given ${text}`,
    ),
  )
}
