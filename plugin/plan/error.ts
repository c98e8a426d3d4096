/** What the user has to mend in the configuration, the suites or the store before anything can run. */
import { inspect } from 'node:util'

export class ConfigurationError extends Error {
  override get name() {
    return 'ConfigurationError'
  }

  readonly #problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? `harnessbench: ${problems[0]}`
        : `harnessbench: ${problems.length} problems\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.#problems = problems
    // Where in our code it was thrown would only hide the message.
    this.stack = this.message
  }

  get problems(): readonly string[] {
    return this.#problems
  }

  /** Vitest shows errors of a config file as Node would inspect them. */
  [inspect.custom](): string {
    return this.message
  }
}
