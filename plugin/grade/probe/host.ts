/**
 * Runs in a process of its own, and does all the probing of a run: starting a child takes time in
 * proportion to the memory of the process that starts it, and this one is small.
 */
import { ignoring } from '../../tree/ignore.ts'
import { createProber, type Prober } from './prober.ts'
import type { ProbeResult, ProbeSpec } from './spec.ts'

/** What the main process says. */
export type Order =
  | { do: 'open'; concurrency: number; seconds?: number; ignore: readonly string[] }
  | { do: 'probe'; id: number; build: string; spec: ProbeSpec }
  | { do: 'close' }

/** What it is told: the answer to one probe. */
export type Reply = { id: number; result: ProbeResult }

let prober: Prober | undefined

process.on('message', (order: Order) => {
  if (order.do === 'open') prober = createProber({ ...order, ignore: ignoring(order.ignore) })
  else if (order.do === 'close') void close()
  else if (prober) {
    const { id, build, spec } = order
    prober.probe(build, spec).then((result) => process.send?.({ id, result } satisfies Reply))
  }
})

// Ctrl-C reaches the whole group; only the main process decides when there is nothing left to do.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// It closed us, or is gone: what was started for it must not go on.
process.once('disconnect', close)

async function close(): Promise<void> {
  await prober?.close()
  process.exit()
}
