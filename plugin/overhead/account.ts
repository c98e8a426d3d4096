/** Preloaded (`--import`): writes down, when the process exits, the CPU time that it used itself. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Seconds of CPU time. */
export interface Account {
  /** Of the process, all its threads included. */
  own: number
  /** Of the children that it waited for; null where the system does not say. */
  children: number | null
}

/** Where it goes (`?folder=`); a variable would not reach a process whose environment is cut down. */
const folder = new URL(import.meta.url).searchParams.get('folder')
if (folder && isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage()
    const account: Account = { own: (userCPUTime + systemCPUTime) / 1e6, children: ofChildren() }
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(account))
  })

function ofChildren(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15)
    return (Number(user) + Number(system)) / 100
  } catch {
    return null
  }
}
