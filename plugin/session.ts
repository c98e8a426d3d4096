/** What one `vitest` process knows of its bench project; made at configure time, filled in global setup. */
import type { TestProject } from 'vitest/node'
import type { Plan } from '../reporters/figures/plan.ts'
import type { RememberedReport } from './controls/controls.ts'
import type { ResolvedOptions } from './options.ts'
import type { Sample } from './plan/plan.ts'
import type { Suite } from './plan/suite.ts'
import type { Store } from './record/store.ts'
import type { Samples } from './run/samples.ts'
import type { Ignore } from './tree/ignore.ts'

export interface Session {
  /** Absolute; option paths are relative to it. */
  root: string
  options: ResolvedOptions
  suites: Suite[]
  /** What is asked for, as it is stored and reported; no shard or filter makes it smaller. */
  design: Plan
  /** All samples of the experiment. */
  planned: Sample[]
  /** Those of this shard. */
  samples: Sample[]
  ignore: Ignore
  /** File URLs of the adapters, by condition. */
  adapters: Map<string, string>
  /** Told what happens while the run goes on; the terminal reporter listens. */
  watcher?: Watcher
  /** Set once global setup has opened them. */
  store?: Store
  runs?: Samples
  controls?: RememberedReport[]
  /** Controls found problems: nothing may be reported. */
  refused: boolean
  /** The run as it stands is to end with exit code 1. */
  failed: boolean
}

/** What the plugin made for this project, by the convention of `plugin.api`; undefined for a project without. */
export function sessionOf(project: TestProject): Session | undefined {
  const plugin = project.vite.config.plugins.find(({ name }) => name === 'harnessbench')
  return (plugin?.api as { session?: Session } | undefined)?.session
}

export interface Watcher {
  controlsStarted(suite: string): void
  samplesOpened(runs: Samples): void
}
