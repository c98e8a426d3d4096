/** What a promise is: a sentence, and who judges whether an adapter keeps it. Any process. */
import type { Case } from './cases.ts'
import type { HostileName } from './hostile.ts'
import type { Laboratory, Observed } from './laboratory.ts'
import type { Changes } from './surroundings.ts'

export interface Verdict {
  promise: string
  /** null: it does not apply, or could not be seen here. */
  held: boolean | null
  /** What was seen. */
  why: string
  /** Why it is known not to be kept. */
  known?: string
}

export type Judged = Omit<Verdict, 'promise' | 'known'>

/** All that was seen of one adapter, and how to see more. */
export interface Seen {
  condition: Laboratory['condition']
  secrets: Laboratory['secrets']
  /** Undefined where that case was left out. */
  of(one: Case): Observed | undefined
  /** Undefined where it was not driven. */
  hostile(name: HostileName): Observed | undefined
  /** Of the cases, in order. */
  all: Observed[]
  /** What changes around us while nothing of ours runs. */
  noise: Changes
  /** What is written when these are tried again in a room of its own; null where that cannot be had. */
  inRoom(cases: string[], gone: Iterable<string>): Promise<string[] | null>
}

export interface Promised {
  promise: string
  /** What has to be tried for it. */
  tries: readonly Case[] | HostileName
  judge(seen: Seen): Judged | Promise<Judged>
}

export const held = (why: string): Judged => ({ held: true, why })
export const broken = (why: string): Judged => ({ held: false, why })
export const unseen = (why: string): Judged => ({ held: null, why })

export function ended({ attempt: { outcome, reason } }: Observed): string {
  return reason === null ? outcome : `${outcome}: ${reason}`
}

/** What whoever wrote the adapter has to look at; null where there is nothing. */
export function complaint({ promise, held, why, known }: Verdict): string | null {
  if (held === false && known === undefined) return `${promise}: ${why}`
  if (held && known !== undefined)
    return `${promise}: it is kept (${why}); take it out of \`except\``
  return null
}
