/** The order of files, and shards: assertion files stay whole, their samples are divided. Main process. */
import type {
  TestProject,
  TestSequencer,
  TestSequencerConstructor,
  TestSpecification,
} from 'vitest/node'

/**
 * @param Base what the user or Vitest chose, still used for all other projects
 * @returns a sequencer that never leaves a bench file out of a shard, and begins with regress files:
 *   they need every sample, so that all are asked for at once
 */
export function benchSequencer(
  Base: TestSequencerConstructor,
  project: TestProject,
): TestSequencerConstructor {
  const isOurs = (file: TestSpecification) => file.project === project
  const rank = (file: TestSpecification) =>
    isOurs(file) && !/[\\/]regress[\\/]/.test(file.moduleId) ? 1 : 0

  return class implements TestSequencer {
    readonly #base: TestSequencer

    constructor(...args: ConstructorParameters<TestSequencerConstructor>) {
      this.#base = new Base(...args)
    }

    async shard(files: TestSpecification[]) {
      const others = files.filter((file) => !isOurs(file))
      const rest = others.length > 0 ? await this.#base.shard(others) : []
      return [...files.filter(isOurs), ...rest]
    }

    async sort(files: TestSpecification[]) {
      const sorted = await this.#base.sort(files)
      return sorted.toSorted((a, b) => rank(a) - rank(b))
    }
  }
}
