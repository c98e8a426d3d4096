/** The shape of a dialect: how one harness's tools are asked to do what a script says. Main process. */
import type { Acts } from './acts.ts'
import type { Place } from './place.ts'

/** A call of a harness's tool. */
export interface Call {
  name: string
  input: Record<string, unknown>
}

export interface Dialect {
  /** The harness that speaks it. */
  name: string
  /**
   * Tools, each with some of its parameters, that a request must offer to be of this harness and in
   * its main conversation.
   */
  offers: Record<string, string[]>
  says: { [Name in keyof Acts]: (input: Acts[Name], place: Place) => Call | Call[] }
}

/** A call, without the arguments that are not given. */
export function call(name: string, input: Record<string, unknown>): Call {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return { name, input: Object.fromEntries(given) }
}

/** A text as a regular expression that finds just it, in the syntax that all of them have. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
