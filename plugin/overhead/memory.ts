/** The memory of a process and of all that descends from it, at this moment. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Megabytes. */
export interface Memory {
  /** What the processes hold, what they share counted once for each. */
  resident: number
  /** What is shared divided among those that share it; null where the system does not say. */
  proportional: number | null
}

export const memoryOf: (pid: number) => Memory = process.platform === 'linux' ? fromProc : fromPs

function fromProc(pid: number): Memory {
  const sum = { resident: 0, proportional: 0 }
  for (const member of [...descendants(pid)]) {
    const text = read(`/proc/${member}/smaps_rollup`)
    sum.resident += Number(/^Rss: +(\d+)/m.exec(text)?.[1] ?? 0) / 1024
    sum.proportional += Number(/^Pss: +(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  }
  return sum
}

function* descendants(pid: number): Generator<number> {
  yield pid
  for (const thread of list(`/proc/${pid}/task`)) {
    const children = read(`/proc/${pid}/task/${thread}/children`).trim()
    if (children) for (const child of children.split(' ')) yield* descendants(Number(child))
  }
}

function fromPs(pid: number): Memory {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number])
  const family = new Set([pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const [own, parent] of rows) if (family.has(parent)) family.add(own)
  }
  const resident = rows.reduce((sum, [own, , kB]) => sum + (family.has(own) ? kB / 1024 : 0), 0)
  return { resident, proportional: null }
}

/** A process that ended meanwhile has nothing to say. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
