/** A conversation with an agent over the Agent Client Protocol. In the adapter's process. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ContentBlock,
  client,
  PROTOCOL_VERSION,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { type Context, type Metadata, type Session, Unmeasured } from '../../plugin/run/adapter.ts'
import type { Command } from '../program/find.ts'
import type { Counting, Said, Used } from '../program/preset.ts'
import { createDesk } from '../program/sink.ts'
import { byExitCode } from '../program/verdict.ts'
import { startAgent } from './connection.ts'
import { openPolicy } from './policy.ts'
import { createUpdates, used } from './updates.ts'

/** Milliseconds that an agent has to heed a cancellation, before its process is ended. */
const PATIENCE_CANCEL = 1500

/** Milliseconds for an end to be heard of. */
const PATIENCE_GONE = 1000

/** By the protocol: who works with it has to log in. */
const AUTHENTICATION_REQUIRED = -32000

export interface Agent {
  /** For what is told of it. */
  name: string
  command: Command
  env: Record<string, string>
  /** Of the modes that it offers (`session/set_mode`). */
  mode?: string | undefined
  counts?: Counting | undefined
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
  const decide = openPolicy(context)

  const running = await startAgent({ command, cwd: build, env }, context, (message, raw) => {
    if (!('method' in message) || message.method !== 'session/update') return
    desk.at(raw)
    try {
      updates.read((message.params as { update: SessionUpdate }).update, desk.sink)
    } catch (error) {
      desk.sink.error(`an update that is not as the protocol has it: ${(error as Error).message}`)
    }
    desk.at(undefined)
  })
  const connection = client({ name: 'client' })
    .onRequest('session/request_permission', ({ params }) => {
      updates.asked(params.toolCall, desk.sink)
      const optionId = context.signal.aborted ? null : decide(params, desk.sink)
      const chosen = params.options.find((option) => option.optionId === optionId)
      if (!chosen?.kind.startsWith('allow')) updates.refuse(params.toolCall.toolCallId)
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
  async function ask<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {})
    const gone = running.exit.then(() => delay(PATIENCE_GONE))
    return Promise.race([answer, gone.then(() => Promise.reject(new Error('it is gone')))])
  }

  /** Continues a sentence. */
  async function why(error: unknown, ...during: string[]): Promise<string> {
    // A connection that is closed may be heard of before the end of who closed it.
    if (codeOf(error) === undefined) await Promise.race([running.exit, delay(PATIENCE_GONE)])
    const ended = running.ended()
    if (!ended) return `answered with an error: ${meaning(error)}`
    const how = byExitCode({ ...ended, stop: null, failed: null }) ?? 'ended'
    const said = ended.stderr.trim().split('\n').at(-1)
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
    await ask(it.request('initialize', introduction))
    const opened = it.request('session/new', { cwd: build, mcpServers: [] })
    const { sessionId } = await ask(opened)
    if (mode !== undefined) await ask(it.request('session/set_mode', { sessionId, modeId: mode }))
    return sessionId
  }

  let sessionId: string
  try {
    sessionId = await until(() => void stop(), openSession)
  } catch (error) {
    const reason = await why(error)
    await stop()
    if (context.signal.aborted) return { turn: async () => ({}), close: async () => {} }
    throw new Unmeasured(`no session could be opened: ${name} ${reason}`)
  }

  async function cancel() {
    it.notify('session/cancel', { sessionId }).catch(() => {})
    await Promise.race([running.exit, delay(PATIENCE_CANCEL)])
    await stop()
  }

  return {
    async turn(brief): Promise<Metadata> {
      if (context.signal.aborted) return {}
      desk.beginTurn(brief)
      const prompt = blocksOf((await agent.say?.(brief)) ?? { text: brief })
      try {
        const answer: PromptResponse = await until(
          () => void cancel(),
          () => ask(it.request('session/prompt', { sessionId, prompt })),
        )
        const usage = usageOf(answer, counts)
        if (counts.cumulative) desk.sink.usageSoFar(usage)
        else if (!counts.lastCallOnly && !counts.perCall) desk.sink.usage(null, usage)
        desk.sink.stop(answer.stopReason)
        const failure = await agent.failure?.(sessionId)
        if (failure == null) return desk.endTurn()
        const crashed = `${name} failed: ${failure}`
        desk.sink.failed(crashed)
        return { ...desk.endTurn(), crashed }
      } catch (error) {
        if (context.signal.aborted) return desk.endTurn()
        const crashed = `${name} ${await why(error, 'while it worked')}`
        desk.sink.failed(crashed)
        return { ...desk.endTurn(), crashed }
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

function usageOf({ usage, _meta }: PromptResponse, counts: Counting): Used {
  type Quota = { token_count?: { input_tokens?: number; output_tokens?: number } }
  const { input_tokens, output_tokens } = (_meta?.quota as Quota | undefined)?.token_count ?? {}
  const told = usage ?? { inputTokens: input_tokens, outputTokens: output_tokens }
  return { ...used(told, counts), calls: undefined }
}

function meaning(error: unknown): string {
  const { message, data } = error as { message: string; data?: unknown }
  if (codeOf(error) === AUTHENTICATION_REQUIRED) return `it wants to be logged in (${message})`
  const details = (data as { details?: unknown } | undefined)?.details
  return typeof details === 'string' ? `${message}: ${details}` : message
}

/** Of an error that the agent itself answered with. */
function codeOf(error: unknown): number | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'number' ? code : undefined
}
