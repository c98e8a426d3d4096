/** Does a process still run? For tests. */
import { existsSync, readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that only waits for a parent to look is dead.
    return (
      !existsSync('/proc/self') || !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    )
  } catch {
    return false
  }
}
