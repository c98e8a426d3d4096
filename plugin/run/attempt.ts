/** One attempt at a sample: workspace, adapter in a child process, kill, harvest, commit. Main process. */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type Tinypool from 'tinypool'
import type { ResolvedOptions } from '../options.ts'
import type { Sample } from '../plan/plan.ts'
import type { Suite, Task } from '../plan/suite.ts'
import { killFamily } from '../process/family.ts'
import { ownIdentity } from '../process/identity.ts'
import { writeAtomically } from '../record/files.ts'
import { type Attempt, type Outcome, type Usage, unknownUsage } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { compareTrees } from '../tree/compare.ts'
import { copyTree } from '../tree/copy.ts'
import { diffTrees } from '../tree/diff.ts'
import { hashTree } from '../tree/hash.ts'
import { type Ignore, matcher } from '../tree/ignore.ts'
import type { Metadata } from './adapter.ts'
import type { ReadyCondition } from './conditions.ts'
import { copyNode, harnessEnvironment } from './environment.ts'
import { makeScratch, removeScratch, type Scratch } from './scratch.ts'
import type { RunJob, RunResult } from './worker.ts'
import { fillWorkspace } from './workspace.ts'

/** Seconds that an adapter has to wind up after its signal was aborted. */
const GRACE = 10

export interface AttemptRequest {
  sample: Sample
  suite: Suite
  task: Task
  condition: ReadyCondition
  runFingerprint: string
  options: ResolvedOptions
  ignore: Ignore
  root: string
  store: Store
  pool: Tinypool
  /** Folder for a copy of Node; made when first needed. */
  nodeFolder: string
  signal: AbortSignal
}

/** The attempt is on disk when this returns. @throws when it could not be put there; what was made is kept. */
export async function makeAttempt(request: AttemptRequest): Promise<Attempt> {
  const { sample, store, suite, ignore } = request
  const startedAt = new Date()
  const scratch = await makeScratch()
  const staged = await store.stage(sample, {
    owner: ownIdentity,
    startedAt: startedAt.toISOString(),
    runFingerprint: request.runFingerprint,
    scratch: scratch.folder,
  })
  const clock = performance.now()
  let ended: Ended
  try {
    await fillWorkspace(suite.seed, scratch, ignore, request.options.git)
    const baseline = await baselineHash(suite, ignore)
    ended = await letWork(request, scratch, path.join(staged, 'output.txt'))
    if ((await baselineHash(suite, ignore)) !== baseline)
      ended = {
        ...ended,
        outcome: 'unmeasured',
        reason:
          'the suite’s seed or reference changed while the harness worked; restore it and look at what the harness did',
      }
  } catch (error) {
    request.signal.throwIfAborted()
    ended = {
      outcome: 'unmeasured',
      reason: (error as Error).message,
      usage: unknownUsage,
      output: { bytes: 0, kept: 0 },
    }
  }
  const seconds = (performance.now() - clock) / 1000
  try {
    const litter = await harvest(request, scratch, staged)
    const attempt = await store.commit(sample, staged, {
      runFingerprint: request.runFingerprint,
      startedAt: startedAt.toISOString(),
      seconds,
      ...ended,
      litter,
      adapter: {
        name: request.condition.adapter,
        version: request.condition.version,
        options: request.condition.options,
        model: request.condition.model,
      },
    })
    await removeScratch(scratch.folder)
    return attempt
  } catch (error) {
    throw new HarvestError(
      `what the harness left could not be stored (${(error as Error).message}); it is kept in ${scratch.build}`,
      { cause: error },
    )
  }
}

/** The store failed after the money was spent: nothing more may be started. */
export class HarvestError extends Error {
  override name = 'HarvestError'
}

interface Ended {
  outcome: Outcome
  reason: string | null
  usage: Usage
  output: { bytes: number; kept: number }
}

