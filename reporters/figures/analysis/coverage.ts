/** Solved by one condition and lost by the other, block by block and by name; main process. */
import { mcNemarExact } from '../../../plugin/stats/index.ts'
import type { Coverage, Family } from '../analysis.ts'
import { adjustTogether } from './compare.ts'
import type { PairOfConditions } from './pairs.ts'
import { type Block, isSolved } from './readings.ts'

export function coverageOf(
  pairs: readonly PairOfConditions[],
  blocks: readonly Block[],
): { coverage: Coverage[]; families: Family[] } {
  const family = 'coverage'
  const drafts = pairs.map(([b, a]) => ({ a, b, ...counted(a, b, blocks), family }))
  const { tests, families } = adjustTogether(family, drafts)
  return { coverage: tests, families }
}

function counted(a: string, b: string, blocks: readonly Block[]) {
  const asked = blocks.filter(({ readings }) => readings.has(a) && readings.has(b))
  const gained: string[] = []
  const lost: string[] = []
  let both = 0
  let neither = 0
  for (const { task, repetition, readings } of asked) {
    const [before, after] = [isSolved(readings.get(a)), isSolved(readings.get(b))]
    if (before === null || after === null) continue
    const name = `${task} #${repetition}`
    if (after && !before) gained.push(name)
    else if (before && !after) lost.push(name)
    else if (before) both++
    else neither++
  }
  const union = both + gained.length + lost.length
  const n = union + neither
  const p = n > 0 ? mcNemarExact(gained.length, lost.length) : null
  return { gained, lost, both, union, neither, n, of: asked.length, p }
}
