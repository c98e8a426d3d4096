/**
 * Makes a sample exist exactly once, however many tests ask: from the store if it is there under the
 * same fingerprint, else by an attempt. Main process.
 */
import { EventEmitter } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inSeededOrder } from '../plan/order.ts'
import { type Sample, samplePath } from '../plan/plan.ts'
import type { Attempt } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import { type AttemptRequest, makeAttempt, spoilt } from './attempt.ts'
import { HarvestError, recover } from './harvest.ts'
import { hashInputs, type InputsConfig } from './inputs.ts'
import type { Metering } from './metering.ts'
import type { Replaced } from './programs.ts'
import { createQueue } from './queue.ts'

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
  /** Asks for samples without waiting. They are made in the seeded order, whoever asks first. */
  want(samples: Sample[]): void
  get(sample: Sample): Promise<Readiness>
  /** Readiness of all that were asked for. */
  settled(): ReadonlyMap<string, Readiness>
  fingerprint(sample: Sample): string
  close(): Promise<void>
}

export interface SamplesConfig extends InputsConfig {
  root: string
  /** All samples of the experiment. */
  planned: Sample[]
  /** Hash of what was predicted of them; null where nothing was. */
  predictions: string | null
  store: Store
  metering: Metering
  replaced: Replaced
  /** Folder for what this run shares between its samples. */
  scratch: string
}

export async function createSamples(config: SamplesConfig): Promise<Samples> {
  const { options, ignore, store } = config
  const events = new EventEmitter<SampleEvents>()
  const asked = new Map<string, Promise<Readiness>>()
  const settled = new Map<string, Readiness>()
  const stop = new AbortController()
  const queue = createQueue(options.concurrency)
  const startedAt = new Date().toISOString()
  /** Why nothing more can be measured. */
  let broken: string | null = null
  const { parts, fingerprint, isSpoilt } = await hashInputs(config)
  const turns = new Map(
    inSeededOrder(config.planned, options.seed).map((sample, turn) => [samplePath(sample), turn]),
  )
  const turnOf = (sample: Sample) => turns.get(samplePath(sample)) as number

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
    const decided = queue.expect()
    try {
      const before = await usable()
      if (before) return readiness(sample, before, true)
      events.emit('queued', sample)
      // Caught before the slot is free, so that nothing more is started after a fault that ends all.
      return queue.run(turnOf(sample), () => makeNow(sample, wanted, usable).catch(failed))
    } finally {
      decided()
    }
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
        events.emit('note', `${samplePath(sample)}: waiting for another run (process ${owner})`),
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
        design: {
          seed: options.seed,
          order: turnOf(sample),
          predictions: config.predictions,
        },
        options,
        ignore,
        root: config.root,
        store,
        metering: config.metering,
        nodeFolder: path.join(config.scratch, 'bin'),
        isSpoilt: () => isSpoilt(suite),
        replaced: () => config.replaced(condition),
        signal: stop.signal,
      }
      for (let tried = 1; ; tried++) {
        const replaced = await request.replaced()
        if (replaced !== null) return { state: 'unmeasured', reason: replaced, attempt: null }
        events.emit('started', sample, tried)
        const attempt = await makeAttempt(request)
        if (attempt.reason === spoilt) breakOff(spoilt)
        if (attempt.outcome === 'unmeasured') await breakOffIfExhausted()
        const isLast = tried > options.retries || (await request.replaced()) !== null
        if (attempt.outcome !== 'unmeasured' || isLast || broken)
          return readiness(sample, attempt, false)
        events.emit(
          'note',
          `${samplePath(sample)}: unmeasured (${attempt.reason}); attempt ${tried + 1} of ${options.retries + 1} follows`,
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
    const key = samplePath(sample)
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
