/**
 * The one shape of an adapter: a module that exports `run`, or `open`. Imported as `harnessbench/adapter`.
 * An adapter runs in a child process of its own, one for each attempt.
 */
import * as z from 'zod'
import type { WireName } from '../gateway/wire/wire.ts'
import { claimantSchema } from '../record/schema.ts'
import type { TraceInput } from '../trace/schema.ts'

export type { TraceInput } from '../trace/schema.ts'

const count = z.int().nonnegative()

/** What an adapter may return. What is left out is unknown, which is not 0. */
export const metadataSchema = z.strictObject({
  /** The model that answered. */
  model: z.string().min(1).optional(),
  /** Model calls. */
  calls: count.optional(),
  tokens: z
    .strictObject({ input: count, output: count, cacheRead: count, cacheWrite: count })
    .partial()
    .optional(),
  /** US dollars. */
  cost: z.number().nonnegative().optional(),
  /** Whose figures these are. */
  claimedBy: claimantSchema.default('harness'),
  /** The harness failed: why. The build is graded as it stands, marked `crashed`. */
  crashed: z.string().min(1).optional(),
})
/** Returned by `run`, and by a turn of a session; see {@link metadataSchema}. */
export type Metadata = z.input<typeof metadataSchema>

/** What an adapter is told beside the build and the brief. */
export interface Context {
  /** The condition's options, as the adapter's own `options` schema left them. */
  options: Record<string, unknown>
  /** The condition's model, if it names one. */
  model: string | null
  /** The whole environment that the harness may see. Also this process's own. */
  env: Record<string, string>
  /**
   * The providers' addresses as this sample must call them, by the provider's name, and the key to
   * send: every call is counted, and the real key is put in on the way. Only for a metered adapter.
   */
  gateway?: { urls: Record<string, string>; key: string }
  /** An empty folder outside the build for the harness's state; its HOME unless you pass yours. */
  home: string
  /** Aborted when the budget is used up; the processes that are left are killed shortly after. */
  signal: AbortSignal
  /**
   * Keeps what the harness printed, beside the sample. What else this process prints is kept as well
   * (`console.log`); only a program that inherits its standard output cannot be told from it, and moves
   * what is logged after: read such a program by a pipe.
   * @returns the byte at which it begins, for the `raw` of a trace's entry
   */
  log(text: string | Uint8Array): number
  /** Tells what the harness did, beside the sample, for whoever wants to read it. Never throws. */
  trace(entry: TraceInput): void
  /** Which sample this is. For controls and replays: a harness must not learn it. */
  sample: { suite: string; task: string; repetition: number; condition: string }
  /** The suite's folders. A harness must not learn them. */
  suite: { folder: string; seed: string; reference: string }
}

/** What is known of a condition before any of its samples is made. */
export interface Prospect {
  model: string | null
  /**
   * The providers that the gateway can reach, by name: the formats that each takes at its address, or
   * null where that is not known.
   */
  providers: Record<string, WireName[] | null>
}

/** What a module of an adapter exports, as names or as its default: `run`, or `open`, or both. */
export type Adapter = About & ((Runs & Partial<Opens>) | (Partial<Runs> & Opens))

interface About {
  /**
   * Changes when the adapter would act differently; part of the run fingerprint.
   * A function is asked once a run, and may look for a program and ask it; what it throws refuses the
   * condition. Default: a hash of the module's source.
   */
  version?: string | ((options: Record<string, unknown>) => string | Promise<string>)
  /** Checks and completes a condition's options; a zod schema will do. */
  options?: { parse(options: unknown): Record<string, unknown> }
  /**
   * Asked once a run, before anything is spent: throws where the condition cannot work, with what is
   * wrong and what to do; a {@link WrongOption} names the option.
   */
  check?(options: Record<string, unknown>, prospect: Prospect): void | Promise<void>
  /**
   * Absolute path of the program that `version` asks. Should it be replaced while a run goes on,
   * `version` is asked again, and nothing is measured with another one than the run began with.
   */
  program?(options: Record<string, unknown>): string
  /** Absolute files or folders whose content is part of what a run does, such as patches to replay. */
  inputs?(options: Record<string, unknown>, suite: Context['suite']): string[]
  /**
   * Options that only say where something is on this machine: no part of the run fingerprint, since
   * `version` tells what it is.
   */
  local?: readonly string[]
  /**
   * Whether its model calls go through `context.gateway`: a sample without one that succeeded is then
   * `unmeasured`. Default: no.
   */
  metered?: boolean | ((options: Record<string, unknown>) => boolean)
  /** False for an adapter that starts no program: nothing is then prepared for one. */
  spawns?: boolean
}

interface Runs {
  /**
   * Lets the harness work once.
   * @param build absolute folder that the harness may change; also the current folder
   * @param brief what is asked, byte for byte
   * @returns what the run used, as far as the harness tells
   * @throws Unmeasured when no verdict about the agent is possible; anything else is a crash
   */
  run(build: string, brief: string, context: Context): Promise<Metadata | undefined>
}

interface Opens {
  /** For a harness that can be talked to more than once. Without a `run` a sample is one turn of it. */
  open(build: string, context: Context): Promise<Session>
}

/** A conversation with a harness, which keeps what was said and done. */
export interface Session {
  /** Lets the harness work once. @returns what this turn used; throws what `run` throws */
  turn(text: string): Promise<Metadata>
  close(): Promise<void>
}

/** The apparatus or the provider failed, not the harness: the sample is tried again. */
export class Unmeasured extends Error {
  override name = 'Unmeasured'
}

/** Thrown by `check`: one option of the condition is wrong. */
export class WrongOption extends Error {
  override name = 'WrongOption'
  /** Its path in the condition: `model`, `options.path`. */
  readonly option: string

  constructor(option: string, message: string) {
    super(message)
    this.option = option
  }
}
