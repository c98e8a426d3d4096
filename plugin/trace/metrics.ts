/** Tokens and costs in ATIF's words. Pure; any process. */
import type { Attempt } from '../record/schema.ts'

export interface Metrics {
  prompt_tokens?: number
  completion_tokens?: number
  cached_tokens?: number
  cost_usd?: number
}

type Counts = { [kind in keyof Attempt['usage']['tokens']]?: number | null | undefined }

/** Its prompt tokens hold those of caches. */
export function metricsOf(tokens: Counts, cost: number | null, prefix = ''): Metrics {
  const { input, output, cacheRead, cacheWrite } = tokens
  const prompt = input == null ? null : input + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return Object.fromEntries(
    [
      ['prompt_tokens', prompt],
      ['completion_tokens', output],
      ['cached_tokens', cacheRead],
      ['cost_usd', cost],
    ]
      .filter(([, value]) => value != null)
      .map(([name, value]) => [`${prefix}${name}`, value]),
  )
}
