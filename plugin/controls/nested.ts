/** Runs a suite's own test files on the control builds in a nested Vitest, and reads what they gave. Main process. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestCase, TestModule, TestProject } from 'vitest/node'
import { entry } from '../entry.ts'
import { verdictOfTest } from '../grade/verdict.ts'
import { type BuildSite, providePlan } from '../plan/plan.ts'
import type { Suite } from '../plan/suite.ts'
import type { SeenFile } from './judge.ts'

/**
 * @param sites one for each control; `key` is the control's name
 * @param project the bench project, whose way of finding modules is kept
 */
export async function runOnControls(
  suite: Suite,
  sites: (BuildSite & { control: string })[],
  project: TestProject,
  broker: string,
): Promise<SeenFile[]> {
  const { createVitest } = await import('vitest/node')
  const { resolve } = project.vite.config
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: project.config.root,
      watch: false,
      reporters: [{}],
      include: suite.assertions.map(({ file }) =>
        path.relative(project.config.root, file).split(path.sep).join('/'),
      ),
      exclude: [],
      runner: fileURLToPath(entry(import.meta.url, '../grade/runner')),
      pool: 'threads',
      isolate: false,
      maxWorkers: project.config.maxWorkers,
      testTimeout: 0,
      hookTimeout: 0,
      passWithNoTests: true,
      allowOnly: true,
      tags: benchTags,
      strictTags: false,
      provide: {
        harnessbenchPlan: providePlan([suite], sites),
        harnessbenchBroker: broker,
        harnessbenchShowDiffs: false,
      },
    },
    { resolve: { alias: resolve.alias, conditions: resolve.conditions }, logLevel: 'silent' },
  )
  const exitCode = process.exitCode
  try {
    const result = await vitest.start()
    if (result.unhandledErrors.length > 0)
      throw new Error(
        `the suite’s files caused an error outside any test: ${result.unhandledErrors.map((error) => (error as Error).message ?? String(error)).join('; ')}`,
      )
    return suite.assertions.map((assertion) => {
      const module = result.testModules.find(
        ({ moduleId }) => path.normalize(moduleId) === path.normalize(assertion.file),
      )
      return seen(assertion, module, sites)
    })
  } finally {
    await vitest.close()
    // Failed assertions on controls are what we want to see; they are not failures of the run.
    process.exitCode = exitCode
  }
}

export const benchTags = [
  { name: 'change', description: 'did the required behaviour appear' },
  { name: 'regress', description: 'did anything else break' },
]

function seen(
  assertion: Suite['assertions'][number],
  module: TestModule | undefined,
  sites: (BuildSite & { control: string })[],
): SeenFile {
  const tests = module ? [...module.children.allTests()] : []
  const error = module ? (module.errors()[0]?.message ?? null) : 'Vitest did not find it'
  const verdicts: SeenFile['verdicts'] = new Map()
  for (const test of tests) {
    const control = controlOf(test, sites)
    if (!control) continue
    const list = verdicts.get(control) ?? []
    list.push(verdictOfTest(test))
    verdicts.set(control, list)
  }
  return {
    id: assertion.id,
    axis: assertion.axis,
    tags: [...new Set(tests.flatMap((test) => test.tags))],
    error: tests.length === 0 && error?.startsWith('No test') ? null : error,
    names: [...new Set(tests.map(({ name }) => name))],
    skipped: tests.filter((test) => ['skip', 'todo'].includes(test.options.mode)).length,
    verdicts,
  }
}

function controlOf(test: TestCase, sites: (BuildSite & { control: string })[]): string | undefined {
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) {
    const site = sites.find(({ label }) => label === (parent as { name: string }).name)
    if (site) return site.control
  }
  return undefined
}
