/** A conversation with an agent over the Agent Client Protocol. In the adapter's process. */
import { setTimeout as delay } from 'node:timers/promises'
import {
  client,
  PROTOCOL_VERSION,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import { type Context, type Metadata, type Session, Unmeasured } from '../../plugin/run/adapter.ts'
import type { Command } from '../program/find.ts'
import { createDesk } from '../program/sink.ts'
import { byExitCode } from '../program/verdict.ts'
import { startAgent } from './connection.ts'
import { openPolicy } from './policy.ts'
import { createUpdates } from './updates.ts'

/** Milliseconds that an agent has to heed a cancellation, before its process is ended. */
const CANCEL_PATIENCE = 1500

/** By the protocol: who works with it has to log in. */
const AUTHENTICATION_REQUIRED = -32000

export interface Agent {
  /** For what is told of it. */
  name: string
  command: Command
  env: Record<string, string>
  /** Of the modes that it offers (`session/set_mode`). */
  mode?: string | undefined
}

/** @throws Unmeasured when there is no agent to talk to */
export async function openAgent(agent: Agent, build: string, context: Context): Promise<Session> {
  const { name, command, env, mode } = agent
  const desk = createDesk(context)
  const updates = createUpdates()
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
      const optionId = context.signal.aborted ? null : decide(params, desk.sink)
      const chosen = params.options.find((option) => option.optionId === optionId)
      if (!chosen?.kind.startsWith('allow')) updates.refuse(params.toolCall.toolCallId)
      return optionId === null
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId } }
    })
    .onNotification('session/update', () => {}) // read above, as it came
    .connect(running.stream)

  /** What the agent answers, unless its process ends or its time is up first. */
  async function ask<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => {})
    const gone = running.exit.then(() => delay(1000)).then(() => Promise.reject(new Error('gone')))
    gone.catch(() => {})
    return Promise.race([answer, gone])
  }

  const stop = async () => {
    await running.stop()
    connection.close()
  }

  let sessionId: string
  const giveUp = () => void stop()
  context.signal.addEventListener('abort', giveUp)
  try {
    // No file system and no terminal of ours: the agent's own tools are what is measured.
    await ask(
      connection.agent.request('initialize', {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: {},
      }),
    )
    const opened = connection.agent.request('session/new', { cwd: build, mcpServers: [] })
    sessionId = (await ask(opened)).sessionId
    if (mode !== undefined)
      await ask(connection.agent.request('session/set_mode', { sessionId, modeId: mode }))
  } catch (error) {
    const ended = running.ended()
    await stop()
    if (context.signal.aborted) return { turn: async () => ({}), close: async () => {} }
    throw new Unmeasured(
      `no session could be opened with ${name}: ${ended ? `it ${byExitCode({ ...ended, stop: null, failed: null }) ?? 'ended'}${lastLine(ended.stderr)}` : meaning(error)}`,
    )
  } finally {
    context.signal.removeEventListener('abort', giveUp)
  }

  async function prompt(text: string): Promise<PromptResponse | string> {
    const onAbort = async () => {
      connection.agent.notify('session/cancel', { sessionId }).catch(() => {})
      await Promise.race([running.exit, delay(CANCEL_PATIENCE)])
      await stop()
    }
    context.signal.addEventListener('abort', onAbort, { once: true })
    if (context.signal.aborted) onAbort()
    try {
      const block = { type: 'text' as const, text }
      return await ask(connection.agent.request('session/prompt', { sessionId, prompt: [block] }))
    } catch (error) {
      const ended = running.ended()
      return ended
        ? `${name} ${byExitCode({ ...ended, stop: null, failed: null }) ?? 'ended'} while it worked${lastLine(ended.stderr)}`
        : `${name} answered with an error: ${meaning(error)}`
    } finally {
      context.signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    async turn(text): Promise<Metadata> {
      desk.beginTurn(text)
      const answer = await prompt(text)
      if (typeof answer === 'string') {
        if (!context.signal.aborted) desk.sink.failed(answer)
        const claim = desk.endTurn()
        return context.signal.aborted ? claim : { ...claim, crashed: answer }
      }
      desk.sink.usage(null, usageOf(answer))
      desk.sink.stop(answer.stopReason)
      return desk.endTurn()
    },
    close: stop,
  }
}

/** Agents differ in whether `input` holds what a cache took; it is told as they tell it. */
function usageOf({ usage, _meta }: PromptResponse) {
  type Quota = { token_count?: { input_tokens?: number; output_tokens?: number } }
  const quota = (_meta?.quota as Quota | undefined)?.token_count
  return {
    input: usage?.inputTokens ?? quota?.input_tokens,
    output: usage?.outputTokens ?? quota?.output_tokens,
    cacheRead: usage?.cachedReadTokens ?? undefined,
    cacheWrite: usage?.cachedWriteTokens ?? undefined,
    calls: undefined,
  }
}

function meaning(error: unknown): string {
  const { code, message, data } = error as { code?: number; message: string; data?: unknown }
  if (code === AUTHENTICATION_REQUIRED) return `it wants to be logged in (${message})`
  const details = (data as { details?: unknown } | undefined)?.details
  return typeof details === 'string' ? `${message}: ${details}` : message
}

function lastLine(stderr: string): string {
  const last = stderr.trim().split('\n').at(-1)
  return last ? `: ${last}` : ''
}
