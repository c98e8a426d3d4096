/** What the SDK says that the model calls used: the harness's own claim. */
import type { LanguageModelUsage } from 'ai'
import type { Metadata } from '../../plugin/run/adapter.ts'

type Tokens = NonNullable<Metadata['tokens']>
type Kind = keyof Tokens

/** The SDK gives the parts of the input beside their sum. */
const kinds: Record<Kind, (usage: LanguageModelUsage) => number | undefined> = {
  input: ({ inputTokenDetails }) => inputTokenDetails.noCacheTokens,
  output: ({ outputTokens }) => outputTokens,
  cacheRead: ({ inputTokenDetails }) => inputTokenDetails.cacheReadTokens,
  cacheWrite: ({ inputTokenDetails }) => inputTokenDetails.cacheWriteTokens,
}

/** A kind that one answer is silent about is unknown for all of them. */
export function claimOf(answers: LanguageModelUsage[]): { calls: number; tokens: Tokens } {
  const tokens: Tokens = {}
  for (const [kind, of] of Object.entries(kinds) as [Kind, (typeof kinds)[Kind]][]) {
    const counts = answers.map(of)
    if (counts.every((count) => count !== undefined))
      tokens[kind] = counts.reduce((sum, count) => sum + count, 0)
  }
  return { calls: answers.length, tokens }
}
