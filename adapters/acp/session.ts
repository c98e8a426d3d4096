/** A conversation with an agent over the Agent Client Protocol. In the adapter's process. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type AnyMessage,
  type ContentBlock,
  client,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type SessionNotification,
} from '@agentclientprotocol/sdk/unstable'
import { type Context, type Metadata, type Session, Unmeasured } from '../../plugin/run/adapter.ts'
import type { Command } from '../program/find.ts'
import { lastWords } from '../program/last-words.ts'
import { type Line, LONGEST_LINE } from '../program/lines.ts'
import type { Counting, Said, Used } from '../program/preset.ts'
import { createDesk } from '../program/sink.ts'
import { byExitCode } from '../program/verdict.ts'
import {
  checkVersion,
  codeOf,
  endIn,
  meaning,
  sessionIdIn,
  Unprotocolled,
  usageOf,
} from './answer.ts'
import { startAgent } from './connection.ts'
import { openPolicy } from './policy.ts'
import { createUpdates } from './updates.ts'

/** Milliseconds that an agent has to heed a cancellation, before its process is ended. */
const PATIENCE_CANCEL = 1500

/** Milliseconds for an end to be heard of. */
const PATIENCE_GONE = 1000

export interface Agent {
  /** For what is told of it. */
  name: string
  command: Command
  env: Record<string, string>
  /** Of the modes that it offers (`session/set_mode`). */
  mode?: string | undefined
  counts?: Counting | undefined
  /** Its tool by which the model asks the user. */
  asksBy?: string | undefined
  /** What is said for a brief, if not the brief itself; throws what a turn throws. */
  say?(brief: string): Promise<Said>
  /** Why a turn failed of which the agent says that it has ended well; null where it did not. */
  failure?(sessionId: string): Promise<string | null>
}

