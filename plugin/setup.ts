/**
 * Global setup of the bench project, in the main process: opens the store, runs the controls, opens
 * the broker. A problem throws, which ends the run before any test: nothing is spent, nothing recorded.
 */
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { problemTable } from '../reporters/terminal.ts'
import { runControls } from './controls/controls.ts'
import { hostProber } from './grade/probe/hosted.ts'
import { readDesign, writeDesign } from './plan/design.ts'
import type { Condition } from './plan/factors.ts'
import { samplePath } from './plan/plan.ts'
import { makeOwned, removeOwned, sweepOwned } from './process/temporary.ts'
import { refuseOtherPredictions } from './record/predicted.ts'
import { openStore, readDiff } from './record/store.ts'
import { Refusal } from './refusal.ts'
import { openBroker } from './run/broker.ts'
import { describeConditions, type ReadyCondition } from './run/conditions.ts'
import { createMetering } from './run/metering.ts'
import { watchPrograms } from './run/programs.ts'
import { createSamples } from './run/samples.ts'
import { sessionOf } from './session.ts'

/** Characters of a diff that are attached to a failed test. */
const LONGEST_ATTACHMENT = 200_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const session = sessionOf(project)
  if (!session) throw new Error('harnessbench: the plugin is not in this project’s `plugins`')
  const { options, suites, ignore } = session
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    const store = await openStore(path.resolve(session.root, options.store), options.store)
    session.store = store
    const before = await readDesign(store.folder, options.experiment)
    await refuseOtherPredictions(store, before, session.design, options.predictions)

    await sweepOwned().catch(() => {}) // another run's rubbish is no reason to stop
    const scratch = makeOwned()
    closing.push(() => removeOwned(scratch))
    const prober = hostProber({ ...options.probes, ignore: options.ignore })
    closing.push(() => prober.close())

    // Both come before anything is spent; a bad adapter is told without waiting for the controls.
    const describe = (some: Condition[]) =>
      describeConditions({
        ...session,
        scratch,
        options: { ...options, conditions: some },
        modules: session.adapters,
      })
    const conditions = await describe(options.conditions)
    const controls = () =>
      runControls({
        suites,
        options,
        ignore,
        prober,
        project,
        folder: store.file('controls'),
        onStart: (suite) => session.watcher?.controlsStarted(suite.name),
      })
    const judge = async () => {
      session.controls = await controls()
      session.refused = session.controls.some(({ problems }) => problems.length > 0)
      if (session.refused) throw new Refusal(problemTable(session.controls))
      await writeDesign(store.folder, session.design)
    }
    /** Throwing ends a run, as it should; it would also end the watching, where mending goes on. */
    const judgeWatched = () =>
      judge().catch((error: Error) => {
        session.refused = true
        project.vitest.logger.error(`\n${error.message}\n`)
      })
    await (project.vitest.config.watch ? judgeWatched() : judge())

    const metering = createMetering({ ...session, store })
    closing.push(() => metering.close())
    const runs = await createSamples({
      ...session,
      conditions,
      predictions: session.design.predictions?.hash ?? null,
      store,
      metering,
      replaced: watchPrograms(async (name) => {
        const again = await describe(options.conditions.filter((one) => one.name === name))
        return again.get(name) as ReadyCondition
      }),
      scratch,
    })
    session.runs = runs
    closing.push(() => runs.close())
    session.watcher?.samplesOpened(runs)

    const known = new Map(session.samples.map((sample) => [`sample:${samplePath(sample)}`, sample]))
    const reference = new Map(suites.map((suite) => [suite.name, suite.reference]))
    const broker = await openBroker({
      folder: scratch,
      prober,
      want: (keys) => session.refused || runs.want(keys.flatMap((key) => known.get(key) ?? [])),
      async build(key) {
        const sample = known.get(key)
        if (!sample) return `${key} is not in the plan`
        if (session.refused) return 'the controls found problems, which come first'
        const readiness = await runs.get(sample)
        return readiness.state === 'unmeasured'
          ? readiness.reason
          : { folder: readiness.tree, reference: reference.get(sample.suite) as string }
      },
      async diff(key) {
        const sample = known.get(key)
        const readiness = sample && (await runs.get(sample))
        return readiness?.state === 'ready' ? readDiff(readiness.folder, LONGEST_ATTACHMENT) : ''
      },
    })
    closing.push(() => broker.close())
    project.provide('harnessbenchBroker', broker.address)

    // In watch mode an edited assertion has to show again that it is able to fail.
    project.onTestsRerun(async (specifications) => {
      if (!specifications.some((specification) => specification.project === project)) return
      broker.forget()
      await judgeWatched()
    })
    return close
  } catch (error) {
    await close()
    throw error
  }
}
