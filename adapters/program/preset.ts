/**
 * What a preset is: all that this benchmark knows of one harness, as data and small functions. The
 * driver beside this file does the rest: it finds the program and asks its version, gives every
 * session a fresh HOME, starts a turn, reads what is printed, stops it for good, and says how it ended.
 * In the adapter's process.
 *
 * How to write one: see ../pi.ts (one line of JSON an event) and ../codex.ts (usage that is
 * cumulative). The whole file is
 *
 *     export default programAdapter<Event>({
 *       name: 'pi', revision: '1',
 *       program: 'pi', package: '@earendil-works/pi-coding-agent', tried: '1.6.0',
 *       wires: { 'openai-chat': { word: 'openai-completions', base: '/v1' } },
 *       prepare: (place) => ({ env: { … }, files: { 'agent/models.json': '…' } }),
 *       turn: (place, { brief, session, first }) => ({ argv: ['-p'], stdin: brief }),
 *       read(event, sink) { if (event.type === 'message') sink.message(event.text) },
 *     })
 *
 * and its name goes into `builtInAdapters` in plugin/run/conditions.ts. A new fact about a program
 * that changes what it does bumps `revision`: stored samples are stale then.
 */
import type * as z from 'zod'
import type { WireName } from '../../plugin/gateway/wire/wire.ts'
import type { Sink } from './telling.ts'

export type { Sink, Used } from './telling.ts'

/** Formats that a model can be called in; the gateway meters all of them. */
export type Wire = Exclude<WireName, 'none'>

export interface Preset<Event = unknown> {
  /** As conditions call the adapter, and as the trace calls the agent. */
  name: string
  /** Of this preset; bumped when it would act differently. */
  revision: string
  /** Name of the executable. */
  program: string
  /** Package on the npm registry that holds it, and the exact version that this was written with. */
  package: string
  tried: string
  /** How it is installed, where it is not on that registry. */
  install?: string
  /** Arguments by which the program says its version. Default: `--version`. */
  asksVersion?: string[]
  /**
   * The wires that it can speak, best first: `word` is its own name for the wire, `base` what it wants
   * between the gateway's address and the part of the path that it adds itself.
   */
  wires: Partial<Record<Wire, { word: string; base: '' | '/v1' | '/v1beta' }>>
  /** Options of this harness beside those that all presets have; see ./options.ts. */
  options?: z.ZodRawShape
  /** Configuration and state of one session, made once, before its first turn. */
  prepare(place: Place): Prepared | Promise<Prepared>
  /** How a turn is started: once for each, in a process of its own. */
  turn(place: Place, turn: Turn): Start
  /**
   * What standard output is: `events` is one JSON value a line, `document` one JSON value for the whole
   * turn (noise around it is skipped), `text` is not JSON: `read` gets each line as a string. Default:
   * `events`.
   */
  output?: 'events' | 'document' | 'text'
  /**
   * Turns what was printed into the common trace and the claim. What it does not know it leaves alone;
   * should it throw, the event is told in the trace as not understood, and the run goes on.
   */
  read(event: Event, sink: Sink): void
  /** The same with a line of standard error, for what is told nowhere else. */
  readError?(line: string, sink: Sink): void
  /**
   * After a turn's process has ended: what the program wrote of this turn into files of its own and did
   * not print, one JSON value a line. It is put behind its output, and read like it, before a `document`.
   */
  record?(place: Place): string[] | Promise<string[]>
  /** After a turn's process has ended: for what stands in files only, such as tokens. */
  after?(place: Place, sink: Sink): void | Promise<void>
  /** Its tool by which the model asks the user: what it is called with is told as a question. */
  asksBy?: string
  /** The program always says that it is done (`sink.stop`): one that ends without has failed. */
  tellsItsEnd?: boolean
  /** Why a turn with this end failed; null where it did not. Default: any code but 0, any signal. */
  failure?(end: End): string | null
  /** The same program over the Agent Client Protocol, which `options.door: 'acp'` then chooses. */
  acp?(place: Place): Start
  /**
   * What is said over the protocol for a brief, where the agent would take some of it for a word to
   * itself. What cannot be kept from that is no brief for it: throw Unmeasured. Default: the brief.
   */
  say?(place: Place, brief: string): Pick<Start, 'files'> & Said
  /** The mode of its own that a session is put into (`session/set_mode`). Default: as it begins. */
  acpMode?(place: Place): string | undefined
  /** How it counts there. */
  acpCounts?: Counting
  /**
   * After a turn over the protocol that ended well, as the agent says: why it failed all the same, as
   * its own files have it; null where it did not.
   * @param session the agent's id of it
   */
  acpFailure?(place: Place, session: string): string | null | Promise<string | null>
  /** Which door is used unless `options.door` says so. Default: `cli`. */
  door?: Door
  /**
   * Files and folders of instructions that it looks for in all folders above the build as well, whatever
   * it is told: with one there, no sample is measured. `withoutGit` are those of which it stops looking
   * at the root of a repository.
   */
  readsAbove?: { always?: string[]; withoutGit?: string[] }
  /**
   * For the tables in the docs: paths that it leaves in a build, what it calls a model for beside the
   * conversation (metered like all else), hosts that it would look up.
   */
  leaves?: string[]
  asides?: string[]
  lookups?: Lookup[]
}

