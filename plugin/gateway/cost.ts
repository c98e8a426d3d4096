/**
 * What one call costs: nothing where nothing is charged, and what the price table says elsewhere. The
 * meter and whoever recomputes costs ask the same. Any process.
 */
import type { Call } from './call.ts'
import type { Prices } from './prices.ts'
import { isFreeOfCharge } from './summary.ts'

type Facts = Pick<
  Call,
  'provider' | 'startedAt' | 'free' | 'ended' | 'status' | 'model' | 'tokens' | 'usage'
>
type Costs = Pick<Call, 'cost' | 'costUnknown' | 'priceSource'>

/** Never throws: a call that was paid for stays in the books, whatever the price table does. */
export function costOf(call: Facts, prices: Prices): Costs {
  const { provider, startedAt, free, ended, status, tokens, usage } = call
  if (ended === 'refused') return nothing('no provider was asked')
  if (free) return nothing('free of charge')
  if (isFreeOfCharge({ status })) return nothing(`nothing is charged for status ${status}`)
  const model = call.model.answered ?? call.model.asked
  const at = new Date(startedAt)
  const { cost, why, source } = priceOf(prices, { provider, model, tokens, at, usage })
  return { cost, costUnknown: cost === null ? (why ?? 'unknown') : null, priceSource: source }
}

const nothing = (why: string): Costs => ({ cost: 0, costUnknown: null, priceSource: why })

function priceOf(prices: Prices, asked: Parameters<Prices['price']>[0]) {
  try {
    return prices.price(asked)
  } catch (error) {
    const why = `the price could not be looked up: ${(error as Error).message}`
    return { cost: null, why, source: 'none' }
  }
}
