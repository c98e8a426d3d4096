/** Brings a provider's usage object to four disjoint kinds of tokens. Pure; any process. */
import type { Tokens } from '../../../record/schema.ts'
import { at, objectAt } from '../json.ts'
import type { WireName } from '../wire.ts'
import { type Convention, conventions, type Path } from './conventions.ts'

export const unknownTokens: Tokens = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
}

/** No call comes near it: a larger count is an error, and no count is better than a wrong one. */
const ABSURD = 1e10

/** A count; undefined where the field is absent, null where it holds what is no count. */
function count(usage: unknown, path: Path): number | null | undefined {
  const value = at(usage, ...path)
  if (value === undefined || value === null) return undefined
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < ABSURD
    ? (value as number)
    : null
}

/**
 * @param usage the provider's own object; anything else gives no token of any kind
 * @returns disjoint kinds: `input` is what no cache read or write covers, `output` holds thoughts.
 *   Where the provider leaves a cache field out, no cache was used, and that is 0; where the field
 *   holds nonsense, or the parts are more than their sum, the kinds concerned are null.
 */
export function tokensOf(wire: WireName, usage: unknown): Tokens {
  const convention = conventions.find((row) => row.wire === wire && row.applies(usage))
  if (convention === undefined || objectAt(usage) === null) return { ...unknownTokens }
  const input = total(usage, convention.input)
  return {
    ...inputKinds(usage, convention, input),
    output: output(usage, convention, input),
  }
}

function total(usage: unknown, paths: readonly Path[]): number | null {
  const [first, ...others] = paths.map((path) => count(usage, path))
  return [first ?? null, ...others.map((other) => (other === undefined ? 0 : other))].reduce(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0,
  )
}

function inputKinds(
  usage: unknown,
  convention: Convention,
  input: number | null,
): Omit<Tokens, 'output'> {
  const cache = (path: Path | null) => {
    const found = path === null ? undefined : count(usage, path)
    // An answer that does not even tell its input says nothing by leaving a field out.
    return found === undefined ? (input === null ? null : 0) : found
  }
  const cacheRead = cache(convention.cacheRead)
  const cacheWrite = cache(convention.cacheWrite)
  if (convention.cache === 'beside input') return { input, cacheRead, cacheWrite }
  if (input === null || cacheRead === null || cacheWrite === null)
    return { input: null, cacheRead, cacheWrite }
  const rest = input - cacheRead - cacheWrite
  return rest < 0
    ? { input: null, cacheRead: null, cacheWrite: null }
    : { input: rest, cacheRead, cacheWrite }
}

function output(usage: unknown, convention: Convention, input: number | null): number | null {
  const { field, usually } = convention.reasoning
  // Gemini leaves counts of nothing out: an answer of thoughts alone has no candidatesTokenCount.
  const left = convention.wire === 'gemini-generate' && input !== null ? 0 : null
  const said = count(usage, convention.output)
  const told = said === undefined ? left : said
  if (told === null) return null
  const sum = convention.total === null ? undefined : count(usage, convention.total)
  const byTotal =
    typeof sum === 'number' && input !== null && sum >= input ? sum - input : undefined
  if (usually === 'rest of total') return Math.max(told, byTotal ?? told)
  const reasoning = field === null ? undefined : count(usage, field)
  if (reasoning === undefined) return told
  if (reasoning === null) return usually === 'inside output' ? told : null
  if (byTotal === told) return told
  if (byTotal === told + reasoning) return told + reasoning
  return usually === 'inside output' ? told : told + reasoning
}

/**
 * Cache writes that Anthropic keeps for an hour, and prices apart: a part of `cacheWrite`.
 * Source: Claude docs, "Prompt caching", on `cache_creation.ephemeral_1h_input_tokens`.
 */
export function longCacheWrites(usage: unknown): number {
  return count(usage, ['cache_creation', 'ephemeral_1h_input_tokens']) ?? 0
}
