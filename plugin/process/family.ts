/**
 * Finds and kills every living process that belongs to a run, detached ones too.
 * Runs in the main process.
 *
 * A process belongs to a run when it descends from the run's first process, when it is in that
 * process's group, or when it carries the run's marker: a folder of the run's own, with a unique
 * path, that the run was given as HOME and TMPDIR. The marker is what finds a grandchild that left
 * its group and whose parent is gone: it is looked for in the environment, and in the working
 * directory. A process that was detached, changed its directory and dropped its environment before
 * anybody looked is not found; on Windows only the tree below a living first process is.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { procTable } from './table-proc.ts'
import { psTable } from './table-ps.ts'
import { killTree } from './tree-windows.ts'

/** What one look at the machine's processes tells of a process that may belong to a run. */
export type Row = { pid: number; parent: number; group: number; marked: boolean }

export type Family = {
  /** The run's first process; null when only the marker is known. */
  pid: number | null
  /** Absolute path of the run's own folder, real (no links in it). */
  marker: string
  /** The first process has ended and was waited for, so that its number may be another's by now. */
  ended?: boolean
  /** At most so many seconds ago the first process was started: allows a cheaper look. */
  seconds?: number
}

const passes = 60

/** @returns the ids of the living processes of the run, never ours and never our ancestors'. */
export async function findFamily(family: Family): Promise<number[]> {
  const rows = process.platform === 'linux' ? procTable(family) : await psTable(family.marker)
  return rows ? members(rows, family) : []
}

/**
 * Kills the run's processes until none is found. All are stopped before the first is killed, so that
 * none can start another meanwhile and a child never loses the parent by which it is recognised.
 * @returns how many were killed.
 */
export async function killFamily(family: Family): Promise<number> {
  if (process.platform === 'win32') return killTree(family)
  const killed = new Set<number>()
  for (let pass = 0; pass < passes; pass++) {
    const found = await stopAll(family)
    if (found.length === 0) break
    for (const pid of found) if (send(pid, 'SIGKILL')) killed.add(pid)
    await sleep(Math.min(1 + pass * 2, 50))
  }
  return killed.size
}

async function stopAll(family: Family): Promise<number[]> {
  const stopped = new Set<number>()
  for (let pass = 0; pass < passes; pass++) {
    const fresh = (await findFamily(family)).filter((pid) => !stopped.has(pid))
    if (fresh.length === 0) break
    for (const pid of fresh) {
      send(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  return [...stopped]
}

/** A process that vanished before its signal, or that is not ours to kill, needs no killing. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function members(rows: Row[], { pid, ended }: Family): number[] {
  // A first process that ended cannot be in the table: whoever has its number now is a stranger.
  const reused = ended && rows.some((row) => row.pid === pid)
  const leader = reused ? null : pid
  const spared = ourLine(rows)
  const family = new Set<number>()
  let size = -1
  while (size !== family.size) {
    size = family.size
    for (const row of rows) {
      if (spared.has(row.pid)) continue
      const own = leader !== null && (row.pid === leader || row.group === leader)
      if (own || row.marked || family.has(row.parent)) family.add(row.pid)
    }
  }
  return [...family]
}

/** We and our ancestors, as far as the table goes: a run must never be able to have us killed. */
function ourLine(rows: Row[]): Set<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.parent]))
  const line = new Set([0, 1])
  for (let pid = process.pid, next = process.ppid; !line.has(pid); ) {
    line.add(pid)
    pid = next
    next = parents.get(pid) ?? 0
  }
  return line
}
