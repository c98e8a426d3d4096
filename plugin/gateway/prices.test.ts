import { describe, expect, test } from 'vitest'
import { type PriceTable, priceTableSchema } from './price-table.ts'
import { createPrices } from './prices.ts'

const at = new Date('2026-11-30T12:00:00Z')
const million = { input: 1e6, output: 1e6, cacheRead: 1e6, cacheWrite: 0 }
const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

describe('the table of the package', () => {
  const { price } = createPrices()

  test('names itself and its version', () => {
    const { source } = price({ provider: 'openai', model: 'gpt-5', tokens: million, at })
    expect(source).toMatch(/^@pydantic\/genai-prices \d+\.\d+\.\d+$/)
  })

  test.for([
    ['openai', 'gpt-5', million, 1.25 + 10 + 0.125],
    ['openai', 'gpt-5-2025-08-07', million, 1.25 + 10 + 0.125],
    ['anthropic', 'claude-sonnet-4-6', { ...none, input: 1e5, cacheWrite: 1e5 }, 0.3 + 0.375],
    ['google', 'gemini-2.5-flash', million, 0.3 + 2.5 + 0.03],
    ['gemini', 'gemini-2.5-flash', million, 0.3 + 2.5 + 0.03],
    ['openrouter', 'anthropic/claude-sonnet-4.5', { ...none, cacheWrite: 1e5 }, 0.375],
    // Off its peak hours, since 2026-08-17.
    ['deepseek', 'deepseek-v4-flash', million, 0.22 + 0.66 + 0.007],
    ['deepseek', 'deepseek-v4-pro', million, 0.66 + 1.98 + 0.022],
  ] as const)('%s %s', ([provider, model, tokens, cost]) => {
    const priced = price({ provider, model, tokens, at })
    expect(priced.why).toBeNull()
    expect(priced.cost).toBeCloseTo(cost, 9)
  })

  test('a price is that of the day and the hour of the call', () => {
    const cost = (time: string) =>
      price({
        provider: 'deepseek',
        model: 'deepseek-v4-flash',
        tokens: million,
        at: new Date(time),
      }).cost
    expect(cost('2026-06-30T12:00:00Z')).toBeCloseTo(0.14 + 0.28 + 0.0028, 9)
    expect(cost('2026-11-30T02:00:00Z')).toBeCloseTo(0.44 + 1.32 + 0.014, 9)
  })

  test('what Anthropic keeps for an hour has its own price', () => {
    const tokens = { ...none, cacheWrite: 1e5 }
    const usage = {
      cache_creation: { ephemeral_5m_input_tokens: 6e4, ephemeral_1h_input_tokens: 4e4 },
    }
    const call = { provider: 'anthropic', model: 'claude-sonnet-4-6', tokens, at }
    expect(price({ ...call, usage }).cost).toBeCloseTo(0.06 * 3.75 + 0.04 * 6, 9)
    expect(price(call).cost).toBeCloseTo(0.1 * 3.75, 9)
  })

  test('tokens of nothing cost nothing', () => {
    const priced = price({ provider: 'openai', model: 'gpt-5', tokens: none, at })
    expect(priced).toMatchObject({ cost: 0, why: null })
  })

  test.for([
    ['openai', 'no-such-model', million, 'the price table has no no-such-model of openai'],
    ['nobody', 'gpt-5', million, 'the price table knows no provider called nobody'],
    ['openai', null, million, 'neither request nor answer names a model'],
    ['openai', 'gpt-5', { ...million, output: null }, 'does not tell its tokens: output'],
    ['deepseek', 'deepseek-v3.2', million, 'no cache read price for deepseek-v3.2'],
  ] as const)('%s %s, %j: unknown', ([provider, model, tokens, why]) => {
    const priced = price({ provider, model, tokens, at })
    expect(priced.cost).toBeNull()
    expect(priced.why).toContain(why)
  })
})

describe("the user's table", () => {
  const row = { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 3, date: '2026-01-01' }
  const table: PriceTable = [
    { ...row, model: 'gpt-5', source: 'ours' },
    { ...row, model: 'gpt-5', input: 4, date: '2026-06-01', source: 'ours, dearer' },
    { ...row, model: 'gpt-5', input: 9, date: '2027-01-01', source: 'ours, next year' },
    { ...row, model: 'gpt-5', provider: 'azure', input: 5, source: 'of Azure' },
    { ...row, model: 'lab-*', input: 6, source: 'of the lab' },
    { ...row, model: 'lab-big*', input: 7, source: 'of the lab, big' },
    { input: 1, output: 1, date: '2026-01-01', model: 'bare', source: 'no cache' },
  ]
  const { price } = createPrices(table)
  const ask = (provider: string, model: string, time = at) =>
    price({ provider, model, tokens: { ...million, cacheWrite: 1e6 }, at: time })

  test.for([
    ['openai', 'gpt-5', '2026-11-30', 9.5, 'ours, dearer (2026-06-01)'],
    ['openai', 'gpt-5', '2026-05-31', 6.5, 'ours (2026-01-01)'],
    ['openai', 'gpt-5', '2025-01-01', 6.5, 'ours (2026-01-01)'],
    ['openai', 'gpt-5', '2027-01-01', 14.5, 'ours, next year (2027-01-01)'],
    ['azure', 'gpt-5', '2026-11-30', 10.5, 'of Azure (2026-01-01)'],
    ['lab', 'lab-small', '2026-11-30', 11.5, 'of the lab (2026-01-01)'],
    ['lab', 'lab-big-2', '2026-11-30', 12.5, 'of the lab, big (2026-01-01)'],
  ] as const)('%s %s on %s', ([provider, model, day, cost, source]) => {
    const time = new Date(`${day}T00:00:00Z`)
    expect(ask(provider, model, time)).toEqual({ cost, why: null, source })
    // The order of rows says nothing.
    const { price } = createPrices(table.toReversed())
    const tokens = { ...million, cacheWrite: 1e6 }
    expect(price({ provider, model, tokens, at: time })).toEqual({ cost, why: null, source })
  })

  test('a model that it does not have is priced by the package', () => {
    expect(ask('openai', 'gpt-5-mini').source).toContain('genai-prices')
  })

  test('a kind that it does not price is unknown, though the package may know', () => {
    expect(ask('openai', 'bare')).toEqual({
      cost: null,
      why: 'your price of bare has no price for cache read, cache write: add it to the row',
      source: 'no cache (2026-01-01)',
    })
    const tokens = { input: 1e6, output: 0, cacheRead: 0, cacheWrite: 0 }
    expect(price({ provider: 'openai', model: 'bare', tokens, at }).cost).toBe(1)
  })

  test('unknown tokens have no price here either', () => {
    const tokens = { ...million, input: null }
    expect(price({ provider: 'azure', model: 'gpt-5', tokens, at })).toMatchObject({
      cost: null,
      source: 'of Azure (2026-01-01)',
    })
  })

  test.for([
    { ...row, model: 'm' },
    { ...row, model: 'm', source: 's', date: 'yesterday' },
    { ...row, model: 'm', source: 's', input: -1 },
    { ...row, model: 'm', source: 's', input: Number.NaN },
    { ...row, model: 'm', source: 's', cache: 1 },
    { ...row, model: '', source: 's' },
  ])('a row that is wrong is refused: %j', (wrong) => {
    expect(priceTableSchema.safeParse([wrong]).success).toBe(false)
  })

  test('a row that is right is taken', () => {
    expect(priceTableSchema.parse(table)).toEqual(table)
  })
})
