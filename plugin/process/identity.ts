/** Tells a process from a later one with the same number. Runs in any process. */
import { readFileSync } from 'node:fs'

/** When a process started, where the system says so; empty elsewhere. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** Names this process for as long as the machine runs. */
export const ownIdentity = `${process.pid} ${birthOf(process.pid)}`

/** Does the process still run that gave this identity? */
export function isAlive(identity: string): boolean {
  const [number, birth] = identity.split(' ')
  const pid = Number(number)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return !birth || birth === birthOf(pid)
}
