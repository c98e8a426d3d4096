/** The bench project's reporter: live progress, records, tables, and the exit code. Main process. */
import type { SerializedError } from 'vitest'
import type {
  Reporter,
  TestCase,
  TestModule,
  TestProject,
  TestRunEndReason,
  TestSpecification,
  Vitest,
} from 'vitest/node'
import { figures, type Plan } from '../../reporters/figures.ts'
import { writeJsonl } from '../../reporters/jsonl.ts'
import { createProgress, type Progress } from '../../reporters/progress.ts'
import { controlTable, suiteTable } from '../../reporters/terminal.ts'
import { sampleKey } from '../plan/plan.ts'
import type { SampleRecord } from '../record/schema.ts'
import type { Samples } from '../run/samples.ts'
import type { Session } from '../session.ts'
import { isBroken } from './others.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { unmet } from './thresholds.ts'

export class BenchReporter implements Reporter {
  readonly #session: Session
  readonly #project: TestProject
  readonly #show: { tables: boolean; progress: boolean }
  #recorder: Recorder
  #vitest: Vitest | undefined
  #progress: Progress | undefined
  /** Some file of the suites is part of this run. */
  #isAsked = false
  #exitCodeBefore: typeof process.exitCode

  constructor(
    session: Session,
    project: TestProject,
    show: { tables: boolean; progress: boolean },
  ) {
    this.#session = session
    this.#project = project
    this.#show = show
    this.#recorder = createRecorder(session)
    session.watcher = {
      controlsStarted: (suite) => this.#say(`${suite}: running the controls …`),
      samplesOpened: (runs) => this.#watch(runs),
    }
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    this.#isAsked = specifications.some(({ project }) => project === this.#project)
    this.#exitCodeBefore = process.exitCode
    this.#recorder = createRecorder(this.#session)
  }

  onTestCaseResult(test: TestCase): void {
    if (test.project === this.#project) this.#recorder.take(test)
  }

  async onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason,
  ): Promise<void> {
    this.#progress?.stop()
    this.#progress = undefined
    if (!this.#isAsked) return
    const session = this.#session
    if (session.refused || !session.runs || !session.store) {
      process.exitCode = 1
      return
    }
    const records = await this.#recorder.write()
    await writeJsonl(session.store.file(`${session.options.experiment}.jsonl`), records)
    const shown = figures(this.#plan(), records)
    if (this.#show.tables) this.#print(shown, records)

    const complaints = [
      ...unmeasured(session.runs),
      ...ungraded(records, session.runs),
      ...unmet(shown, session.options.thresholds),
    ]
    if (this.#show.tables) for (const complaint of complaints) this.#say(complaint)
    const others = modules.some((module) => module.project !== this.#project && !module.ok())
    const broken = modules.some((module) => module.project === this.#project && isBroken(module))
    const erred = errors.length > 0 && !this.#vitest?.config.dangerouslyIgnoreUnhandledErrors
    // Failed assertions are what is measured: by themselves they do not fail the run.
    process.exitCode =
      complaints.length > 0 || others || broken || erred || reason === 'interrupted'
        ? 1
        : this.#exitCodeBefore
  }

  #plan(): Plan {
    const { options, suites, planned, samples } = this.#session
    return {
      experiment: options.experiment,
      suites: suites.map(({ name, tasks }) => ({ name, tasks: tasks.map((task) => task.name) })),
      conditions: options.conditions.map(({ name }) => name),
      repetitions: options.repetitions,
      ...(samples.length < planned.length ? { selected: samples } : {}),
    }
  }

  #print(shown: ReturnType<typeof figures>, records: SampleRecord[]): void {
    const look = { color: process.stdout.isTTY === true && !process.env.NO_COLOR }
    for (const report of this.#session.controls ?? [])
      this.#say(`\n${controlTable(report, { ...look, remembered: report.remembered })}`)
    if (records.length > 0)
      for (const { suite } of shown.suites) this.#say(`\n${suiteTable(shown, suite, look)}`)
  }

  #watch(runs: Samples): void {
    const { events } = runs
    if (!this.#show.progress) return
    const unmade = new Set<string>()
    events.on('note', (text) => this.#say(text))
    events.on('queued', (sample) => {
      unmade.add(sampleKey(sample))
      this.#progress ??= createProgress({
        stream: process.stdout,
        isTTY: process.stdout.isTTY === true,
        total: null,
        others: process.stderr.isTTY ? [process.stderr] : [],
      })
      this.#progress.waiting(sample)
    })
    events.on('started', (sample) => this.#progress?.started(sample))
    events.on('ended', (sample, readiness) => {
      if (!unmade.delete(sampleKey(sample))) return
      const { attempt } = readiness
      if (readiness.state === 'ready' && readiness.stored)
        this.#say(`${sampleKey(sample)}: another run has made it, and paid for it`)
      this.#progress?.ended(sample, {
        outcome: attempt?.outcome ?? 'unmeasured',
        cost: readiness.state === 'ready' && readiness.stored ? 0 : (attempt?.usage.cost ?? null),
        seconds: attempt?.seconds ?? 0,
        left: unmade.size,
      })
    })
  }

  #say(text: string): void {
    if (this.#vitest) this.#vitest.logger.log(text)
    else console.log(text)
  }
}

/** Samples that were asked for and have no build. */
function unmeasured(runs: Samples): string[] {
  return [...runs.settled()].flatMap(([key, readiness]) =>
    readiness.state === 'unmeasured' ? [`unmeasured: ${key}: ${readiness.reason}`] : [],
  )
}

/** Assertions of this run's samples that have no verdict through the apparatus' fault. */
function ungraded(records: SampleRecord[], runs: Samples): string[] {
  return records
    .filter((record) => runs.settled().get(sampleKey(record))?.state === 'ready')
    .flatMap((record) =>
      record.assertions
        .filter(({ verdict }) => verdict === 'ungraded')
        .map(({ id, reason }) => `ungraded: ${sampleKey(record)}: ${id}: ${reason}`),
    )
}
