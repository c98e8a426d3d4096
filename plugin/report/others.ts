/**
 * Vitest's default reporter for everything but the assertions of agents: other projects, files of the
 * suite that do not compile, errors outside any test. Main process.
 */
import type { RunnerTestFile, SerializedError } from 'vitest'
import type {
  TestCase,
  TestModule,
  TestRunEndReason,
  TestSpecification,
  TestSuite,
} from 'vitest/node'
import { DefaultReporter } from 'vitest/node'
import { isForTheUser } from '../refusal.ts'
import { sessionOf } from '../session.ts'

export class OthersReporter extends DefaultReporter {
  constructor() {
    super({ summary: false })
  }

  #tellsOf(module: TestModule): boolean {
    return !sessionOf(module.project) || isBroken(module)
  }

  override onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    super.onTestRunStart(specifications.filter(({ project }) => !sessionOf(project)))
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

  override onTestSuiteResult(suite: TestSuite): void {
    if (this.#tellsOf(suite.module)) super.onTestSuiteResult(suite)
  }

  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason,
  ): void {
    const told = modules.filter((module) => this.#tellsOf(module))
    const isEmpty = modules.length === 0 && errors.length === 0
    const refusals = errors.filter(isForTheUser)
    const rest = errors.filter((error) => !isForTheUser(error))
    for (const { message } of refusals) this.error(`\n${message}\n`)
    if (told.length > 0 || rest.length > 0 || isEmpty) super.onTestRunEnd(told, rest, reason)
  }

  // Watch mode also tells of files that failed before.

  override onWatcherStart(files = this.ctx.state.getFiles(), errors?: unknown[]): void {
    // The controls' problems are told apart.
    const isRefused = this.ctx.projects.some((project) => sessionOf(project)?.refused)
    super.onWatcherStart(
      files.filter(this.#tellsOfFile),
      isRefused ? [new Error('refused')] : errors,
    )
  }

  override printTestModule(module: TestModule): void {
    if (this.#tellsOf(module)) super.printTestModule(module)
  }

  override onWatcherRerun(files: string[], trigger?: string): void {
    super.onWatcherRerun(files, trigger)
    this.failedUnwatchedFiles = this.failedUnwatchedFiles.filter((module) => this.#tellsOf(module))
  }

  #tellsOfFile = (file: RunnerTestFile): boolean => {
    const module = this.ctx.state.getReportedEntity(file)
    return module?.type !== 'module' || this.#tellsOf(module)
  }
}

/** The file itself or a hook in it failed, not an assertion. */
export function isBroken(module: TestModule): boolean {
  return [module, ...module.children.allSuites()].some((entity) => entity.errors().length > 0)
}
