/**
 * The test runner of the bench project: tells the broker what the selected tests of a file need,
 * and waits for a build before its test begins, so that waiting is not test time. In a Vitest worker.
 */
import {
  inject,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  TestRunner,
} from 'vitest'
import { type CurrentFile, enterFile } from './builds.ts'
import { ask } from './client.ts'
import { UNGRADED, UngradedError } from './errors.ts'

export default class BenchRunner extends TestRunner {
  #files = new Map<string, CurrentFile>()
  #attached = new Map<string, string>()
  #unmeasured = new Map<string, string>()

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    // Failing is what is measured: no reason to stop the run, nor to ask until it passes.
    super(Object.assign(config, { bail: 0, retry: 0, repeats: 0 }))
  }

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
    const site = this.#siteOf(test)
    try {
      await TestRunner.getTestFn(test)()
    } catch (error) {
      if (site && (error as Error | undefined)?.name !== UNGRADED)
        this.#attached.set(test.id, await attachDiff(test, site.key))
      throw error
    } finally {
      const probed = site && this.#files.get(test.file.filepath)?.probed.get(site.key)
      if (probed && probed.size > 0) test.meta.harnessbenchSpawns = probed.has('run')
    }
  }

  async onTaskFinished(test: RunnerTestCase): Promise<void> {
    const diff = this.#attached.get(test.id)
    this.#attached.delete(test.id)
    const [error] = test.result?.errors ?? []
    if (diff && error && inject('harnessbenchShowDiffs'))
      error.diff = [error.diff, 'What the agent changed:', inColours(diff)]
        .filter(Boolean)
        .join('\n\n')
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

/** Keeps what the agent changed beside the failed comparison, whatever reporter tells of it. */
async function attachDiff(test: RunnerTestCase, key: string): Promise<string> {
  const diff = await ask('diff', { key })
  if (diff !== '')
    await test.context.annotate('what the agent changed', 'diff', {
      contentType: 'text/x-diff',
      body: new TextEncoder().encode(diff),
    })
  return diff
}

/** Vitest UI shows an attachment as a link only; in an error it shows lines and colours as they are. */
function inColours(diff: string): string {
  const lines = diff.split('\n')
  const shown = lines.slice(0, LONGEST_SHOWN).map((line) => {
    const colour = line.startsWith('+')
      ? 32
      : line.startsWith('-')
        ? 31
        : line.startsWith('@@')
          ? 36
          : 0
    return colour ? `\u001B[${colour}m${line}\u001B[39m` : line
  })
  const rest = lines.length - shown.length
  return [...shown, ...(rest > 0 ? [`… ${rest} more lines in the attachment`] : [])].join('\n')
}

/** Lines of a diff that are shown in an error. */
const LONGEST_SHOWN = 400

function selected(tasks: RunnerTask[]): RunnerTestCase[] {
  return tasks.flatMap((task) => {
    if (task.type === 'suite') return selected(task.tasks)
    return task.mode === 'run' || task.mode === 'queued' ? [task] : []
  })
}

declare module 'vitest' {
  interface TaskMeta {
    /** The assertion ran a command; set where it asked anything of a build. */
    harnessbenchSpawns?: boolean
  }
  interface ProvidedContext {
    harnessbenchPlan: import('../plan/plan.ts').ProvidedPlan
    harnessbenchBroker: string
    /** Something will show errors in a browser. */
    harnessbenchShowDiffs: boolean
  }
}
