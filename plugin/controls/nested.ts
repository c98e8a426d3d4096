/** Runs a suite's own test files on the control builds in a nested Vitest, and reads what they gave. Main process. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest'
import type { TestCase, TestModule, TestProject } from 'vitest/node'
import { entry } from '../entry.ts'
import { verdictOfTest } from '../grade/verdict.ts'
import { type BuildSite, providePlan } from '../plan/plan.ts'
import type { Suite } from '../plan/suite.ts'
import type { Problem } from './schema.ts'
import type { SeenFile } from './seen.ts'

/**
 * @param sites one for each control; `key` is the control's name
 * @param project the bench project, whose way of finding modules is kept
 */
export async function runOnControls(
  suite: Suite,
  sites: (BuildSite & { control: string })[],
  project: TestProject,
  broker: string,
): Promise<{ files: SeenFile[]; problems: Problem[] }> {
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
    const shown = (file: string) => path.relative(project.config.root, file)
    // As Vitest prints them, with the lines of the file; its logger knows what the user has chosen.
    const print = (error: unknown, type: string) =>
      project.vitest.logger.printError(error, { project: vitest.projects[0] ?? project, type })
    for (const module of result.testModules) {
      const error = errorOf(module) ?? errorOfHook(module)
      if (error) print(error, `FAIL ${shown(module.moduleId)}`)
    }
    for (const error of result.unhandledErrors) print(error, 'Unhandled Error')
    return {
      files: suite.assertions.map((assertion) => {
        const module = result.testModules.find(
          ({ moduleId }) => path.normalize(moduleId) === path.normalize(assertion.file),
        )
        return seen(assertion, module, sites)
      }),
      problems: result.unhandledErrors.map((error) => unhandled(error as SerializedError, shown)),
    }
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
    error: module ? complaint(module) : 'Vitest did not find the file; rename it',
    names: [...new Set(tests.map(({ name }) => name))],
    skipped: tests.filter((test) => test.result().state === 'skipped').length,
    verdicts,
  }
}

/** Why a file gives nothing to judge, in words. */
function complaint(module: TestModule): string | null {
  const error = errorOf(module)
  if (error) return `the file cannot be collected: ${gist(error.message)}`
  const ofHook = errorOfHook(module)
  return ofHook
    ? `a hook of the file fails: ${gist(ofHook.message)}; ask builds in the test itself`
    : null
}

function errorOf(module: TestModule): SerializedError | undefined {
  return module.errors().find((error) => !isEmptiness(error))
}

/** The same hook fails for every build: once is enough. */
function errorOfHook(module: TestModule): SerializedError | undefined {
  return [...module.children.allSuites()]
    .flatMap((suite) => suite.errors())
    .find((error) => !isEmptiness(error))
}

/** A file without a test is told as what it is. */
function isEmptiness(error: SerializedError): boolean {
  return /^No test (suite )?found/.test(error.message)
}

/** A message without the drawing of the place, which was printed. */
function gist(message: string): string {
  return (stripVTControlCharacters(message).split(/\n\s*╭/)[0] as string).trim()
}

function unhandled(error: SerializedError, shown: (file: string) => string): Problem {
  const file = error.VITEST_TEST_PATH
  return {
    code: 'UNHANDLED',
    where: typeof file === 'string' ? shown(file) : 'the suite’s files',
    sentence: `an error outside any test, printed above: ${gist(error.message)}; await what the file starts, or mend what it does when imported`,
  }
}

function controlOf(test: TestCase, sites: (BuildSite & { control: string })[]): string | undefined {
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) {
    const site = sites.find(({ label }) => label === (parent as { name: string }).name)
    if (site) return site.control
  }
  return undefined
}
