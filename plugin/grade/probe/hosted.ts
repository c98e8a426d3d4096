/** A prober whose work is done in a small process of its own. Runs in the main process. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { entry } from '../../entry.ts'
import { hostEnvironment } from './environment.ts'
import { createGate } from './gate.ts'
import type { Order, Reply } from './host.ts'
import type { Prober } from './prober.ts'
import type { ProbeResult, ProbeSpec } from './spec.ts'

export type HostOptions = {
  concurrency: number
  seconds?: number
  /** Patterns of what is not part of a build. */
  ignore: readonly string[]
}

const program = fileURLToPath(entry(import.meta.url, './host'))

/**
 * The process is started with the first probe. If it dies, what was not answered is asked again of
 * another one, each probe alone: a build that kills it can so spoil no verdict but its own.
 */
export function hostProber(options: HostOptions): Prober {
  const gate = createGate(Number.POSITIVE_INFINITY)
  /** What takes the result of a probe, or how the process ended. */
  const waiting = new Map<number, (answer: ProbeResult | string) => void>()
  let last = 0
  let host: ChildProcess | undefined
  let isClosed = false

  function start(): ChildProcess {
    const started = fork(program, [], {
      env: hostEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: process.execArgv.filter((word) => !word.startsWith('--inspect')),
    })
    started.on('message', ({ id, result }: Reply) => settle(id, result))
    started.on('error', () => {}) // a message that could not be sent: its end is told next
    started.once('exit', (code, signal) => {
      if (host === started) host = undefined
      for (const id of [...waiting.keys()]) settle(id, signal ?? `exit code ${code}`)
    })
    say(started, { do: 'open', ...options })
    return started
  }

  function settle(id: number, answer: ProbeResult | string): void {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  }

  function ask(build: string, spec: ProbeSpec): Promise<ProbeResult | string> {
    if (isClosed) return Promise.resolve(stopped)
    return new Promise((answer) => {
      const id = ++last
      waiting.set(id, answer)
      host ??= start()
      say(host, { do: 'probe', id, build, spec })
    })
  }

  return {
    async probe(build, spec) {
      const first = await gate.shared(() => ask(build, spec))
      if (typeof first !== 'string') return first
      const second = await gate.alone(() => ask(build, spec))
      if (typeof second !== 'string') return second
      return ungraded(
        `the process that runs the probes ended (${second}), also with this one alone`,
      )
    },
    async close() {
      isClosed = true
      const closing = host
      if (!closing) return
      const ended = new Promise((resolve) => closing.once('exit', resolve))
      say(closing, { do: 'close' })
      await ended
    },
  }
}

function say(host: ChildProcess, order: Order): void {
  if (host.connected) host.send(order)
}

const ungraded = (reason: string): ProbeResult => ({ status: 'ungraded', reason })
const stopped = ungraded('grading was stopped before the probe began')
