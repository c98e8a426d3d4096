/**
 * An agent's process, and the protocol's messages to and from it. Every byte is logged, and every
 * update read, before the protocol's own library looks at it. In the adapter's process.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk/unstable'
import { execa } from 'execa'
import { type Context, Unmeasured } from '../../plugin/run/adapter.ts'
import type { Command } from '../program/find.ts'
import { createLines, type Line } from '../program/lines.ts'
import { type Ended, PATIENCE } from '../program/process.ts'

/** Bytes of standard error that are remembered, and of a message that is too long to be read. */
const TAIL = 4000
const HEAD = 1000

const NEWLINE = 0x0a

export interface AgentProcess {
  stream: Stream
  /** Undefined while it runs. */
  ended(): Ended | undefined
  /** Resolves when it has ended. */
  exit: Promise<void>
  /** Ends it: its input is closed, then it is asked, then it is killed. */
  stop(): Promise<void>
}

/**
 * @param onOverlong is told how a message begins of which no more is known
 * @throws Unmeasured when it could not be started
 */
export async function startAgent(
  { command: [file, ...args], cwd, env }: { command: Command; cwd: string; env: Context['env'] },
  { log }: Pick<Context, 'log'>,
  onMessage: (message: AnyMessage, raw: Line['raw']) => void,
  onOverlong: (begin: string, raw: Line['raw']) => void,
): Promise<AgentProcess> {
  const child = execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'pipe',
    buffer: false,
    encoding: 'buffer',
    reject: false,
    killDescendants: true,
    forceKillAfterDelay: PATIENCE,
  })
  const node = child.nodeChildProcess
  const settled = child.then((result) => result)
  if (child.pid === undefined) {
    const { originalMessage, shortMessage } = await settled
    throw new Unmeasured(`${file} could not be started: ${originalMessage ?? shortMessage}`)
  }
  let stderr = Buffer.alloc(0)
  child.stderr.on('data', (chunk: Buffer) => {
    log(chunk)
    stderr = Buffer.concat([stderr, chunk]).subarray(-TAIL)
  })
  child.stdin.on('error', () => {}) // it did not want to read
  const exit = Promise.race([once(node, 'exit'), settled]).then(() => {})

  let isOpen = true
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const lines = createLines(
        ({ text, raw }) => {
          const message = messageIn(text)
          if (!message || !isOpen) return // some print their warnings there
          onMessage(message, raw)
          controller.enqueue(message)
        },
        (raw) => onOverlong(head.toString(), raw),
      )
      /** Of the line that has not ended yet. */
      let head = Buffer.alloc(0)
      child.stdout.on('data', (chunk: Buffer) => {
        lines.push(chunk, log(chunk))
        const begin = chunk.lastIndexOf(NEWLINE) + 1
        head = Buffer.concat([
          begin > 0 ? Buffer.alloc(0) : head,
          chunk.subarray(begin, begin + HEAD),
        ])
        head = head.subarray(0, HEAD)
      })
      const close = () => {
        if (!isOpen) return
        lines.end()
        isOpen = false
        controller.close()
      }
      child.stdout.once('close', close)
      // What it left running may hold the stream open.
      exit.then(() => delay(500)).then(close)
    },
    cancel() {
      isOpen = false
    },
  })
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if (child.stdin.writable) child.stdin.write(`${JSON.stringify(message)}\n`)
    },
  })

  const hasEnded = () => node.exitCode !== null || node.signalCode !== null
  return {
    stream: { readable, writable },
    ended: () =>
      hasEnded()
        ? { exitCode: node.exitCode, signal: node.signalCode, stderr: stderr.toString() }
        : undefined,
    exit,
    async stop() {
      child.stdin.end()
      await Promise.race([exit, delay(PATIENCE / 2)])
      if (!hasEnded()) child.kill('SIGTERM')
      await exit
      for (const stream of child.stdio) stream?.destroy()
      await settled
    },
  }
}

function messageIn(text: string): AnyMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? (message as AnyMessage) : undefined
  } catch {
    return undefined
  }
}
