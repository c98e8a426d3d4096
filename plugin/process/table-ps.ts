/** The machine's processes as `ps` shows them, where there is no /proc. Runs in the main process. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Row } from './family.ts'

const run = promisify(execFile)

/** `ps` appends the environment of the processes that are ours to the command line. */
const flags = process.platform === 'darwin' ? ['-A', '-E', '-ww'] : ['axeww']

/** Every living process, marked when the marker stands in its arguments or its environment. */
export async function psTable(marker: string): Promise<Row[]> {
  const columns = ['-o', 'pid=,ppid=,pgid=,stat=,command=']
  const { stdout } = await run('ps', [...flags, ...columns], { maxBuffer: 256 * 1024 * 1024 })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (!pid || state?.startsWith('Z')) return []
    const marked = Number(pid) !== process.pid && command?.includes(marker) === true
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), marked }]
  })
}
