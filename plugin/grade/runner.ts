/**
 * The test runner of the bench project: tells the broker what the selected tests of a file need,
 * and waits for a build before its test begins, so that waiting is not test time. In a Vitest worker.
 */
import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { type CurrentFile, enterFile } from './builds.ts'
import { ask } from './client.ts'
import { UNGRADED, UngradedError } from './errors.ts'

export default class BenchRunner extends TestRunner {
  #files = new Map<string, CurrentFile>()
  #unmeasured = new Map<string, string>()

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart?.(file)
    const current = enterFile(file.filepath)
    if (current) this.#files.set(file.filepath, current)
  }

  async onBeforeRunFiles(files: RunnerTestFile[]): Promise<void> {
    const keys = files.flatMap((file) =>
      selected(file.tasks).flatMap((test) => this.#siteOf(test)?.key ?? []),
    )
    if (keys.length > 0) await ask('want', { keys })
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const site = this.#siteOf(test)
    if (site && (test.mode === 'run' || test.mode === 'queued')) {
      const { reason } = await ask('build', { key: site.key })
      if (reason !== null) this.#unmeasured.set(test.id, reason)
    }
    await super.onBeforeRunTask?.(test)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const reason = this.#unmeasured.get(test.id)
    if (reason !== undefined) throw new UngradedError(`this sample is unmeasured: ${reason}`)
    try {
      await TestRunner.getTestFn(test)()
    } catch (error) {
      const site = this.#siteOf(test)
      if (site && (error as Error | undefined)?.name !== UNGRADED) await attachDiff(test, site.key)
      throw error
    }
  }

  #siteOf(test: RunnerTestCase) {
    const sites = this.#files.get(test.file.filepath)?.sites
    for (let suite = test.suite; sites && suite; suite = suite.suite) {
      const site = sites.get(suite.name)
      if (site) return site
    }
    return undefined
  }
}

/** So that what the agent changed stands beside the failed comparison, in Vitest UI and reports. */
async function attachDiff(test: RunnerTestCase, key: string): Promise<void> {
  const diff = await ask('diff', { key })
  if (diff === '') return
  await test.context.annotate('what the agent changed', 'diff', {
    contentType: 'text/x-diff',
    body: new TextEncoder().encode(diff),
  })
}

function selected(tasks: RunnerTask[]): RunnerTestCase[] {
  return tasks.flatMap((task) => {
    if (task.type === 'suite') return selected(task.tasks)
    return task.mode === 'run' || task.mode === 'queued' ? [task] : []
  })
}

declare module 'vitest' {
  interface ProvidedContext {
    harnessbenchPlan: import('../plan/plan.ts').ProvidedPlan
    harnessbenchBroker: string
  }
}
