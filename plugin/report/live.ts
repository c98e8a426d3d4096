/** Tells on the terminal what becomes of samples while they are made. Main process. */
import { createProgress, type Progress } from '../../reporters/progress.ts'
import { samplePath } from '../plan/plan.ts'
import type { Samples } from '../run/samples.ts'

export interface Live {
  /** Takes the progress off the terminal; the next sample that is made begins another. */
  stop(): void
}

/** @param say prints a line above the progress */
export function showLive({ events }: Samples, say: (text: string) => void): Live {
  let progress: Progress | undefined
  const unmade = new Set<string>()

  events.on('note', say)
  events.on('queued', (sample) => {
    unmade.add(samplePath(sample))
    progress ??= createProgress({
      stream: process.stdout,
      isTTY: process.stdout.isTTY === true,
      total: null,
      others: process.stderr.isTTY ? [process.stderr] : [],
    })
    progress.waiting(sample)
  })
  events.on('started', (sample) => progress?.started(sample))
  events.on('ended', (sample, readiness) => {
    if (!unmade.delete(samplePath(sample))) return
    const isOurs = readiness.state !== 'ready' || !readiness.stored
    if (!isOurs) say(`${samplePath(sample)}: another run has made it, and paid for it`)
    const { attempt } = readiness
    const usage = attempt?.usage
    // What a study paid, or a cassette's recording, or a script made up, nobody pays now.
    const isFree = usage?.scripted || usage?.replayed || usage?.claimedBy === 'published'
    progress?.ended(sample, {
      outcome: attempt?.outcome ?? 'unmeasured',
      cost: isOurs && !isFree ? (usage?.cost ?? null) : 0,
      standIn: usage?.scripted ? 'scripted' : usage?.replayed ? 'replayed' : undefined,
      seconds: attempt?.seconds ?? 0,
      left: unmade.size,
    })
  })

  return {
    stop() {
      progress?.stop()
      progress = undefined
    },
  }
}
