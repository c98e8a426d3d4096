/**
 * The plugin, and all that a config file imports.
 *
 *     export default defineConfig({ plugins: [harnessBench({ conditions: [ … ] })] })
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { TestProject, Vitest } from 'vitest/node'
import { benchTags } from './controls/nested.ts'
import { entry } from './entry.ts'
import { type HarnessBenchOptions, resolveOptions } from './options.ts'
import { designOf } from './plan/design.ts'
import { ConfigurationError } from './plan/error.ts'
import { planSamples, providePlan, sampleSite, shardOf } from './plan/plan.ts'
import { readPredictions } from './plan/predictions.ts'
import { readSuites } from './plan/suite.ts'
import { addReporters } from './report/install.ts'
import { findAdapters } from './run/conditions.ts'
import { benchSequencer } from './sequencer.ts'
import type { Session } from './session.ts'
import { ignoring } from './tree/ignore.ts'

export type { HarnessBenchOptions } from './options.ts'

/**
 * Makes the project that it is a plugin of the bench project: its tests are the suites' assertions,
 * run on every sample that the options ask for.
 * @throws ConfigurationError when Vitest starts, naming each wrong option by its path
 */
export function harnessBench(options: HarnessBenchOptions = {}): Plugin {
  const api: { session?: Session } = {}
  let problem: ConfigurationError | undefined
  return {
    name: 'harnessbench',
    api,
    config(config) {
      const root = path.resolve(config.test?.root ?? config.root ?? process.cwd())
      const name = config.test?.name ?? 'bench'
      problem = undefined
      try {
        api.session = makeSession(root, options)
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error
        // Thrown here it would also end runs of other projects, below a stack of Vitest's own.
        problem = error
        return { test: { name } }
      }
      const { options: resolved, suites } = api.session
      return {
        test: {
          name,
          include: suites.flatMap((suite) =>
            suite.assertions.map(({ file }) => path.relative(root, file).split(path.sep).join('/')),
          ),
          // Vitest's default would leave out a suite that was installed as a package.
          exclude: config.test?.exclude ?? [],
          globalSetup: [fileURLToPath(entry(import.meta.url, './setup'))],
          runner: fileURLToPath(entry(import.meta.url, './grade/runner')),
          // Code under test never runs in a worker, so that workers need not be kept apart.
          pool: 'threads',
          isolate: false,
          // Workers only wait for probes, which are what takes time: more of them take memory only.
          maxWorkers: config.test?.maxWorkers ?? resolved.probes.concurrency,
          // After all other projects: they would compete for the CPU, and Vitest refuses projects
          // of one group whose numbers of workers differ.
          sequence: { groupOrder: config.test?.sequence?.groupOrder ?? 1000 },
          // A probe has its own limit.
          testTimeout: 0,
          hookTimeout: 0,
        },
      }
    },
    configureVitest({ project, vitest }) {
      if (problem) throw problem
      const session = api.session as Session
      declareTags(project, vitest)
      session.samples = shardOf(session.planned, vitest.config.shard ?? undefined)
      project.provide(
        'harnessbenchPlan',
        providePlan(session.suites, session.samples.map(sampleSite)),
      )
      project.provide('harnessbenchShowDiffs', showsErrorsInBrowser(vitest))
      vitest.config.sequence.sequencer = benchSequencer(vitest.config.sequence.sequencer, project)
      addReporters(session, project, vitest)
    },
  }
}

function makeSession(root: string, given: HarnessBenchOptions): Session {
  const options = resolveOptions(given)
  const suites = readSuites(root, options)
  const planned = planSamples(options, suites)
  return {
    root,
    options,
    suites,
    design: designOf(options, suites, readPredictions(root, options, suites)),
    planned,
    samples: planned,
    ignore: ignoring(options.ignore),
    adapters: findAdapters(root, options.conditions),
    refused: false,
    failed: false,
  }
}

function showsErrorsInBrowser({ config }: Vitest): boolean {
  return (
    config.ui ||
    config.reporters.some((reporter) => Array.isArray(reporter) && reporter[0] === 'html')
  )
}

function declareTags(project: TestProject, vitest: Vitest): void {
  for (const config of [project.config, vitest.config]) {
    const own = config.tags ?? []
    config.tags = [...own, ...benchTags.filter(({ name }) => own.every((tag) => tag.name !== name))]
  }
}
