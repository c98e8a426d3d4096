/**
 * What an agent answers to our requests, looked at before anything is made of it: it is a program of
 * anybody's. In the adapter's process.
 */
import { PROTOCOL_VERSION, type PromptResponse } from '@agentclientprotocol/sdk/unstable'
import type { Counting, Used } from '../program/preset.ts'
import { used } from './updates.ts'

/** The agent did what the protocol has not; the message continues a sentence that begins with its name. */
export class Unprotocolled extends Error {
  override name = 'Unprotocolled'
}

/** By the protocol: who works with it has to log in. */
const AUTHENTICATION_REQUIRED = -32000

/** Of what `initialize` was answered with. */
export function checkVersion(answer: unknown): void {
  const { protocolVersion } = fieldsOf(answer)
  if (protocolVersion === PROTOCOL_VERSION) return
  if (protocolVersion === undefined)
    throw without('initialize', 'a version of the protocol', answer)
  throw new Unprotocolled(
    `speaks version ${protocolVersion} of the protocol, and what is read here is version ${PROTOCOL_VERSION}`,
  )
}

/** Of what `session/new` was answered with. */
export function sessionIdIn(answer: unknown): string {
  const { sessionId } = fieldsOf(answer)
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId
  throw without('session/new', 'the id of a session', answer)
}

/** What `session/prompt` was answered with. */
export function endIn(answer: unknown): PromptResponse {
  if (typeof fieldsOf(answer).stopReason === 'string') return answer as PromptResponse
  throw without('session/prompt', 'a word of how the turn ended', answer)
}

export function usageOf({ usage, _meta }: PromptResponse, counts: Counting): Used {
  type Quota = { token_count?: { input_tokens?: number; output_tokens?: number } }
  const { input_tokens, output_tokens } = (_meta?.quota as Quota | undefined)?.token_count ?? {}
  const told = usage ?? { inputTokens: input_tokens, outputTokens: output_tokens }
  return { ...used(told, counts), calls: undefined }
}

/** Continues a sentence. */
export function meaning(error: unknown): string {
  const { message, data } = error as { message: string; data?: unknown }
  if (codeOf(error) === AUTHENTICATION_REQUIRED) return `it wants to be logged in (${message})`
  const details = (data as { details?: unknown } | undefined)?.details
  return typeof details === 'string' ? `${message}: ${details}` : message
}

/** Of an error that the agent itself answered with. */
export function codeOf(error: unknown): number | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'number' ? code : undefined
}

function fieldsOf(answer: unknown): Record<string, unknown> {
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
}

function without(request: string, what: string, answer: unknown) {
  const said = JSON.stringify(answer) ?? 'nothing'
  return new Unprotocolled(`answered \`${request}\` without ${what}: ${said.slice(0, 200)}`)
}
