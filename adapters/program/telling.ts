/** The shape of what a preset's `read` tells of the events that it understood. In the adapter's process. */
import type { TraceEntry } from '../../plugin/trace/schema.ts'

/** Any number that is missing, not finite or negative is unknown; nothing is made of it. */
export interface Used {
  /** Tokens that no cache took. Where the harness counts cached ones in, give `prompt` instead. */
  input?: number | undefined
  /** All tokens of the input, those from and into a cache included. */
  prompt?: number | undefined
  output?: number | undefined
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
  /** US dollars, where the harness knows its prices. */
  cost?: number | undefined
  /**
   * Model calls that this stands for: 1 for `usage` and unknown for `usageSoFar` where left out;
   * `undefined` says that it is unknown.
   */
  calls?: number | undefined
}

type Told<K extends TraceEntry['kind']> = Omit<
  Extract<TraceEntry, { kind: K }>,
  'kind' | 'at' | 'turn' | 'raw'
>

/** Takes what `read` understood; writes the trace, and sums up the claim. */
export interface Sink {
  /**
   * When what this event tells of happened, where it says so (ISO 8601, or milliseconds as of
   * `Date.now()`): for events that are read later than that. Default: now.
   */
  happened(at: string | number): void
  /** A whole text: parts of a stream go to `messagePart`, and are put together. */
  message(text: string): void
  messagePart(text: string): void
  reasoning(text: string): void
  reasoningPart(text: string): void
  /** `at` where the event tells its own time (ISO 8601, or milliseconds as of `Date.now()`). */
  toolStart(id: string, name: string, args: unknown, at?: string | number): void
  /** One that was never started by `toolStart` is named here; `durationMs` where it is told. */
  toolEnd(
    id: string,
    end: {
      result?: unknown
      isError?: boolean | undefined
      denied?: boolean | undefined
      durationMs?: number | undefined
      name?: string | undefined
      args?: unknown
    },
  ): void
  plan(steps: Told<'plan'>['steps']): void
  question(asked: Told<'question'>): void
  permission(asked: Told<'permission'>): void
  compaction(tokens?: Told<'compaction'>): void
  /**
   * What one model call used; they are added up.
   * @param id by which repeated frames are known: the last one counts. Null where each comes once.
   */
  usage(id: string | null, used: Used): void
  /** What the whole session used so far: what earlier turns used is subtracted. */
  usageSoFar(used: Used): void
  /** The model that answered. */
  model(name: string): void
  /** The program's own id of the session, by which the next turn goes on. */
  session(id: string): void
  /**
   * What an exit code may hide: the turn has failed unless more is said afterwards.
   * @param ofProvider it was the model's fault, or the way to it: no verdict where nothing succeeded
   */
  failed(message: string, ofProvider?: boolean): void
  /** A retry went well: what `failed` said last is no longer so. */
  recovered(): void
  /** Told in the trace, and of no consequence. */
  error(message: string): void
  /** The turn is done, in the harness's own word. */
  stop(reason: string): void
}
