/** The wire formats, and which of them a request speaks. Pure; any process. */
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { none } from './none.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Wire } from './wire.ts'

/** By the end of a path, so that any base path of a provider fits before it. */
const ends: [RegExp, Wire][] = [
  [/\/chat\/completions$/, openaiChat],
  [/\/responses$/, openaiResponses],
  // Threads of OpenAI's assistants have messages too, which no model answers.
  [/^(?!.*\/threads\/).*\/messages$/, anthropic],
  [/:(generateContent|streamGenerateContent)$/, gemini],
]

/**
 * @param path below the provider's base, with or without a query
 * @returns the wire format of a model call; `none` for whatever else is asked
 */
export function wireOf(method: string, path: string): Wire {
  if (method.toUpperCase() !== 'POST') return none
  const plain = plainPath(path)
  return ends.find(([end]) => end.test(plain))?.[1] ?? none
}

/**
 * Whether a request that is no model call is known to cost nothing: reading, and counting tokens.
 * Anything else (embeddings, batches, images, completions of old) would cost what nobody meters.
 */
export function costsNothing(method: string, path: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/i.test(method)) return true
  return /(\/count_tokens|:countTokens|\/responses\/input_tokens)$/.test(plainPath(path))
}

function plainPath(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .replace(/%3a/gi, ':')
    .replace(/\/+$/, '')
}
