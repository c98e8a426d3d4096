/** A run of the real `vitest` that a test can kill, with a temporary folder of its own. For tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFamily } from '../process/family.ts'

export interface Started {
  process: ChildProcess
  /** @returns exit code and all that was printed */
  ended: Promise<{ exitCode: number | null; output: string }>
  kill(what: 'main process' | 'process group'): Promise<void>
}

export interface Runs extends AsyncDisposable {
  start(words: string[]): Started
  /** What is in the temporary folder, and how many processes work or were told to work in it. */
  left(): Promise<{ folders: string[]; processes: number }>
}

/**
 * @param folder the project's
 * @param added variables beside our own
 */
export async function makeRuns(folder: string, added: Record<string, string> = {}): Promise<Runs> {
  const temporary = await realpath(await mkdtemp(path.join(tmpdir(), 't-')))
  const program = path.join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
  const { VITEST, VITEST_MODE, TEST, NODE_ENV, NODE_OPTIONS, ...env } = process.env
  return {
    start(words) {
      const child = spawn(process.execPath, [program, ...words], {
        cwd: folder,
        env: { ...env, ...added, NO_COLOR: '1', TMPDIR: temporary },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk
        })
      // Not `close`: what is left of a killed run may hold the streams.
      const ended = once(child, 'exit').then(([exitCode]) => ({ exitCode, output }))
      return {
        process: child,
        ended,
        async kill(what) {
          const pid = child.pid as number
          if (child.exitCode !== null) return // its number may be another's by now
          try {
            process.kill(what === 'process group' ? -pid : pid, 'SIGKILL')
          } catch {
            // ended meanwhile
          }
          await ended
        },
      }
    },
    async left() {
      const processes = await findFamily({ pid: null, marker: temporary })
      return { folders: await readdir(temporary), processes: processes.length }
    },
    async [Symbol.asyncDispose]() {
      for (const pid of await findFamily({ pid: null, marker: temporary }))
        process.kill(pid, 'SIGKILL')
      await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