async function letWork(request: AttemptRequest, scratch: Scratch, output: string): Promise<Ended> {
  const { condition, options, sample, suite, task } = request
  const budget = options.budgets.seconds * 1000
  const job: RunJob = {
    do: 'run',
    module: condition.module,
    build: scratch.build,
    brief: task.brief,
    budget,
    output,
    context: {
      options: condition.options,
      model: condition.model,
      home: scratch.home,
      env: harnessEnvironment(
        scratch,
        condition.passEnv,
        request.root,
        condition.spawns ? await copyNode(request.nodeFolder) : null,
      ),
      sample: {
        suite: suite.name,
        task: sample.task,
        repetition: sample.repetition,
        condition: sample.condition,
      },
      suite: { folder: suite.folder, seed: suite.seed, reference: suite.reference },
    },
  }
  const hard = AbortSignal.timeout(Math.min(budget + GRACE * 1000, 2 ** 31 - 1))
  try {
    const running = request.pool.run(job, { signal: AbortSignal.any([hard, request.signal]) })
    return fromResult((await running) as RunResult)
  } catch (error) {
    request.signal.throwIfAborted()
    const output_ = { bytes: await sizeOf(output), kept: await sizeOf(output) }
    if (hard.aborted)
      return {
        outcome: 'timedOut',
        reason: timeReason(options),
        usage: unknownUsage,
        output: output_,
      }
    return {
      outcome: 'crashed',
      reason: `the adapter’s process ended without a result: ${(error as Error).message}`,
      usage: unknownUsage,
      output: output_,
    }
  } finally {
    await killFamily({ pid: null, marker: scratch.folder })
  }

  function fromResult(result: RunResult): Ended {
    const usage = result.metadata ? usageOf(result.metadata, condition.model) : unknownUsage
    const rest = { usage, output: result.output }
    if (result.timedOut) return { outcome: 'timedOut', reason: timeReason(options), ...rest }
    if (result.failure)
      return { outcome: result.failure.kind, reason: result.failure.reason, ...rest }
    return { outcome: 'finished', reason: null, ...rest }
  }
}

function timeReason(options: ResolvedOptions): string {
  return `the budget of ${options.budgets.seconds} s was used up`
}

function usageOf(metadata: Metadata, model: string | null): Usage {
  const claims =
    metadata.calls !== undefined || metadata.cost !== undefined || metadata.tokens !== undefined
  return {
    model: metadata.model ?? model,
    calls: metadata.calls ?? null,
    tokens: {
      input: metadata.tokens?.input ?? null,
      output: metadata.tokens?.output ?? null,
      cacheRead: metadata.tokens?.cacheRead ?? null,
      cacheWrite: metadata.tokens?.cacheWrite ?? null,
    },
    cost: metadata.cost ?? null,
    claimedBy: claims ? (metadata.claimedBy ?? 'harness') : null,
  }
}

/** Copies the final tree and its diff into the staged attempt. @returns litter */
async function harvest(
  { suite, task, ignore }: AttemptRequest,
  scratch: Scratch,
  staged: string,
): Promise<string[]> {
  const tree = path.join(staged, 'tree')
  // A harness may have deleted the very folder that it was given: then its build is empty.
  await mkdir(scratch.build, { recursive: true })
  const { skipped } = await copyTree(scratch.build, tree, ignore)
  const notes = skipped.map(
    ({ path: place, why }) => `# not kept: ${JSON.stringify(place)} (${why})\n`,
  )
  const diff = await diffTrees(suite.seed, tree, ignore)
  await writeAtomically(path.join(staged, 'changes.diff'), notes.join('') + diff)
  const { added } = await compareTrees(suite.seed, tree, ignore)
  const calledFor = matcher(task.creates)
  return [...added, ...skipped.map((entry) => entry.path)]
    .filter((place) => !calledFor(place))
    .sort()
}

/** An agent must reach neither; whether it did is looked at, not trusted. */
async function baselineHash(suite: Suite, ignore: Ignore): Promise<string> {
  return (
    await Promise.all([hashTree(suite.seed, ignore), hashTree(suite.reference, ignore)])
  ).join()
}

async function sizeOf(file: string): Promise<number> {
  return (await readFile(file).catch(() => Buffer.alloc(0))).length
}

/** Clears away what attempts of killed runs left: processes, folders; each becomes a superseded attempt. */
export async function recover(
  store: Store,
  sample: Sample,
  adapter: ReadyCondition,
): Promise<number> {
  const left = await store.abandoned(sample)
  for (const { folder, note } of left) {
    if (note) {
      await killFamily({ pid: null, marker: note.scratch })
      await removeScratch(note.scratch)
      await store.commit(sample, folder, {
        runFingerprint: note.runFingerprint,
        outcome: 'unmeasured',
        reason: 'the run was killed while the harness worked',
        startedAt: note.startedAt,
        seconds: 0,
        usage: unknownUsage,
        litter: [],
        adapter: {
          name: adapter.adapter,
          version: adapter.version,
          options: adapter.options,
          model: adapter.model,
        },
        output: { bytes: 0, kept: 0 },
      })
    } else await removeScratch(folder)
  }
  return left.length
}

/** Waits before another attempt at an unmeasured sample: 1, 2, 4 … 60 seconds. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(60, 2 ** (attempt - 1)) * 1000, undefined, { signal })
}
