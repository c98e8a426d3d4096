/**
 * Tells how much CPU time a run got, and how long it was kept waiting for a CPU: what separates a
 * run that hangs from one that was starved. Runs in the main process.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { promisify } from 'node:util'
import { type Family, findFamily } from './family.ts'

const run = promisify(execFile)

export type Cpu = {
  /** Seconds of CPU time that the processes of the run got, as far as they were seen alive. */
  got: number
  /** Seconds that they could have run but had to wait; an estimate where `ps` is all. */
  waited: number
}

/** Kernel clock ticks a second, as /proc counts them (USER_HZ, 100 on all that Node runs on). */
const ticks = 100

/** Shares of the time limit. */
const starvedWait = 0.25
const starvedCpu = 0.5
const burning = 0.9

/** Could have run, but was kept from it for a large part of the time, and got little. */
export const isStarved = (cpu: Cpu, seconds: number): boolean =>
  cpu.waited >= starvedWait * seconds && cpu.got < starvedCpu * seconds

/** Had a CPU for practically all of the time. */
export const isBurning = (cpu: Cpu, seconds: number): boolean => cpu.got >= burning * seconds

/** Looks at a run's processes now and then; `sample` returns what all looks so far add up to. */
export function watchCpu(family: Family): { sample(): Promise<Cpu> } {
  return read('/proc/self/schedstat') ? watchProc(family) : watchPs(family)
}

function watchProc(family: Family) {
  /** Last seen wait of every process, the ended ones too. */
  const waits = new Map<number, number>()
  let got = 0

  async function sample(): Promise<Cpu> {
    let used = 0
    for (const pid of await findFamily(family)) {
      used += usedBy(pid)
      waits.set(pid, Math.max(waits.get(pid) ?? 0, waitOf(pid)))
    }
    // Processes that ended are counted in their parent's figures, or not at all.
    got = Math.max(got, used)
    return { got, waited: [...waits.values()].reduce((sum, wait) => sum + wait, 0) }
  }

  return { sample }
}

/** Of the thread that waited longest: threads that wait at the same time do not wait twice. */
function waitOf(pid: number): number {
  const waits = list(`/proc/${pid}/task`).map((task) => {
    // "time on a CPU, time runnable but waiting (both ns), number of turns"
    const [, wait] = read(`/proc/${pid}/task/${task}/schedstat`)?.split(' ') ?? []
    return Number(wait ?? 0) / 1e9
  })
  return Math.max(0, ...waits)
}

/** CPU seconds of a process and of its children that it has waited for. */
function usedBy(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return 0
  const [user, system, childUser, childSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return ((user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) / ticks
}

/**
 * Without the kernel's own account of waiting: whatever was not got counts as waited for while
 * practically no CPU of the machine was idle.
 */
function watchPs(family: Family) {
  const start = performance.now()
  const before = idleAndAll()
  let got = 0

  async function sample(): Promise<Cpu> {
    got = Math.max(got, await psTime(await findFamily(family)))
    const now = idleAndAll()
    const idle = (now.idle - before.idle) / Math.max(1, now.all - before.all)
    const seconds = (performance.now() - start) / 1000
    return { got, waited: idle < 0.1 ? Math.max(0, seconds - got) : 0 }
  }

  return { sample }
}

async function psTime(pids: number[]): Promise<number> {
  if (pids.length === 0 || process.platform === 'win32') return 0
  try {
    const { stdout } = await run('ps', ['-o', 'time=', '-p', pids.join(',')])
    return stdout.split('\n').reduce((sum, line) => sum + clockSeconds(line.trim()), 0)
  } catch {
    return 0 // all of them ended meanwhile
  }
}

/** Reads `[[days-]hours:]minutes:seconds[.hundredths]`. */
function clockSeconds(clock: string): number {
  if (clock === '') return 0
  const [days, rest] = clock.includes('-') ? clock.split('-') : ['0', clock]
  const time = (rest ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Number(days) * 86400 + time
}

function idleAndAll() {
  let idle = 0
  let all = 0
  for (const { times } of cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { idle, all }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return [] // ended meanwhile
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null // ended meanwhile
  }
}
