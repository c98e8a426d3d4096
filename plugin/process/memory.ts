/** Gives memory back to the system that nobody uses any more. Main process. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * V8 keeps what it once took while a process is busy; this is worth its milliseconds only after something
 * large has ended, before other processes that need memory are started.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
