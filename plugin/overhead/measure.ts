/** Runs one command to its end, and tells how long it took, its CPU time, and its peak of memory. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from './account.ts'
import { type Memory, memoryOf } from './memory.ts'

export interface Measured {
  /** Wall clock, from start to exit. */
  seconds: number
  cpu: {
    main: number
    /** The process that runs the probes; 0 for a run without one. */
    prober: number
    /** All others; null where the system does not say. */
    others: number | null
  }
  /** The highest that was seen. */
  peak: Memory
  stdout: string
}

/** How often memory is looked at; a look costs a few milliseconds of CPU time. */
const LOOK = 200

/**
 * @param args of Node
 * @param env added to ours
 * @throws when the command does not end with exit code 0
 */
export async function measure(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'overhead-'))
  const begun = performance.now()
  const child = spawn(process.execPath, ['--import', preload('account', folder), ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  const peak: Memory = { resident: 0, proportional: null }
  const looking = setInterval(() => {
    const { resident, proportional } = memoryOf(child.pid as number)
    peak.resident = Math.max(peak.resident, resident)
    if (proportional !== null) peak.proportional = Math.max(peak.proportional ?? 0, proportional)
  }, LOOK)
  const code = await new Promise((resolve) => child.once('close', resolve))
  const seconds = (performance.now() - begun) / 1000
  clearInterval(looking)
  if (code !== 0)
    throw new Error(`node ${args.join(' ')} ended with ${code}:\n${stdout.slice(0, 2000)}`)
  const cpu = cpuOf(child.pid as number, folder)
  rmSync(folder, { recursive: true, force: true })
  return { seconds, cpu, peak, stdout }
}

/** A module for `--import`, also of the processes that inherit it, which writes into `folder`. */
export function preload(module: 'account' | 'trace', folder: string): string {
  const url = new URL(`./${module}.ts`, import.meta.url)
  url.searchParams.set('folder', folder)
  return url.href
}

function cpuOf(pid: number, folder: string): Measured['cpu'] {
  const accounts = readdirSync(folder).map((name): [string, Account] => [
    name,
    JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
  ])
  const main = accounts.find(([name]) => name === `${pid}.json`)?.[1]
  if (!main) throw new Error('the command did not exit in the way that processes of Node do')
  const prober = accounts.reduce((sum, [, { own }]) => sum + own, -main.own)
  const others = main.children === null ? null : main.children - prober
  return { main: main.own, prober, others }
}
