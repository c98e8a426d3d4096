/**
 * Live progress of samples while they run: which, how long, what was spent so far, how many are left.
 * On a terminal a block that is redrawn below all other output, elsewhere plain lines. Main process.
 */
import type { Outcome } from '../plugin/record/schema.ts'
import { type Sample, sampleKey } from './figures/sample.ts'
import { moneyWords, sampleWords, secondsWords } from './terminal/words.ts'
import { printable, truncate } from './text.ts'
import { createWindow, type Output } from './window.ts'

export interface ProgressOptions {
  stream: Output
  /** Whether a block may be redrawn. False also where something else redraws the same terminal. */
  isTTY: boolean
  /** Samples that this run is expected to make; null where that is not known beforehand. */
  total: number | null
  /** Other streams that write to the same terminal (stderr), so that the block makes way for them. */
  others?: Output[]
  /** Milliseconds between two redraws. */
  redraw?: number
  /** Milliseconds without any line after which a plain line says that something still runs. */
  heartbeat?: number
}

interface Ended {
  outcome: Outcome
  /** US dollars; null is unknown. */
  cost: number | null
  /** What answered in a model's place: nobody pays for it, and its cost should be 0. */
  standIn?: 'scripted' | 'replayed' | undefined
  seconds: number
  /** Samples still to come, where the caller knows better than the total. */
  left?: number
}

export interface Progress {
  /** The sample was asked for, and has not begun: there is a queue, or another run is making it. */
  waiting(sample: Sample, why?: string): void
  started(sample: Sample): void
  ended(sample: Sample, ended: Ended): void
  /** Takes the block away and gives the streams back. Safe to call twice. */
  stop(): void
}

const SHOWN = 6

export function createProgress(options: ProgressOptions): Progress {
  const { stream, isTTY, redraw = 1000, heartbeat = 30_000 } = options
  const running = new Map<string, { sample: Sample; since: number }>()
  const waiting = new Map<string, { sample: Sample; why: string | undefined }>()
  let done = 0
  let spent = 0
  let unknown = 0
  let last = ''
  let said = Date.now()
  let given: number | undefined
  const window = isTTY ? createWindow(stream, options.others ?? [], block) : undefined
  const timer = setInterval(window ? window.draw : beat, window ? redraw : heartbeat / 10)
  timer.unref()

  /** null where nobody knows: samples are asked for one by one, and more may come. */
  function left(): number | null {
    if (options.total === null) return given ?? null
    return given ?? Math.max(running.size + waiting.size, options.total - done)
  }

  function leftWords(): string {
    const count = left()
    return count === null ? `${waiting.size} waiting` : `${count} left`
  }

  function doneWords(): string {
    const count = left()
    return count === null ? `[${done}]` : `[${done}/${done + count}]`
  }

  function spentWords(): string {
    return `${moneyWords(spent)} spent${unknown > 0 ? ` (${unknown} unknown)` : ''}`
  }

  function runningWords(): string[] {
    return [...running.values()].map(
      ({ sample, since }) => `${nameOf(sample)} ${elapsedWords(Date.now() - since)}`,
    )
  }

  function block(columns: number, rows: number): string[] {
    const now = runningWords()
    const room = Math.max(1, Math.min(SHOWN, rows - 4))
    const why = [...waiting.values()].find((entry) => entry.why)
    const lines = [
      `samples: ${done} done, ${running.size} running, ${leftWords()}, ${spentWords()}`,
      ...now.slice(0, room).map((line) => `  ${line}`),
      ...(now.length > room ? [`  and ${now.length - room} more`] : []),
      ...(why ? [`  ${nameOf(why.sample)} waits: ${printable(why.why ?? '')}`] : []),
      ...(last ? [`  last: ${last}`] : []),
    ]
    return lines.map((line) => truncate(line.replaceAll('\u00a0', ' '), columns - 1))
  }

  function say(line: string): void {
    said = Date.now()
    stream.write(`${line.replaceAll('\u00a0', ' ')}\n`)
  }

  function beat(): void {
    if (Date.now() - said < heartbeat || running.size + waiting.size === 0) return
    const [now = 'nothing', ...more] = runningWords()
    say(
      `running: ${now}${more.length > 0 ? ` and ${more.length} more` : ''}; ${spentWords()}, ${leftWords()}`,
    )
  }

  return {
    waiting(sample, why) {
      waiting.set(sampleKey(sample), { sample, why })
      window?.draw()
    },
    started(sample) {
      if (running.size === 0) said = Date.now()
      waiting.delete(sampleKey(sample))
      running.set(sampleKey(sample), { sample, since: Date.now() })
      window?.draw()
    },
    ended(sample, ended) {
      waiting.delete(sampleKey(sample))
      running.delete(sampleKey(sample))
      done++
      if (ended.cost === null) unknown++
      else spent += ended.cost
      given = ended.left
      const cost = ended.cost === null ? 'cost unknown' : moneyWords(ended.cost)
      const whose = ended.standIn ? `, ${ended.standIn}` : ''
      last = `${nameOf(sample)} ${ended.outcome} in ${secondsWords(ended.seconds)}, ${cost}${whose}`
      if (window) window.draw()
      else say(`${doneWords()} ${last}; ${spentWords()}, ${leftWords()}`)
    },
    stop() {
      clearInterval(timer)
      window?.close()
    },
  }
}

/** Whole seconds, while they pass. */
function elapsedWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return seconds < 60 ? `${seconds}s` : secondsWords(seconds)
}

function nameOf(sample: Sample): string {
  return `${printable(sample.suite)} ${sampleWords(sample)}`
}
