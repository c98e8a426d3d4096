/**
 * Vitest's default reporter for everything but the assertions of agents: other projects, files of the
 * suite that do not compile, errors outside any test. Main process.
 */
import type { SerializedError } from 'vitest'
import type {
  TestCase,
  TestModule,
  TestProject,
  TestRunEndReason,
  TestSpecification,
} from 'vitest/node'
import { DefaultReporter } from 'vitest/node'
import { isForTheUser } from '../refusal.ts'

export class OthersReporter extends DefaultReporter {
  readonly #project: TestProject

  constructor(project: TestProject) {
    super({ summary: false })
    this.#project = project
  }

  #tellsOf(module: TestModule): boolean {
    return module.project !== this.#project || isBroken(module)
  }

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    super.onTestRunStart(specifications.filter(({ project }) => project !== this.#project))
  }

  override onTestModuleQueued(module: TestModule): void {
    if (this.#tellsOf(module)) super.onTestModuleQueued(module)
  }

  override onTestModuleCollected(module: TestModule): void {
    if (this.#tellsOf(module)) super.onTestModuleCollected(module)
  }

  override onTestModuleEnd(module: TestModule): void {
    if (this.#tellsOf(module)) super.onTestModuleEnd(module)
  }

  override onTestCaseReady(test: TestCase): void {
    if (this.#tellsOf(test.module)) super.onTestCaseReady(test)
  }

  override onTestCaseResult(test: TestCase): void {
    if (this.#tellsOf(test.module)) super.onTestCaseResult(test)
  }

  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason,
  ): void {
    const told = modules.filter((module) => this.#tellsOf(module))
    const refusals = errors.filter(isForTheUser)
    const rest = errors.filter((error) => !isForTheUser(error))
    for (const { message } of refusals) this.error(`\n${message}\n`)
    if (told.length > 0 || rest.length > 0) super.onTestRunEnd(told, rest, reason)
  }
}

/** The file itself failed, not an assertion in it. */
export function isBroken(module: TestModule): boolean {
  return module.errors().length > 0
}