/** @throws Unmeasured when there is no agent to talk to */
export async function openAgent(agent: Agent, build: string, context: Context): Promise<Session> {
  const { name, command, env, mode, counts = {} } = agent
  const desk = createDesk(context)
  const updates = createUpdates(counts)
  const decide = openPolicy(context, agent.asksBy)

  /** The request that waits for an answer, and what makes it wait no longer. */
  let waiting: { method: string; fail(error: Error): void } | undefined
  let sessionId: string | undefined
  /** Where requests for leave stand in the output, by their calls. */
  const asked = new Map<string, Line['raw']>()

  function hear(message: AnyMessage, raw: Line['raw']) {
    if (!('method' in message)) {
      // Without an id it answers nothing: some log in JSON there.
      if ('id' in message && 'result' in message === 'error' in message)
        waiting?.fail(
          new Unprotocolled(`answered \`${waiting.method}\` with neither a result nor an error`),
        )
    } else if (message.method === 'session/request_permission') {
      const { toolCall } = Object(message.params) as Partial<RequestPermissionRequest>
      if (toolCall) asked.set(toolCall.toolCallId, raw)
    } else if (message.method === 'session/update') {
      const params = message.params as SessionNotification
      // Those of the sessions that an agent has of its own stand in its output.
      if (sessionId !== undefined && params?.sessionId !== sessionId) return
      desk.at(raw)
      try {
        updates.read(params.update, desk.sink)
      } catch (error) {
        desk.sink.error(`an update that is not as the protocol has it: ${(error as Error).message}`)
      }
      desk.at(undefined)
    }
  }

  /** @param begin of a message that is too long to be read */
  function miss(begin: string, raw: Line['raw']) {
    const size = `a message of ${raw.bytes} bytes, of more than ${LONGEST_LINE}`
    desk.at(raw)
    desk.sink.error(`${size}: it was not read`)
    desk.at(undefined)
    const isUpdate = /"method"\s*:\s*"session\/update"/.test(begin)
    const isMessage = begin.startsWith('{') && /"(id|result|error)"\s*:/.test(begin)
    if (isMessage && !isUpdate)
      waiting?.fail(new Unprotocolled(`sent ${size}, while \`${waiting.method}\` waited`))
  }

  const running = await startAgent({ command, cwd: build, env }, context, hear, miss)
  const connection = client({ name: 'client' })
    .onRequest('session/request_permission', ({ params }) => {
      const isOwn = params.sessionId === sessionId
      desk.at(asked.get(params.toolCall.toolCallId))
      if (isOwn) updates.asked(params.toolCall, desk.sink)
      const optionId = context.signal.aborted ? null : decide(params, desk.sink)
      desk.at(undefined)
      const chosen = params.options.find((option) => option.optionId === optionId)
      if (isOwn && !chosen?.kind.startsWith('allow')) updates.refuse(params.toolCall.toolCallId)
      return optionId === null
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId } }
    })
    .onNotification('session/update', () => {}) // read above, as it came
    .connect(running.stream)

  const { agent: it } = connection

  const stop = async () => {
    await running.stop()
    connection.close()
  }

  /** What the agent answers, unless its process ends first; some of what it leaves holds its streams. */
  async function ask<T>(method: string, answer: Promise<T>): Promise<T> {
    answer.catch(() => {})
    const { promise: failed, reject } = Promise.withResolvers<never>()
    waiting = { method, fail: reject }
    const gone = running.exit.then(() => delay(PATIENCE_GONE))
    return Promise.race([answer, failed, gone.then(() => Promise.reject(new Error('it is gone')))])
  }

  /** Continues a sentence. */
  async function why(error: unknown, ...during: string[]): Promise<string> {
    if (error instanceof Unprotocolled) return error.message
    // A connection that is closed may be heard of before the end of who closed it.
    if (codeOf(error) === undefined) await Promise.race([running.exit, delay(PATIENCE_GONE)])
    const ended = running.ended()
    if (!ended) return `answered \`${waiting?.method}\` with an error: ${meaning(error)}`
    const how = byExitCode({ ...ended, stop: null, failed: null }) ?? 'ended'
    const said = lastWords(ended.stderr)
    return [how, ...during].join(' ') + (said ? `: ${said}` : '')
  }

  /** @param end what is done when the time is up */
  async function until<T>(end: () => void, act: () => Promise<T>): Promise<T> {
    context.signal.addEventListener('abort', end, { once: true })
    if (context.signal.aborted) end()
    try {
      return await act()
    } finally {
      context.signal.removeEventListener('abort', end)
    }
  }

  async function openSession(): Promise<string> {
    // No file system and no terminal of ours: the agent's own tools are what is measured.
    const introduction = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} }
    checkVersion(await ask('initialize', it.request('initialize', introduction)))
    const asked = { cwd: build, mcpServers: [] }
    const opened = sessionIdIn(await ask('session/new', it.request('session/new', asked)))
    sessionId = opened
    if (mode !== undefined) {
      const chosen = { sessionId: opened, modeId: mode }
      await ask('session/set_mode', it.request('session/set_mode', chosen))
    }
    return opened
  }

  let opened: string
  try {
    opened = await until(() => void stop(), openSession)
  } catch (error) {
    const reason = context.signal.aborted
      ? `did not answer \`${waiting?.method}\``
      : await why(error)
    await stop()
    const message = `no session could be opened: ${name} ${reason}`
    desk.sink.error(message)
    throw new Unmeasured(message)
  }

  async function cancel() {
    it.notify('session/cancel', { sessionId: opened }).catch(() => {})
    await Promise.race([running.exit, delay(PATIENCE_CANCEL)])
    await stop()
  }

  function claim(usage: Used) {
    const cost = updates.takeCost()
    if (counts.cumulative) desk.sink.usageSoFar(usage)
    else if (!counts.perCall)
      desk.sink.usage(null, counts.lastCallOnly ? { cost, calls: undefined } : { ...usage, cost })
  }

  function endTurn(): Metadata {
    updates.endTurn(desk.sink)
    return desk.endTurn()
  }

  function crash(how: string): Metadata {
    const crashed = `${name} ${how}`
    desk.sink.failed(crashed)
    return { ...endTurn(), crashed }
  }

  return {
    async turn(brief): Promise<Metadata> {
      if (context.signal.aborted) return {}
      desk.beginTurn(brief)
      const prompt = blocksOf((await agent.say?.(brief)) ?? { text: brief })
      try {
        const answer = endIn(
          await until(
            () => void cancel(),
            () =>
              ask('session/prompt', it.request('session/prompt', { sessionId: opened, prompt })),
          ),
        )
        claim(usageOf(answer, counts))
        desk.sink.stop(answer.stopReason)
        if (context.signal.aborted) return endTurn()
        if (answer.stopReason === 'cancelled')
          return crash('cancelled its turn, which nobody had asked for')
        const failure = await agent.failure?.(opened)
        return failure == null ? endTurn() : crash(`failed: ${failure}`)
      } catch (error) {
        return context.signal.aborted ? endTurn() : crash(await why(error, 'while it worked'))
      }
    },
    close: stop,
  }
}

function blocksOf({ aside, text }: Said): ContentBlock[] {
  const annotations = { audience: ['user' as const] }
  return [
    ...(aside === undefined ? [] : [{ type: 'text' as const, text: aside, annotations }]),
    { type: 'text', text },
  ]
}
