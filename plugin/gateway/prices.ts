/**
 * What a call costs: the user's own price table first, then the dated table of
 * @pydantic/genai-prices. No network; main process, and whoever recomputes costs.
 */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { calcPrice, findProvider } from '@pydantic/genai-prices'
import * as z from 'zod'
import type { Tokens } from '../record/schema.ts'
import type { PriceRow, PriceTable } from './price-table.ts'
import { longCacheWrites } from './wire/usage/tokens.ts'

export interface Priced {
  /** US dollars; null is unknown. */
  cost: number | null
  /** Why the cost is unknown; null where it is known. */
  why: string | null
  /** The table that was asked and its version, or the user's row with date and source. */
  source: string
}

export interface Prices {
  price(call: {
    provider: string
    model: string | null
    tokens: Tokens
    at: Date
    /** The provider's usage object, for what four kinds cannot tell: Anthropic's one-hour cache. */
    usage?: unknown
  }): Priced
}

type Kind = keyof Tokens
const names: Record<Kind, string> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache read',
  cacheWrite: 'cache write',
}
const kinds = Object.keys(names) as Kind[]

/**
 * @param userTable rows over the package's table. Of several rows for a model, one that names the
 *   provider goes before one that does not, a longer name before a shorter one with `*`, and then
 *   the newest that is not dated after the call, or the oldest where all are.
 */
export function createPrices(userTable: PriceTable = []): Prices {
  const source = packageSource()
  return {
    price({ provider, model, tokens, at, usage }) {
      if (model === null) return unknown('neither request nor answer names a model', source)
      const row = rowFor(userTable, provider, model, at)
      const from = row === undefined ? source : `${row.source} (${row.date})`
      const missing = kinds.filter((kind) => tokens[kind] === null)
      if (missing.length > 0)
        return unknown(`the answer does not tell its tokens: ${list(missing)}`, from)
      const known = tokens as Record<Kind, number>
      return row === undefined
        ? byPackage({ provider, model, tokens: known, at, usage, source })
        : byRow(row, known, from)
    },
  }
}

const unknown = (why: string, source: string): Priced => ({ cost: null, why, source })

const list = (some: Kind[]) => some.map((kind) => names[kind]).join(', ')

function byRow(row: PriceRow, tokens: Record<Kind, number>, source: string): Priced {
  const unpriced = kinds.filter((kind) => tokens[kind] > 0 && row[kind] === undefined)
  if (unpriced.length > 0)
    return unknown(
      `your price of ${row.model} has no price for ${list(unpriced)}: add it to the row`,
      source,
    )
  const cost = kinds.reduce((sum, kind) => sum + (tokens[kind] * (row[kind] ?? 0)) / 1e6, 0)
  return { cost, why: null, source }
}

function rowFor(
  table: PriceTable,
  provider: string,
  model: string,
  at: Date,
): PriceRow | undefined {
  const day = at.toISOString().slice(0, 10)
  const rank = (row: PriceRow): [number, number, number, string] => [
    row.provider === undefined ? 0 : 1,
    row.model.endsWith('*') ? row.model.length : Number.POSITIVE_INFINITY,
    row.date <= day ? 1 : 0,
    row.date,
  ]
  const matching = table.filter(
    (row) => (row.provider ?? provider) === provider && matches(row.model, model),
  )
  return matching.reduce<PriceRow | undefined>(
    (best, row) => (best === undefined || isBetter(rank(row), rank(best)) ? row : best),
    undefined,
  )
}

function matches(pattern: string, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : pattern === model
}

function isBetter(
  [provider, length, past, date]: [number, number, number, string],
  [provider2, length2, past2, date2]: [number, number, number, string],
): boolean {
  if (provider !== provider2) return provider > provider2
  if (length !== length2) return length > length2
  if (past !== past2) return past > past2
  // Among rows of the past the newest, among rows of the future the oldest.
  return past === 1 ? date > date2 : date < date2
}

function byPackage(call: {
  provider: string
  model: string
  tokens: Record<Kind, number>
  at: Date
  usage: unknown
  source: string
}): Priced {
  const { provider, model, tokens, at, usage, source } = call
  if (findProvider({ providerId: provider }) === undefined)
    return unknown(
      `the price table knows no provider called ${provider}: name it as the table does, or give prices of your own`,
      source,
    )
  const found = calcPrice(
    {
      // The table's input holds what caches took; ours does not.
      input_tokens: tokens.input + tokens.cacheRead + tokens.cacheWrite,
      output_tokens: tokens.output,
      cache_read_tokens: tokens.cacheRead,
      cache_write_tokens: tokens.cacheWrite,
      cache_write_1h_tokens: Math.min(longCacheWrites(usage), tokens.cacheWrite),
    },
    model,
    { providerId: provider, timestamp: at },
  )
  if (found === null)
    return unknown(
      `the price table has no ${model} of ${provider}: give a price of your own`,
      source,
    )
  const keys: Record<Kind, string> = {
    input: 'input_mtok',
    output: 'output_mtok',
    cacheRead: 'cache_read_mtok',
    cacheWrite: 'cache_write_mtok',
  }
  // Left to itself, the package charges a kind without price as plain input.
  const unpriced = kinds.filter(
    (kind) => tokens[kind] > 0 && found.model_price[keys[kind]] === undefined,
  )
  if (unpriced.length > 0)
    return unknown(
      `the price table has no ${list(unpriced)} price for ${model} of ${provider}: give prices of your own`,
      source,
    )
  return { cost: found.total_price, why: null, source }
}

/** The bundled table and its version. */
export function packageSource(): string {
  const name = '@pydantic/genai-prices'
  const place = findPackageJSON(name, import.meta.url)
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(place === undefined ? '{}' : readFileSync(place, 'utf8')))
  return `${name} ${version}`
}
