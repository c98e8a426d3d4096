/**
 * The gate: shows with the suite's own tests that its graders can fail, before anything is spent.
 * A pass is remembered under the hash of all that went into it. Main process.
 */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { version as vitestVersion } from 'vitest/node'
import type { Prober } from '../grade/probe/prober.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Suite } from '../plan/suite.ts'
import { makeOwned, removeOwned } from '../process/temporary.ts'
import { json, readJson, writeAtomically } from '../record/files.ts'
import { openBroker } from '../run/broker.ts'
import { hashPlaces } from '../run/fingerprint.ts'
import { hashValue } from '../tree/hash.ts'
import type { Ignore } from '../tree/ignore.ts'
import { makeControls } from './builds.ts'
import { checkDifferences } from './differences.ts'
import { judge, type SeenFile } from './judge.ts'
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
  const fingerprint = await controlFingerprint(suite, config)
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
    const files = await runAll(suite, builds, config, scratch)
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
      problems: order([...differences, ...unmade, ...judge(suite, builds, files)]),
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
): Promise<SeenFile[]> {
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
  }
}

/** One missing tag or broken vandal has consequences; what is nearest to the cause comes first. */
function order(problems: Problem[]): Problem[] {
  const rank = [
    'DOES-NOT-COMPILE',
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

/** Everything that a pass depends on, our own grader and the versions that run it included. */
async function controlFingerprint(suite: Suite, config: ControlsConfig): Promise<string> {
  const own = (folder: string) => fileURLToPath(new URL(`../${folder}`, import.meta.url))
  const { ignore } = config
  return hashValue({
    suite: {
      name: suite.name,
      tasks: suite.tasks.map(({ name, change }) => ({ name, change })),
      vandals: suite.vandals,
      files: suite.assertions.map(({ id }) => id),
      declared: await readFile(path.join(suite.folder, 'suite.yaml'), 'utf8').catch(() => null),
    },
    trees: await hashPlaces([suite.seed, suite.reference], ignore),
    assertions: await hashPlaces(
      [...suite.assertions.map(({ file }) => file), ...suite.shared],
      ignore,
    ),
    grader: await hashPlaces(['grade', 'controls', 'tree', 'process'].map(own), ignore),
    ignore: config.options.ignore,
    probes: config.options.probes.seconds,
    versions: { node: process.version, vitest: vitestVersion, platform: process.platform },
  })
}
