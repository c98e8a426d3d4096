/** One job of the worker in a child process of its own, which does not outlive it. Main process. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Tinypool } from 'tinypool'
import { entry } from '../entry.ts'
import { killFamily } from '../process/family.ts'
import type { TraceMessage } from '../trace/tell.ts'
import type { BegunMessage, DescribeJob, DescribeResult, RunJob, RunResult } from './worker.ts'

export interface ChildConfig {
  /** The child's whole environment. */
  env: Record<string, string>
  /** Folder that only this job's processes name or work in: those that left the tree are found by it. */
  marker: string
  /** Everything that the child, and whatever inherits its streams, prints. */
  onOutput(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void
  /** The worker's clock runs from then. @param at as of `Date.now()` */
  onBegun?(at: number): void
  /** What the adapter tells of the harness, in order; all of it before the result. */
  onTrace?(message: TraceMessage): void
  signal?: AbortSignal
}

/** Milliseconds for which the streams of a killed child may stay open: somebody out of reach holds them. */
const DRAIN = 2000

/**
 * Every process of the job is dead, and all its output told, when this settles.
 * @throws Unstarted when there was no child; ChildEnded when it ended without a result; what `signal` says
 */
export async function inChild(job: DescribeJob, config: ChildConfig): Promise<DescribeResult>
export async function inChild(job: RunJob, config: ChildConfig): Promise<RunResult>
export async function inChild(job: DescribeJob | RunJob, config: ChildConfig): Promise<unknown> {
  const { env, marker, onOutput, onBegun, onTrace, signal } = config
  signal?.throwIfAborted()
  // A pool of one for each job: its process then has the job's environment from its first instruction.
  const pool = new Tinypool({
    filename: entry(import.meta.url, './worker').href,
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: 1,
    env,
    execArgv: [],
  })
  const broken = new Promise<never>((_, reject) => pool.on('error', reject))
  const result = pool.run(job, signal ? { signal } : {})
  const child = (pool.threads[0] as unknown as { process: ChildProcess }).process
  // Between messages of Tinypool’s. The first is the worker’s own: no adapter is loaded by then.
  let hasBegun = false
  child.on('message', (message: Partial<BegunMessage & TraceMessage> | null) => {
    if (typeof message !== 'object' || message === null) return
    if ('trace' in message || 'traceOmitted' in message) onTrace?.(message as TraceMessage)
    else if (message.begunAt !== undefined && !hasBegun) {
      hasBegun = true
      onBegun?.(message.begunAt)
    }
  })
  const closed = once(child, 'close').catch(() => {})
  // Whoever inherits it and reads must not wait for ever.
  child.stdin?.on('error', () => {}).end()
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = child[name]
    stream?.unpipe() // Tinypool’s, to our own streams
    stream?.on('data', (chunk) => onOutput(chunk, name)).resume()
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  try {
    return await Promise.race([result, broken])
  } catch (error) {
    signal?.throwIfAborted()
    if (child.pid === undefined) throw new Unstarted((error as Error).message, { cause: error })
    if (!hasEnded()) throw error
    throw new ChildEnded(
      child.signalCode ? `was ended by ${child.signalCode}` : `exited with code ${child.exitCode}`,
    )
  } finally {
    await killFamily({ pid: child.pid ?? null, marker, ended: hasEnded() })
    await pool.destroy()
    const gaveUp = new AbortController()
    await Promise.race([closed, delay(DRAIN, undefined, { signal: gaveUp.signal }).catch(() => {})])
    gaveUp.abort()
    for (const stream of child.stdio) stream?.destroy()
  }
}

/** The system gave us no process. */
export class Unstarted extends Error {
  override name = 'Unstarted'
}

/** The message continues a sentence: "exited with code 1". */
export class ChildEnded extends Error {
  override name = 'ChildEnded'
}
