/**
 * The gate: shows with the suite's own tests that its graders can fail, before anything is spent.
 * A pass is remembered under the hash of all that went into it. Main process.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Prober } from '../grade/probe/prober.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Suite } from '../plan/suite.ts'
import { releaseMemory } from '../process/memory.ts'
import { makeOwned, removeOwned } from '../process/temporary.ts'
import { json, readJson, writeAtomically } from '../record/files.ts'
import { openBroker } from '../run/broker.ts'
import type { Ignore } from '../tree/ignore.ts'
import { makeControls } from './builds.ts'
import { checkDifferences } from './differences.ts'
import { controlFingerprint } from './fingerprint.ts'
import { judge } from './judge.ts'
import { runOnControls } from './nested.ts'
import { type ControlReport, controlReportSchema, type Problem } from './schema.ts'

export interface ControlsConfig {
  suites: Suite[]
  options: ResolvedOptions
  ignore: Ignore
  prober: Prober
  project: TestProject
  /** Where passes are remembered. */
  folder: string
  /** Called before the controls of a suite are run; not for a remembered pass. */
  onStart(suite: Suite): void
}

export type RememberedReport = ControlReport & { remembered: boolean }

/** Runs what is not remembered, one suite after the other. */
export async function runControls(config: ControlsConfig): Promise<RememberedReport[]> {
  const reports: RememberedReport[] = []
  for (const suite of config.suites) reports.push(await controlSuite(suite, config))
  return reports
}

async function controlSuite(suite: Suite, config: ControlsConfig): Promise<RememberedReport> {
  const fingerprint = await controlFingerprint(suite, config.options, config.ignore)
  const file = path.join(config.folder, `${suite.name}.${fingerprint.slice(0, 16)}.json`)
  const known = controlReportSchema.safeParse(await readJson(file).catch(() => undefined))
  if (known.success && known.data.fingerprint === fingerprint && known.data.problems.length === 0)
    return { ...known.data, remembered: true }

  config.onStart(suite)
  const clock = performance.now()
  const scratch = makeOwned()
  try {
    const { builds, problems: unmade } = await makeControls(suite, scratch, config.ignore)
    const differences = await checkDifferences(suite, config.ignore)
    const { files, problems: unhandled } = await runAll(suite, builds, config, scratch)
    const report: ControlReport = {
      suite: suite.name,
      fingerprint,
      assertions: files.map(({ id, axis, names }) => ({ id, axis, name: names[0] ?? id })),
      rows: builds.map(({ name, kind, does, reddens }) => ({
        control: name,
        kind,
        does,
        reddens,
        verdicts: Object.fromEntries(
          files.flatMap((seen) => {
            const verdict = seen.verdicts.get(name)?.[0]
            return verdict ? [[seen.id, verdict]] : []
          }),
        ),
      })),
      problems: order([...differences, ...unmade, ...unhandled, ...judge(suite, builds, files)]),
      seconds: (performance.now() - clock) / 1000,
    }
    if (report.problems.length === 0) {
      await mkdir(config.folder, { recursive: true })
      await writeAtomically(file, json(report))
    }
    return { ...report, remembered: false }
  } finally {
    await removeOwned(scratch)
  }
}

async function runAll(
  suite: Suite,
  builds: Awaited<ReturnType<typeof makeControls>>['builds'],
  config: ControlsConfig,
  scratch: string,
): ReturnType<typeof runOnControls> {
  const folders = new Map(builds.map((build) => [build.name, build.folder]))
  const broker = await openBroker({
    folder: scratch,
    prober: config.prober,
    want: () => {},
    async build(key) {
      const folder = folders.get(key)
      return folder ? { folder, reference: suite.reference } : `there is no control ${key}`
    },
    diff: async () => '',
  })
  try {
    const sites = builds.map(({ name }) => ({
      label: `control ${name}`,
      key: name,
      control: name,
      suite: suite.name,
      task: null,
    }))
    return await runOnControls(suite, sites, config.project, broker.address)
  } finally {
    await broker.close()
    // A whole Vitest has ended; the agents come next.
    releaseMemory()
  }
}

/** One missing tag or broken vandal has consequences; what is nearest to the cause comes first. */
function order(problems: Problem[]): Problem[] {
  const rank = [
    'DOES-NOT-COMPILE',
    'UNHANDLED',
    'DIFFERENCES',
    'VOID',
    'EMPTY',
    'SKIPPED',
    'UNTAGGED',
    'DOUBLY-TAGGED',
  ]
  const of = ({ code }: Problem) => (rank.indexOf(code) + rank.length + 1) % (rank.length + 1)
  return problems.toSorted((a, b) => of(a) - of(b))
}
