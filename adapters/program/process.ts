/**
 * One process of a harness: started, read while it prints, stopped when its time is up. What it leaves
 * running is killed after the attempt, wherever it went. In the adapter's process.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import { type Context, Unmeasured } from '../../plugin/run/adapter.ts'
import type { Command } from './find.ts'

/** Longest single argument on Linux is 128 KiB, a whole command line on Windows 32 KiB. */
export const LONGEST_ARGUMENT = process.platform === 'win32' ? 30_000 : 131_071

/** Milliseconds between SIGTERM and SIGKILL. */
export const PATIENCE = 2000

/** Milliseconds for which its streams may stay open when it has ended: what it left running holds them. */
const DRAIN = 500

/** Bytes of standard error that are remembered. */
const TAIL = 4000

export interface Running {
  command: Command
  args: string[]
  cwd: string
  env: Record<string, string>
  stdin: string
  /** @param byte of the output at which the chunk begins */
  onStdout(chunk: Uint8Array, byte: number): void
  onStderr(chunk: Uint8Array, byte: number): void
}

export interface Ended {
  exitCode: number | null
  signal: string | null
  /** The end of it. */
  stderr: string
}

/** @throws Unmeasured when it could not be started; its cause has the system's `code` */
export async function runProcess(
  { command: [file, ...first], args, cwd, env, stdin, onStdout, onStderr }: Running,
  { log, signal }: Pick<Context, 'log' | 'signal'>,
): Promise<Ended> {
  checkArguments(args)
  const child = execa(file, [...first, ...args], {
    cwd,
    env,
    extendEnv: false,
    input: stdin,
    buffer: false,
    encoding: 'buffer',
    reject: false,
    cancelSignal: signal,
    killDescendants: true,
    forceKillAfterDelay: PATIENCE,
  })
  let stderr = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => onStdout(chunk, log(chunk)))
  child.stderr.on('data', (chunk: Buffer) => {
    onStderr(chunk, log(chunk))
    stderr = Buffer.concat([stderr, chunk]).subarray(-TAIL)
  })
  const node = child.nodeChildProcess
  const settled = child.then((result) => result)
  if (child.pid !== undefined) {
    await Promise.race([once(node, 'exit'), settled])
    const drained = new AbortController()
    const limit = delay(DRAIN, undefined, { signal: drained.signal }).catch(() => {})
    await Promise.race([settled, limit])
    drained.abort()
    for (const stream of child.stdio) stream?.destroy()
  }
  const result = await settled
  if (result.exitCode === undefined && result.signal === undefined && !result.isCanceled)
    throw new Unmeasured(
      `${file} could not be started: ${result.originalMessage ?? result.shortMessage}`,
      { cause: result },
    )
  return {
    exitCode: node.exitCode ?? result.exitCode ?? null,
    signal: node.signalCode ?? result.signal ?? null,
    stderr: stderr.toString(),
  }
}

function checkArguments(args: string[]) {
  const tooLong = args.find((argument) => Buffer.byteLength(argument) > LONGEST_ARGUMENT)
  if (tooLong !== undefined)
    throw new Unmeasured(
      `an argument of ${Buffer.byteLength(tooLong)} bytes is longer than this system takes (${LONGEST_ARGUMENT}), and this harness takes its brief in no other way`,
    )
  if (args.some((argument) => argument.includes('\0')))
    throw new Unmeasured('an argument holds a NUL character, which no program can be given')
}
