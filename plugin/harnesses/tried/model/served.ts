/**
 * What an answer of the model says that it used, read from its bytes. Not by the code of the meter,
 * which is what is checked by it. Any process.
 */
export interface Served {
  /** Cached tokens included. */
  input: number
  output: number
}

type Json = Record<string, unknown>

/** @param answer JSON, or server-sent events with JSON in their data */
export function servedIn(answer: string): Served {
  const served = { input: 0, output: 0 }
  for (const usage of documentsIn(answer).flatMap(usagesIn)) {
    // Frames repeat and grow: the largest is the last.
    served.input = Math.max(served.input, inputOf(usage))
    served.output = Math.max(
      served.output,
      first(usage, 'completion_tokens', 'output_tokens') || candidates(usage),
    )
  }
  return served
}

function documentsIn(answer: string): unknown[] {
  const lines = answer.includes('data:')
    ? [...answer.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data)
    : [answer]
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}

function usagesIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'usage' || key === 'usageMetadata') && typeof inner === 'object' && inner !== null
      ? [inner as Json]
      : usagesIn(inner),
  )
}

/** Anthropic's `input_tokens` are without the cached ones; all others' are with them. */
function inputOf(usage: Json): number {
  return (
    first(usage, 'prompt_tokens', 'input_tokens', 'promptTokenCount') +
    first(usage, 'cache_read_input_tokens') +
    first(usage, 'cache_creation_input_tokens')
  )
}

function candidates(usage: Json): number {
  return first(usage, 'candidatesTokenCount') + first(usage, 'thoughtsTokenCount')
}

function first(usage: Json, ...names: string[]): number {
  for (const name of names) if (typeof usage[name] === 'number') return usage[name]
  return 0
}
