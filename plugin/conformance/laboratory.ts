/**
 * Lets one adapter work at a case, by the same code as every measurement: a worker in a child process,
 * a workspace, the gateway, budgets, the harvest. Main process.
 */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { entry } from '../entry.ts'
import { type ResolvedOptions, resolveOptions } from '../options.ts'
import type { Sample } from '../plan/plan.ts'
import type { Suite, Task } from '../plan/suite.ts'
import { findFamily } from '../process/family.ts'
import { makeOwned, removeOwned } from '../process/temporary.ts'
import type { Attempt } from '../record/schema.ts'
import { openStore, type Store } from '../record/store.ts'
import { makeAttempt } from '../run/attempt.ts'
import { describeConditions, findAdapters, type ReadyCondition } from '../run/conditions.ts'
import { createMetering } from '../run/metering.ts'
import { hashTree } from '../tree/hash.ts'
import { type Ignore, ignoring } from '../tree/ignore.ts'
import { withOneCall } from './answered.ts'
import type { Case } from './cases.ts'
import { KEY, NAME, optionsFor, providerOf } from './experiment.ts'
import { type HostileName, hostilePrograms } from './hostile.ts'
import { lookAtProcesses, type Secret } from './looks.ts'
import { startModel } from './model.ts'
import type { ResolvedConformance } from './options.ts'
import { makeSuite, SUITE, scripts } from './suite.ts'
import { type Changes, differences, lookAround } from './surroundings.ts'
import type { TwiceOptions } from './twice.ts'

/** What one attempt came to. */
export interface Observed {
  task: string
  attempt: Attempt
  /** The stored build, and the attempt's folder. */
  tree: string
  folder: string
  /** Bodies of the requests that reached the model. */
  heard: string[]
  /** Processes that were left when it was stored. */
  left: number[]
  /** What the harness was not to have, and where it had it. */
  leaks: ReadonlySet<string>
  /** What changed meanwhile in places that are not its own; other programs change things there, too. */
  around: Changes
  /** Of the whole attempt, kills and all. */
  seconds: number
}

export interface Laboratory extends AsyncDisposable {
  /** The adapter's version, and whether its model calls are metered. */
  condition: Pick<ReadyCondition, 'version' | 'metered' | 'spawns'>
  secrets: readonly Secret[]
  /** @param seconds its budget */
  work(one: Case, seconds: number): Promise<Observed>
  /** A program of ours in the harness's place, and one model call in its own. */
  drive(program: HostileName, seconds: number): Promise<Observed>
}

/** @throws ConfigurationError when the adapter is not there, does not load, or refuses its options */
export async function openLaboratory(asked: ResolvedConformance): Promise<Laboratory> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    return await open(asked, closing, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  asked: ResolvedConformance,
  closing: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Laboratory> {
  const folder = makeOwned()
  closing.push(() => removeOwned(folder))
  // By itself: its path stands in the harness's PATH.
  const scratch = makeOwned()
  closing.push(() => removeOwned(scratch))
  const model = await startModel(prefixed(scripts))
  closing.push(async () => model[Symbol.asyncDispose]())
  const key = `sk-${randomBytes(24).toString('hex')}`
  process.env[KEY] = key
  closing.push(async () => delete process.env[KEY])

  const suite = await makeSuite(folder, Object.keys(hostilePrograms))
  const options = resolveOptions(optionsFor(asked, model.url))
  const ignore = ignoring(options.ignore)
  const store = await openStore(path.join(folder, 'store'), 'store')
  const ready = await described(asked, options, suite, ignore, scratch)
  const baselines = () =>
    Promise.all([suite.seed, suite.reference].map((tree) => hashTree(tree, ignore)))
  const untouched = (await baselines()).join()
  const secrets: Secret[] = [
    { name: 'the real key', text: key },
    { name: 'the path of the suite', text: folder },
    ...(asked.root.split(path.sep).filter(Boolean).length > 1
      ? [{ name: 'the path of the project', text: asked.root, mayBeArgument: true }]
      : []),
  ]
  const since = lookAround()
  const base = { suite, ignore, store, root: asked.root, nodeFolder: path.join(scratch, 'bin') }

  async function observe(
    condition: ReadyCondition,
    task: string,
    seconds: number,
    play?: (onCall: () => void) => { bodies: string[] },
  ): Promise<Observed> {
    const budgeted = { ...options, budgets: { ...options.budgets, seconds } }
    const sample: Sample = {
      experiment: NAME,
      suite: SUITE,
      condition: condition.name,
      task,
      repetition: 1,
    }
    const metering = createMetering({
      root: asked.root,
      options: budgeted,
      suites: [suite],
      planned: [],
      store,
    })
    const leaks = new Set<string>()
    const looks: Promise<void>[] = []
    let marker = ''
    const look = async () => {
      marker ||= await scratchOf(store, sample)
      if (marker) await lookAtProcesses(marker, secrets, leaks)
    }
    const heard = play?.(() => void looks.push(look()))
    const before = lookAround(since)
    const clock = performance.now()
    try {
      const attempt = await makeAttempt({
        ...base,
        sample,
        task: suite.tasks.find(({ name }) => name === task) as Task,
        condition,
        runFingerprint: NAME,
        design: { seed: NAME, order: 0, predictions: null },
        options: budgeted,
        isSpoilt: async () => (await baselines()).join() !== untouched,
        replaced: async () => null,
        metering: heard ? metering : withOneCall(metering, providerOf(asked)),
        signal: new AbortController().signal,
      })
      const ended = performance.now()
      await Promise.all(looks)
      const at = store.attemptFolder(sample, attempt.number)
      return {
        task,
        attempt,
        folder: at,
        tree: path.join(at, 'tree'),
        heard: heard?.bodies ?? [],
        left: marker ? await findFamily({ pid: null, marker }) : [],
        leaks,
        around: differences(before, lookAround(since)),
        seconds: (ended - clock) / 1000,
      }
    } finally {
      await metering.close()
    }
  }

  return {
    condition: ready,
    secrets,
    work(one, seconds) {
      const play = (onCall: () => void) => model.play(`${SUITE}/${one.name}`, one.fault, onCall)
      return observe(
        one.second === undefined ? ready : twice(ready, one.second),
        one.name,
        seconds,
        play,
      )
    },
    drive(name, seconds) {
      const given = asked.program?.(hostilePrograms[name].file)
      const condition = { ...ready, name: 'hostile', options: { ...ready.options, ...given } }
      return observe(condition, name, seconds)
    },
    [Symbol.asyncDispose]: close,
  }
}

const prefixed = <T>(values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${SUITE}/${name}`, value]))

async function described(
  { root }: ResolvedConformance,
  options: ResolvedOptions,
  suite: Suite,
  ignore: Ignore,
  scratch: string,
): Promise<ReadyCondition> {
  // Whoever is told of a fault has not written a condition.
  const conditions = options.conditions.map((condition) => ({
    ...condition,
    option: 'conformance',
  }))
  const modules = findAdapters(root, conditions)
  const ready = await describeConditions({
    root,
    scratch,
    options: { ...options, conditions },
    modules,
    suites: [suite],
    ignore,
  })
  return ready.get(NAME) as ReadyCondition
}

function twice(ready: ReadyCondition, second: string): ReadyCondition {
  const options: TwiceOptions = { module: ready.module, options: ready.options, second }
  return { ...ready, name: 'twice', module: entry(import.meta.url, './twice').href, options }
}

/** Where the attempt under way works. */
async function scratchOf(store: Store, sample: Sample): Promise<string> {
  const [under] = await store.abandoned(sample)
  return under?.note?.scratch ?? ''
}
