/**
 * Runs one child process to its end, whatever it does: limited in time, its output bounded, its CPU
 * time accounted for, and every process that it leaves behind killed. Runs in the main process.
 *
 * Node's own `spawn` and not execa: execa kills a child whose output passes `maxBuffer`, and what is
 * wanted here is to read on and forget.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Captured, capture } from './capture.ts'
import { type Cpu, watchCpu } from './cpu.ts'
import { killFamily } from './family.ts'
import { guard, unguard } from './guard.ts'

export type Start = {
  command: string
  args: string[]
  cwd: string
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>
  /** The run's own folder, named in its environment: by it stray processes are recognised. */
  marker: string
  /** Wall-clock limit. */
  seconds: number
  /** For standard input, which is empty otherwise. */
  input?: string | Uint8Array
  /** Bytes to keep of standard output; null sends it to the null device. */
  keepStdout: number | null
  /** Bytes to keep of standard error. */
  keepStderr: number
  /** Opens descriptor 3 for the child to answer on, and keeps so many bytes of it. */
  keepAnswer?: number
  /** Ends the run early. */
  stop?: AbortSignal
}

export type Ended = {
  /** The first cause: it ended by itself, it was killed at the limit, or `stop` was aborted. */
  why: 'exited' | 'timedOut' | 'stopped'
  pid: number
  exitCode: number | null
  signal: NodeJS.Signals | null
  stdout: Captured
  stderr: Captured
  answer: Captured
  seconds: number
  /** What it got until it was killed; null when it ended before anybody looked. */
  cpu: Cpu | null
  /** How many processes had to be killed, the first one included. */
  killed: number
}

export type NotStarted = { why: 'notStarted'; code: string | null; message: string }

/** How long a dead child's pipes may stay open: somebody out of our reach holds them. */
const drainMs = 2000

/** Never rejects: what went wrong is in the result. */
export async function start(options: Start): Promise<Ended | NotStarted> {
  if (options.stop?.aborted) return { why: 'notStarted', code: 'ABORT', message: 'was stopped' }
  const child = await spawned(options)
  return 'why' in child ? child : follow(child, options)
}

/** Waits until the operating system has said whether the child exists. */
async function spawned(options: Start): Promise<ChildProcess | NotStarted> {
  const spawnOptions: SpawnOptions = {
    cwd: options.cwd,
    env: options.env,
    // A group of its own; on Windows this would open a console window.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: [
      options.input === undefined ? 'ignore' : 'pipe',
      options.keepStdout === null ? 'ignore' : 'pipe',
      'pipe',
      ...(options.keepAnswer === undefined ? [] : ['pipe' as const]),
    ],
  }
  try {
    const child = spawn(options.command, options.args, spawnOptions)
    if (child.pid !== undefined) return child
    const [error] = await new Promise<[NodeJS.ErrnoException]>((resolve) => {
      child.once('error', (error) => resolve([error]))
    })
    return notStarted(error)
  } catch (error) {
    return notStarted(error as NodeJS.ErrnoException)
  }
}

const notStarted = (error: NodeJS.ErrnoException): NotStarted => ({
  why: 'notStarted',
  code: error.code ?? null,
  message: error.message,
})

async function follow(child: ChildProcess, options: Start): Promise<Ended> {
  const begun = performance.now()
  const pid = child.pid as number
  const family = { pid, marker: options.marker }
  const stdout = capture(child.stdout, options.keepStdout ?? 0)
  const stderr = capture(child.stderr, options.keepStderr)
  const answer = capture(child.stdio[3] as ChildProcess['stdout'], options.keepAnswer ?? 0)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.on('error', () => {}) // a failed kill; killFamily looks for itself
  child.stdin?.on('error', () => {}) // the child did not want to read
  child.stdin?.end(options.input)
  guard(pid)

  const watch = watchCpu(family)
  let cpu: Cpu | null = null
  const looking = setInterval(
    () => {
      watch.sample().then(
        (sample) => {
          cpu = sample
        },
        () => {}, // told by the last look, should it fail too
      )
    },
    Math.max(250, options.seconds * 125),
  )
  const why = await firstCause(child, options)
  clearInterval(looking)
  const seconds = (performance.now() - begun) / 1000
  if (why === 'timedOut') cpu = await watch.sample()

  const ended = child.exitCode !== null || child.signalCode !== null
  const killed = await killFamily({ ...family, ended, seconds })
  await drained(child, closed)
  unguard(pid)
  const { exitCode, signalCode } = child
  return {
    why,
    pid,
    exitCode,
    signal: signalCode,
    stdout: stdout(),
    stderr: stderr(),
    answer: answer(),
    seconds,
    cpu,
    killed,
  }
}

function firstCause(child: ChildProcess, { seconds, stop }: Start): Promise<Ended['why']> {
  return new Promise((resolve) => {
    const settle = (why: Ended['why']) => {
      clearTimeout(timer)
      stop?.removeEventListener('abort', onStop)
      resolve(why)
    }
    const onStop = () => settle('stopped')
    // Were we kept from running ourselves, its end may be waiting to be told: one more turn.
    const timer = setTimeout(() => setImmediate(() => settle('timedOut')), seconds * 1000)
    stop?.addEventListener('abort', onStop)
    child.once('exit', () => settle('exited'))
  })
}

/** Reads what is still in the pipes, and gives up on them if they are never closed. */
async function drained(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const gaveUp = new AbortController()
  const limit = sleep(drainMs, undefined, { signal: gaveUp.signal }).then(
    () => {
      for (const stream of child.stdio) stream?.destroy()
    },
    () => {},
  )
  await Promise.race([closed, limit])
  gaveUp.abort()
}
