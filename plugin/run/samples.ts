/**
 * Makes a sample exist exactly once, however many tests ask: from the store if it is there under the
 * same fingerprint, else by an attempt. Main process.
 */
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createGate } from '../grade/probe/gate.ts'
import type { ResolvedOptions } from '../options.ts'
import { type Sample, sampleKey } from '../plan/plan.ts'
import type { Suite } from '../plan/suite.ts'
import type { Attempt } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { hashTree } from '../tree/hash.ts'
import type { Ignore } from '../tree/ignore.ts'
import { type AttemptRequest, makeAttempt, spoilt } from './attempt.ts'
import type { ReadyCondition } from './conditions.ts'
import { hashPlaces, runFingerprint } from './fingerprint.ts'
import { HarvestError, recover } from './harvest.ts'
import { isScripted, type Metering, scriptsOf } from './metering.ts'

/** A sample that can be graded, or why it cannot. */
export type Readiness =
  | { state: 'ready'; attempt: Attempt; tree: string; folder: string; stored: boolean }
  | { state: 'unmeasured'; reason: string; attempt: Attempt | null }

export interface SampleEvents {
  wanted: [sample: Sample]
  /** It is not stored, so that it will be started. */
  queued: [sample: Sample]
  started: [sample: Sample, attempt: number]
  ended: [sample: Sample, readiness: Readiness]
  /** Something that a person should read while samples run. */
  note: [text: string]
}

export interface Samples {
  events: EventEmitter<SampleEvents>
  /** Asks for samples without waiting; the order is kept. */
  want(samples: Sample[]): void
  get(sample: Sample): Promise<Readiness>
  /** Readiness of all that were asked for. */
  settled(): ReadonlyMap<string, Readiness>
  fingerprint(sample: Sample): string
  close(): Promise<void>
}

export interface SamplesConfig {
  root: string
  options: ResolvedOptions
  suites: Suite[]
  conditions: Map<string, ReadyCondition>
  ignore: Ignore
  store: Store
  metering: Metering
  /** Folder for what this run shares between its samples. */
  scratch: string
}

