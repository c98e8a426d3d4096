/** One attempt at a sample: workspace, adapter in a child process, harvest. Main process. */
import type { ResolvedOptions } from '../options.ts'
import type { Sample } from '../plan/plan.ts'
import type { Suite, Task } from '../plan/suite.ts'
import { ownIdentity } from '../process/identity.ts'
import { removeOwned } from '../process/temporary.ts'
import type { Attempt, Design } from '../record/schema.ts'
import type { StageNote, Store } from '../record/store.ts'
import type { Ignore } from '../tree/ignore.ts'
import type { ReadyCondition } from './conditions.ts'
import { type Ended, harvest } from './harvest.ts'
import { type Metering, usageInBooks } from './metering.ts'
import { makeScratch } from './scratch.ts'
import { letWork } from './work.ts'
import { fillWorkspace } from './workspace.ts'

export interface AttemptRequest {
  sample: Sample
  suite: Suite
  task: Task
  condition: ReadyCondition
  runFingerprint: string
  design: Design
  options: ResolvedOptions
  ignore: Ignore
  root: string
  store: Store
  /** Folder for a copy of Node; made when first needed. */
  nodeFolder: string
  /** Did the suite's seed or reference change since the run began? An agent must reach neither. */
  isSpoilt(): Promise<boolean>
  /** Why the condition's program is another one than it was when the run began; null where it is not. */
  replaced(): Promise<string | null>
  metering: Metering
  signal: AbortSignal
}

export const spoilt =
  'the suite’s seed or reference changed while a harness worked; restore it, and look at what the harness did'

/**
 * The attempt is on disk when this returns.
 * @throws HarvestError when it could not be put there: what was made is kept
 */
export async function makeAttempt(request: AttemptRequest): Promise<Attempt> {
  const { sample, store, suite, condition, ignore } = request
  const scratch = await makeScratch()
  const note: StageNote = {
    owner: ownIdentity,
    startedAt: new Date().toISOString(),
    runFingerprint: request.runFingerprint,
    design: request.design,
    scratch: scratch.folder,
    adapter: {
      name: condition.adapter,
      version: condition.version,
      options: condition.options,
      model: condition.model,
    },
  }
  const staged = await store.stage(sample, note).catch(async (error) => {
    await removeOwned(scratch.folder)
    throw error
  })
  const clock = performance.now()
  let ended: Omit<Ended, 'seconds'>
  try {
    await fillWorkspace(suite.seed, scratch, ignore, request.options.git)
    ended = await letWork(request, scratch, staged)
    if (await request.isSpoilt()) ended = { ...ended, outcome: 'unmeasured', reason: spoilt }
    else if (ended.outcome !== 'unmeasured') {
      // Which of the two worked is not known.
      const reason = await request.replaced()
      if (reason !== null) ended = { ...ended, outcome: 'unmeasured', reason }
    }
  } catch (error) {
    ended = {
      outcome: 'unmeasured',
      reason: request.signal.aborted
        ? 'the run was stopped while the harness worked'
        : (error as Error).message,
      usage: await usageInBooks(staged, condition.model),
      claim: null,
      output: { bytes: 0, kept: 0 },
    }
  }
  const seconds = (performance.now() - clock) / 1000
  return harvest({ ...request, staged, note }, { ...ended, seconds })
}
