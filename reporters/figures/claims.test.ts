import { expect, test } from 'vitest'
import type { Usage } from '../../plugin/record/schema.ts'
import { attempt, record } from '../fixtures/records.ts'
import { claims } from './claims.ts'

const tokens = { input: 1000, output: 100, cacheRead: 500, cacheWrite: 0 }
const metered: Partial<Usage> = { calls: 100, tokens, cost: 0.5, claimedBy: 'meter' }
const gaps = (claim: Partial<Usage>, usage: Partial<Usage> = {}) =>
  claims([record({ usage: { ...metered, ...usage }, claim })]).gaps[0]?.gaps

test('up to a hundredth is no gap, more is one, in either direction', () => {
  expect(gaps({ calls: 100, tokens, cost: 0.5 })).toBeUndefined()
  expect(gaps({ calls: 99 })).toEqual([{ what: 'calls', claimed: 99, metered: 100 }])
  expect(gaps({ calls: 100, cost: 0.504 })).toBeUndefined()
  expect(gaps({ cost: 0.506 })).toEqual([{ what: 'cost', claimed: 0.506, metered: 0.5 }])
})

test('each kind of tokens is compared by itself', () => {
  const kinds = { input: 1500, output: 100, cacheRead: 0, cacheWrite: 10 }
  expect(gaps({ tokens: kinds })?.map(({ what }) => what)).toEqual([
    'input',
    'cacheRead',
    'cacheWrite',
  ])
})

test('what one of them does not know is not compared', () => {
  expect(gaps({ cost: 9, calls: null }, { cost: null })).toBeUndefined()
  // The sum lacks what three calls cost.
  expect(gaps({ cost: 9 }, { unpriced: 3 })).toBeUndefined()
})

test('nothing is said of samples that only one of them knows, or of attempts that do not count', () => {
  const retried = record({ usage: metered })
  const claim = { ...retried.usage, calls: 1 }
  retried.attempt = 2
  retried.attempts = [
    attempt({ usage: retried.usage, claim }),
    attempt({ number: 2, usage: retried.usage }),
  ]
  expect(claims([retried])).toEqual({ samples: 0, gaps: [], together: [] })
})

test('gaps of samples that cancel each other out are no gap of the sum', () => {
  const [more, less] = [110, 90].map((calls, index) =>
    record({ repetition: index + 1, usage: metered, claim: { calls } }),
  )
  if (!more || !less) throw new Error('no records')
  expect(claims([more, less])).toMatchObject({ samples: 2, gaps: [{}, {}], together: [] })
  expect(claims([more, more]).together).toEqual([{ what: 'calls', claimed: 220, metered: 200 }])
})
