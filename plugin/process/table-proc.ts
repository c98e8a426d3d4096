/** The machine's processes as Linux shows them under /proc. Runs in the main process. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'
import type { Family, Row } from './family.ts'

/** More processes than a machine at work starts in a second: bounds how soon an id comes again. */
const startsPerSecond = 20_000

let pidMax: number | undefined

/**
 * Every living process that may belong to the run. Looking at all costs 20 to 50 µs each, and is
 * done after every probe; so where ids cannot have started over since the first process was
 * started, only higher ids than its own are looked at.
 */
export function procTable(family: Family): Row[] {
  const rows: Row[] = []
  const above = lowestId(family)
  const marker = Buffer.from(family.marker).toString('latin1')
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!(pid >= above)) continue
    const row = readRow(pid, marker)
    if (row) rows.push(row)
  }
  return rows
}

function lowestId({ pid, seconds }: Family): number {
  if (pid === null || seconds === undefined) return 1
  pidMax ??= Number(read('/proc/sys/kernel/pid_max')) || 1
  if (seconds * startsPerSecond > pidMax) return 1
  const newest = Number(read('/proc/loadavg')?.split(' ')[4])
  return newest >= pid ? pid : 1
}

function readRow(pid: number, marker: string): Row | null {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return null
  // The name stands in parentheses and may itself hold spaces and parentheses.
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)
  if (state === 'Z' || state === 'X') return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    marked: pid !== process.pid && isMarked(pid, marker),
  }
}

/** `marker` is in latin1, one character a byte, as everything read here is. */
function isMarked(pid: number, marker: string): boolean {
  if (read(`/proc/${pid}/environ`)?.includes(marker)) return true
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`, 'latin1')}${sep}`.startsWith(marker + sep)
  } catch {
    return false
  }
}

/** @returns null for a process that vanished meanwhile, or that is not ours to look into. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
