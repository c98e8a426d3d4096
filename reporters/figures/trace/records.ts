/** Which records went into a figure, by what it is of; main process. */
import { blocksOf, fractionOf, isSolved, type Reading, readingsOf } from '../analysis/readings.ts'
import { isDoubted } from '../contradictions.ts'
import { type Asked, sampleKey } from '../sample.ts'

/** What must be known of a sample for its record to be in a figure. */
const uses = {
  asked: () => true,
  measured: ({ measured }: Reading) => measured !== undefined,
  usage: ({ measured }: Reading) => measured !== undefined && !isDoubted(measured, 'usage'),
  change: (reading: Reading) => fractionOf(reading, 'change') !== null,
  regress: (reading: Reading) => fractionOf(reading, 'regress') !== null,
  graded: ({ trusted }: Reading) => trusted !== undefined,
  solved: (reading: Reading) => isSolved(reading) !== null,
} satisfies Record<string, (reading: Reading) => boolean>
export type Use = keyof typeof uses

export interface Records {
  /** @param conditions null: all; @param task null: all */
  of(use: Use, conditions: readonly string[] | null, task: string | null): readonly string[]
  /** As {@link of}, of blocks in which it is known of all the conditions. */
  inBlocks(use: Use, conditions: readonly string[], task: string | null): readonly string[]
}

export function recordsOf(asked: readonly Asked[]): Records {
  const readings = readingsOf(asked)
  const blocks = blocksOf(readings)
  const known = new Map<string, readonly string[]>()
  /** By content, as most figures are of the same few sets of samples. */
  const sets = new Map<string, readonly string[]>()
  const remember = (key: unknown[], make: () => Reading[]): readonly string[] => {
    const text = JSON.stringify(key)
    let found = known.get(text)
    if (!found) {
      const keys = make().map(sampleKey)
      const content = keys.join()
      found = sets.get(content) ?? keys
      sets.set(content, found)
      known.set(text, found)
    }
    return found
  }
  return {
    of: (use, conditions, task) =>
      remember([use, conditions, task], () =>
        readings.filter(
          (reading) =>
            (conditions === null || conditions.includes(reading.condition)) &&
            (task === null || reading.task === task) &&
            uses[use](reading),
        ),
      ),
    inBlocks: (use, conditions, task) =>
      remember(['blocks', use, conditions, task], () =>
        blocks
          .filter((block) => task === null || block.task === task)
          .map((block) => conditions.flatMap((condition) => block.readings.get(condition) ?? []))
          .filter((own) => own.length === conditions.length && own.every(uses[use]))
          .flat(),
      ),
  }
}
