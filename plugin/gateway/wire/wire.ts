/** What the meter wants to know of a model call, whatever wire format it is in. Plain values; any process. */
import type { Tokens } from '../../record/schema.ts'

export const wireNames = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
  /** Counts tokens, lists models, anything else: forwarded, and not a model call. */
  'none',
] as const
export type WireName = (typeof wireNames)[number]

/** Read from a request's path and body. */
export interface RequestFacts {
  /** Null where the request does not say. */
  model: string | null
  stream: boolean
  tools: { count: number; names: string[] }
  /** Characters of the system prompt, wherever the format puts it. */
  systemCharacters: number
  messages: { count: number; characters: number }
}

/** Read from an answer, as far as it came. */
export interface AnswerFacts {
  model: string | null
  /** Arguments as the model wrote them: JSON text, whole or broken off. */
  toolCalls: { id: string | null; name: string; arguments: string }[]
  /** In the provider's own word. */
  finish: string | null
  /** The four kinds are disjoint, whatever the provider's convention: `input` is what no cache took. */
  tokens: Tokens
  /** The provider's usage object, the last one that came; null where none did. */
  usage: unknown
  /** The provider's error, in its own words. */
  error: { type: string | null; message: string } | null
  /** The format's own end was seen. */
  complete: boolean
}

/** Reads a copy of an answer while the original is passed on. Never throws on what a server sends. */
export interface AnswerReader {
  /** Bytes after content decoding. */
  push(chunk: Uint8Array): void
  facts(): AnswerFacts
}

/** One wire format. */
export interface Wire {
  name: WireName
  readRequest(path: string, body: Uint8Array): RequestFacts
  /** @param contentType of the answer; decides between a stream of events and one document */
  readAnswer(contentType: string | null): AnswerReader
  /** An error in the shape that this provider's clients understand, and do not retry. */
  refusal(message: string): { status: number; headers: Record<string, string>; body: string }
}
