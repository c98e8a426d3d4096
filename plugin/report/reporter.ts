/** The bench project's reporter: live progress, records, tables, and the exit code. Main process. */
import path from 'node:path'
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
import { type Figures, figures, type Plan } from '../../reporters/figures.ts'
import { readJsonl, writeJsonl } from '../../reporters/jsonl.ts'
import { controlTable, suiteTable } from '../../reporters/terminal.ts'
import type { SampleRecord } from '../record/schema.ts'
import { type Session, sessionOf } from '../session.ts'
import { ungraded, ungradedTests, unmeasured, unrecorded } from './complaints.ts'
import { type Live, showLive } from './live.ts'
import { isBroken } from './others.ts'
import { leaveReport } from './page.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { regrades } from './regrades.ts'
import { writeSummary } from './summary.ts'
import { unmet } from './thresholds.ts'

export class BenchReporter implements Reporter {
  readonly #session: Session
  readonly #project: TestProject
  /** What may be printed to standard output. */
  readonly #show: { tables: boolean; progress: boolean }
  #recorder: Recorder
  #vitest: Vitest | undefined
  #live: Live | undefined
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
      controlsStarted: (suite) => {
        if (show.progress) this.#say(`${suite}: running the controls …`)
      },
      samplesOpened: (runs) => {
        if (show.progress) this.#live = showLive(runs, (text) => this.#say(text))
      },
    }
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: ReadonlyArray<TestSpecification>): void {
    this.#isAsked = specifications.some(({ project }) => project === this.#project)
    this.#session.failed = false
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
    this.#live?.stop()
    if (!this.#isAsked) return
    const ours = modules.filter((module) => module.project === this.#project)
    const complaints = this.#vitest?.config.mergeReports
      ? await this.#tellMerged(ours)
      : await this.#tell()
    for (const complaint of complaints ?? []) this.#complain(complaint)
    const others = modules.some((module) => !sessionOf(module.project) && !module.ok())
    const erred = errors.length > 0 && !this.#vitest?.config.dangerouslyIgnoreUnhandledErrors
    // Failed assertions are what is measured: by themselves they do not fail the run.
    this.#session.failed =
      !complaints ||
      complaints.length > 0 ||
      others ||
      ours.some(isBroken) ||
      erred ||
      reason === 'interrupted'
    // Another bench project may have been told of first.
    const sessions = this.#vitest?.projects.map(sessionOf) ?? []
    process.exitCode = sessions.some((session) => session?.failed) ? 1 : this.#exitCodeBefore
  }

  /** Writes and shows what was measured. @returns what was not; null where nothing was begun */
  async #tell(): Promise<string[] | null> {
    const { refused, runs, store, options } = this.#session
    if (refused || !runs || !store) return null
    const { records, regraded, faults } = await this.#recorder.write()
    await writeJsonl(store.file(`${options.experiment}.jsonl`), records).catch((fault) =>
      faults.push(fault),
    )
    const shown = figures(this.#plan(), records)
    this.#print(shown, records)
    if (this.#show.tables) for (const sentence of regrades(regraded)) this.#say(sentence)
    const left = await leaveReport(this.#session, this.#plan(), records)
    if (left && this.#show.tables) this.#say(`\n${left}`)
    await this.#summarise(shown, records, store.file(`${options.experiment}.md`))
    const asked = [...runs.settled().keys()].map((key) => key.slice(0, key.lastIndexOf('/')))
    return [
      ...unrecorded(faults),
      ...unmeasured(runs),
      ...ungraded(records, runs),
      ...unmet(shown, options.thresholds, (...names) =>
        asked.includes([options.experiment, ...names].join('/')),
      ),
    ]
  }

  /** Merged reports hold verdicts only; records are shown where the shards shared this store. */
  async #tellMerged(modules: TestModule[]): Promise<string[]> {
    const { root, options } = this.#session
    const file = path.resolve(root, options.store, `${options.experiment}.jsonl`)
    const records = await readJsonl(file).catch(() => [])
    const shown = figures(this.#plan(), records)
    if (records.length > 0) this.#print(shown, records)
    await this.#summarise(shown, records, file.replace(/jsonl$/, 'md'))
    return [
      ...ungradedTests(modules),
      ...(records.length > 0 ? unmet(shown, options.thresholds, () => true) : []),
    ]
  }

  #plan(): Plan {
    const { design, planned, samples } = this.#session
    return { ...design, ...(samples.length < planned.length ? { selected: samples } : {}) }
  }

  #print(shown: Figures, records: SampleRecord[]): void {
    if (!this.#show.tables) return
    const look = { color: process.stdout.isTTY === true && !process.env.NO_COLOR }
    for (const report of this.#session.controls ?? [])
      this.#say(`\n${controlTable(report, { ...look, remembered: report.remembered })}`)
    if (records.length > 0)
      for (const { suite } of shown.suites) this.#say(`\n${suiteTable(shown, suite, look)}`)
  }

  async #summarise(shown: Figures, records: SampleRecord[], file: string): Promise<void> {
    if (records.length === 0) return
    const faults = await writeSummary(shown, file)
    if (this.#show.tables) for (const fault of faults) this.#say(fault)
  }

  #complain(text: string): void {
    // Where standard output is read by a program, a person may still read the other stream.
    if (this.#show.tables) this.#say(text)
    else this.#vitest?.logger.error(text)
  }

  #say(text: string): void {
    if (this.#vitest) this.#vitest.logger.log(text)
    else console.log(text)
  }
}
