/**
 * The technique `steer`: the model is nudged when its steps come to an end, and when it described what
 * it would do but did not do it. In the adapter's process.
 */

import { hashTree } from '../../../plugin/tree/hash.ts'
import { defaultIgnore, ignoring } from '../../../plugin/tree/ignore.ts'

/** Steps at the end in which the model is reminded how many are left. */
const REMINDED = 3

/** In one turn. */
export const MOST_NUDGES = 2

/**
 * @param last the tool that ends the work
 * @returns what is to be added to a tool's answer
 */
export function reminder(left: number, last: string): string {
  if (left > REMINDED) return ''
  if (left === 0) return '\n[That was your last step.]'
  return `\n[${left === 1 ? 'One step is' : `${left} steps are`} left: come to an end, and call ${last}.]`
}

export const nudge =
  'Nothing has been changed in the project. Do what you described, with your tools, and call `finish` when it is done. If nothing is to be changed, call `finish` and say why.'

/** By it is seen whether the project was changed: by what is there, not by which tools were called. */
export function stateOf(build: string): Promise<string> {
  return hashTree(build, ignoring(defaultIgnore))
}