export async function createSamples(config: SamplesConfig): Promise<Samples> {
  const { options, suites, conditions, ignore, store } = config
  const events = new EventEmitter<SampleEvents>()
  const asked = new Map<string, Promise<Readiness>>()
  const settled = new Map<string, Readiness>()
  const stop = new AbortController()
  const slots = createGate(options.concurrency)
  const startedAt = new Date().toISOString()
  /** Why nothing more can be measured. */
  let broken: string | null = null
  const hashBaselines = (suite: Suite) =>
    Promise.all([hashTree(suite.seed, ignore), hashTree(suite.reference, ignore)])
  const baselines = new Map(
    await Promise.all(
      suites.map(async (suite) => [suite.name, await hashBaselines(suite)] as const),
    ),
  )

  const scripts = new Map(
    await Promise.all(
      suites.map(async (suite) => {
        const folder = scriptsOf(suite)
        return [suite.name, existsSync(folder) ? await hashPlaces([folder], ignore) : ''] as const
      }),
    ),
  )

  function parts(sample: Sample) {
    const suite = suites.find(({ name }) => name === sample.suite) as Suite
    const task = suite.tasks.find(({ name }) => name === sample.task) as Suite['tasks'][number]
    return { suite, task, condition: conditions.get(sample.condition) as ReadyCondition }
  }

  function fingerprint(sample: Sample): string {
    const { suite, task, condition } = parts(sample)
    const { total: _, ...budgets } = options.budgets
    return runFingerprint({
      seed: baselines.get(suite.name)?.[0] as string,
      task,
      adapter: {
        name: condition.adapter,
        version: condition.version,
        options: condition.options,
        model: condition.model,
        inputs: condition.inputs.get(suite.name) as string,
        ...(isScripted(condition.model) ? { scripts: scripts.get(suite.name) as string } : {}),
      },
      budgets,
      git: options.git,
      ignore: options.ignore,
    })
  }

  function readiness(sample: Sample, attempt: Attempt, stored: boolean): Readiness {
    if (attempt.outcome === 'unmeasured')
      return { state: 'unmeasured', reason: attempt.reason ?? 'no reason given', attempt }
    const folder = store.attemptFolder(sample, attempt.number)
    return { state: 'ready', attempt, tree: path.join(folder, 'tree'), folder, stored }
  }

  function breakOff(why: string): void {
    if (broken) return
    broken = `nothing more is started: ${why}`
    events.emit('note', broken)
  }

  async function breakOffIfExhausted(): Promise<void> {
    const exhausted = await config.metering.exhausted()
    if (exhausted !== null) breakOff(`${exhausted}; raise it to go on from here`)
  }

  async function make(sample: Sample): Promise<Readiness> {
    if (broken) return { state: 'unmeasured', reason: broken, attempt: null }
    const wanted = fingerprint(sample)
    const usable = async () =>
      countingAttempt(await store.attempts(sample), wanted, options.fresh ? startedAt : '')
    const before = await usable()
    if (before) return readiness(sample, before, true)
    events.emit('queued', sample)

    // Caught before the slot is free, so that nothing more is started after a fault that ends all.
    return slots.shared(() => makeNow(sample, wanted, usable).catch(failed))
  }

  async function makeNow(
    sample: Sample,
    wanted: string,
    usable: () => Promise<Attempt | undefined>,
  ): Promise<Readiness> {
    stop.signal.throwIfAborted()
    if (broken) return { state: 'unmeasured', reason: broken, attempt: null }
    const unlock = await store.lock(
      sample,
      (owner) =>
        events.emit('note', `${sampleKey(sample)}: waiting for another run (process ${owner})`),
      stop.signal,
    )
    try {
      await breakOffIfExhausted()
      if (broken) return { state: 'unmeasured', reason: broken, attempt: null }
      const { suite, task, condition } = parts(sample)
      await recover({ store, sample, suite, task, ignore })
      // Another run may have made it while we waited.
      const meanwhile = await usable()
      if (meanwhile) return readiness(sample, meanwhile, true)
      const request: AttemptRequest = {
        sample,
        suite,
        task,
        condition,
        runFingerprint: wanted,
        options,
        ignore,
        root: config.root,
        store,
        metering: config.metering,
        nodeFolder: path.join(config.scratch, 'bin'),
        isSpoilt: async () =>
          (await hashBaselines(suite)).join() !== baselines.get(suite.name)?.join(),
        signal: stop.signal,
      }
      for (let tried = 1; ; tried++) {
        events.emit('started', sample, tried)
        const attempt = await makeAttempt(request)
        if (attempt.reason === spoilt) breakOff(spoilt)
        if (attempt.outcome === 'unmeasured') await breakOffIfExhausted()
        if (attempt.outcome !== 'unmeasured' || tried > options.retries || broken)
          return readiness(sample, attempt, false)
        events.emit(
          'note',
          `${sampleKey(sample)}: unmeasured (${attempt.reason}); attempt ${tried + 1} of ${options.retries + 1} follows`,
        )
        await backOff(tried, stop.signal)
      }
    } finally {
      await unlock()
    }
  }

  function failed(error: Error): Readiness {
    if (stop.signal.aborted)
      return { state: 'unmeasured', reason: 'the run was stopped', attempt: null }
    const isDisk = isDiskFault(error) || isDiskFault(error.cause)
    if (isDisk || error instanceof HarvestError)
      breakOff(
        `${error.message}${isDisk ? '; make room, then run again: what is stored is kept' : ''}`,
      )
    return { state: 'unmeasured', reason: error.message, attempt: null }
  }

  function get(sample: Sample): Promise<Readiness> {
    const key = sampleKey(sample)
    let answer = asked.get(key)
    if (!answer) {
      events.emit('wanted', sample)
      answer = make(sample)
        .catch(failed)
        .then((result) => {
          settled.set(key, result)
          events.emit('ended', sample, result)
          return result
        })
      asked.set(key, answer)
    }
    return answer
  }

  return {
    events,
    want: (samples) => samples.forEach((sample) => void get(sample)),
    get,
    settled: () => settled,
    fingerprint,
    async close() {
      stop.abort(new Error('the run was stopped'))
      await Promise.allSettled(asked.values())
    },
  }
}

/** Waits before another attempt at an unmeasured sample: 1, 2, 4 … 60 seconds. */
async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(60, 2 ** (attempt - 1)) * 1000, undefined, { signal })
}

/**
 * The attempt that counts: the latest measured one of this fingerprint. Unmeasured ones are due again.
 * @param since ISO time; earlier attempts don't count
 */
export function countingAttempt(
  attempts: Attempt[],
  fingerprint: string,
  since = '',
): Attempt | undefined {
  return attempts.findLast(
    (attempt) =>
      attempt.runFingerprint === fingerprint &&
      attempt.outcome !== 'unmeasured' &&
      attempt.startedAt >= since,
  )
}

function isDiskFault(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(code)
}
