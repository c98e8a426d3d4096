/** Tells a process from a later one with the same number. Runs in any process. */
import { readFileSync } from 'node:fs'

/** State and start of a process, where the system says so. */
function look(pid: number): { state: string; birth: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', birth: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** Names this process for as long as the machine runs. */
export const ownIdentity = `${process.pid} ${look(process.pid)?.birth ?? ''}`

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
  const seen = look(pid)
  // One that was killed, and whose parent has not looked yet, does nothing any more.
  if (seen?.state === 'Z' || seen?.state === 'X') return false
  return !birth || birth === seen?.birth
}