export type Door = 'cli' | 'acp'

export interface Said {
  text: string
  /** Said before it, and marked as not for the model: for agents that look at how a prompt begins. */
  aside?: string
}

/** What an agent's figures mean, which its protocol leaves open. Default: neither. */
export interface Counting {
  /** Its input tokens hold those from and into a cache. */
  cachedInside?: boolean
  /** They are those of the whole session so far. */
  cumulative?: boolean
  /** They are those of a turn’s last model call: no claim. */
  lastCallOnly?: boolean
  /** They stand with each answer of the model (`_meta.usage`), and not at the end. */
  perCall?: boolean
}

export interface Lookup {
  /** By what it is for: `usage statistics`, `the npm registry`. */
  role: string
  /** How this preset switches it off; null where nothing does. */
  off: string | null
}

/** Where and with what a session works. */
export interface Place {
  /** Absolute folder that the harness may change; the current folder of its process. */
  build: string
  /** Absolute, empty, this session's own; its HOME. `files` are below it. */
  home: string
  /** What stands before and after the first slash of the condition's model. */
  provider: string
  model: string
  wire: Wire
  /** The harness's own word for the wire. */
  word: string
  /** The gateway's address for the provider, with the wire's `base` at its end. */
  url: string
  key: string
  /** The condition's options, checked. */
  options: Record<string, unknown> & { args: string[]; env: Record<string, string> }
}

export interface Prepared {
  /** Variables beside those of `context.env` and HOME; `options.env` goes over them. */
  env?: Record<string, string>
  /** Path below `place.home` to content. */
  files?: Record<string, string>
}

export interface Turn {
  /** Byte for byte what the user says. */
  brief: string
  /** From 1. */
  number: number
  /** The first turn of its session. */
  first: boolean
  /** A fresh UUID for the session, for programs that let the caller choose. */
  fresh: string
  /** The program's own id of the session, as `sink.session` last said; null until then. */
  session: string | null
}

/** A process to start. The program itself is put before `argv`, and `options.args` after it. */
export interface Start {
  argv: string[]
  /**
   * Arguments that must stay last, such as the brief: behind `options.args`. One that is longer than
   * the system takes is told before anything is started.
   */
  last?: string[]
  /** Whole standard input; it is empty where left out. */
  stdin?: string
  env?: Record<string, string>
  /** Path below `place.home` to content: written before this turn. */
  files?: Record<string, string>
}

/** How a turn's process ended. */
export interface End {
  exitCode: number | null
  signal: string | null
  /** The last lines of standard error. */
  stderr: string
  /** Reason that was told by `sink.stop`. */
  stop: string | null
  /** Last message that was told by `sink.failed`, unless `sink.recovered` took it back. */
  failed: string | null
}
