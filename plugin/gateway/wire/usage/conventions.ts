/**
 * Who counts which tokens where: the table by which a provider's usage object is read.
 * The first row of a wire format that applies is taken; its last row applies to everybody.
 * A row is told by its fields, not by a provider's name, since a name is only the user's word.
 */
import { at } from '../json.ts'
import type { WireName } from '../wire.ts'

export type Path = readonly string[]

export interface Convention {
  who: string
  wire: Exclude<WireName, 'none'>
  applies(usage: unknown): boolean
  /** Summed; the first must be there. */
  input: readonly Path[]
  /** Whether the count of the input holds what a cache took or was given. */
  cache: 'inside input' | 'beside input'
  /** null: the provider has no such count, so there is none. */
  cacheRead: Path | null
  cacheWrite: Path | null
  output: Path
  /** Where the model's thoughts are counted. A total that says otherwise is believed. */
  reasoning: { field: Path | null; usually: 'inside output' | 'beside output' | 'rest of total' }
  total: Path | null
  /** The documentation that says so. */
  source: string
}

const everybody = () => true
const has =
  (...path: string[]) =>
  (usage: unknown) =>
    at(usage, ...path) !== undefined

const chat = {
  wire: 'openai-chat',
  input: [['prompt_tokens']],
  cache: 'inside input',
  cacheRead: ['prompt_tokens_details', 'cached_tokens'],
  cacheWrite: null,
  output: ['completion_tokens'],
  reasoning: { field: ['completion_tokens_details', 'reasoning_tokens'], usually: 'inside output' },
  total: ['total_tokens'],
} as const

export const conventions: readonly Convention[] = [
  {
    ...chat,
    who: 'DeepSeek',
    applies: has('prompt_cache_hit_tokens'),
    cacheRead: ['prompt_cache_hit_tokens'],
    source:
      'DeepSeek API Docs, "Create Chat Completion" (api-docs.deepseek.com/api/create-chat-completion): prompt_tokens is the sum of prompt_cache_hit_tokens and prompt_cache_miss_tokens',
  },
  {
    ...chat,
    who: 'Alibaba Model Studio (Qwen), explicit cache',
    applies: has('prompt_tokens_details', 'cache_creation_input_tokens'),
    cacheWrite: ['prompt_tokens_details', 'cache_creation_input_tokens'],
    source:
      'Alibaba Cloud Model Studio, "Context Cache" (alibabacloud.com/help/en/model-studio/context-cache)',
  },
  {
    ...chat,
    who: 'Moonshot (Kimi)',
    applies: has('cached_tokens'),
    cacheRead: ['cached_tokens'],
    source: 'Kimi API Platform, "Chat" (platform.kimi.ai/docs/api/chat): usage.cached_tokens',
  },
  {
    ...chat,
    who: 'Gemini through the OpenAI format',
    // It gives no details at all, and a total that is more than its parts.
    applies: (usage) =>
      !has('prompt_tokens_details')(usage) && !has('completion_tokens_details')(usage),
    reasoning: { field: null, usually: 'rest of total' },
    source:
      'Google AI Developers Forum, "Question with usage in OpenAI compatibility" (discuss.ai.google.dev/t/98760), answered by Google: total_tokens holds input, output and thinking',
  },
  {
    ...chat,
    who: 'OpenAI, OpenRouter, xAI and everybody else who speaks chat completions',
    applies: everybody,
    cacheWrite: ['prompt_tokens_details', 'cache_write_tokens'],
    source:
      'OpenAI API reference, "The chat completion object", and guide "Prompt caching" (cached_tokens and cache_write_tokens are parts of prompt_tokens); OpenRouter, "Usage Accounting" (openrouter.ai/docs/use-cases/usage-accounting); xAI, "Usage & Pricing" of prompt caching and "Reasoning" (docs.x.ai: reasoning tokens beside completion_tokens, told by total_tokens)',
  },
  {
    who: 'OpenAI, xAI and everybody else who speaks responses',
    wire: 'openai-responses',
    applies: everybody,
    input: [['input_tokens']],
    cache: 'inside input',
    cacheRead: ['input_tokens_details', 'cached_tokens'],
    cacheWrite: ['input_tokens_details', 'cache_write_tokens'],
    output: ['output_tokens'],
    reasoning: { field: ['output_tokens_details', 'reasoning_tokens'], usually: 'inside output' },
    total: ['total_tokens'],
    source: 'OpenAI API reference, "The response object": usage; guide "Prompt caching"',
  },
  {
    who: 'Anthropic and everybody else who speaks messages',
    wire: 'anthropic-messages',
    applies: everybody,
    input: [['input_tokens']],
    cache: 'beside input',
    cacheRead: ['cache_read_input_tokens'],
    cacheWrite: ['cache_creation_input_tokens'],
    output: ['output_tokens'],
    reasoning: { field: null, usually: 'inside output' },
    total: null,
    source:
      'Claude docs, "Prompt caching" (platform.claude.com/docs/en/build-with-claude/prompt-caching): the whole input is cache_read_input_tokens + cache_creation_input_tokens + input_tokens; "Streaming messages": counts of message_delta are cumulative; "Extended thinking": thinking is billed as output',
  },
  {
    who: 'Gemini API and Vertex AI',
    wire: 'gemini-generate',
    applies: everybody,
    input: [['promptTokenCount'], ['toolUsePromptTokenCount']],
    cache: 'inside input',
    cacheRead: ['cachedContentTokenCount'],
    // Filling a cache is a call of its own (cachedContents.create), billed by the hour.
    cacheWrite: null,
    output: ['candidatesTokenCount'],
    reasoning: { field: ['thoughtsTokenCount'], usually: 'beside output' },
    total: ['totalTokenCount'],
    source:
      'Gemini API reference, "UsageMetadata" (ai.google.dev/api/generate-content): promptTokenCount includes the cached content; totalTokenCount is prompt + candidates + tool use prompt + thoughts',
  },
]
