/** Does nothing: what every harness must beat, and a sample that goes through every check. */
import * as z from 'zod'

export const version = '1'
export const spawns = false
export const options = z.strictObject({})

export async function run() {
  return { calls: 0, cost: 0 }
}
