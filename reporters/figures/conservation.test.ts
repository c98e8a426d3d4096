import { expect, test } from 'vitest'
import { attempt, publishedRecords, record } from '../fixtures/records.ts'
import { conservation } from './conservation.ts'

const tokens = { input: 1000, output: 100, cacheRead: 500, cacheWrite: 0 }

test('the published runs add up', () => {
  expect(conservation(publishedRecords())).toEqual([])
})

test('a sample whose counting attempt used something else breaks the sum of its condition', () => {
  const wrong = record({ repetition: 2, usage: { calls: 3, tokens, cost: 0.5, unpriced: 1 } })
  wrong.attempts = [attempt({ usage: { ...wrong.usage, calls: 5, cost: 0.4, unpriced: 2 } })]
  const right = record({ usage: { calls: 3, cost: 0.5 } })
  const other = record({ condition: 'other', usage: { calls: 3, cost: 0.5 } })
  expect(conservation([right, wrong, other])).toEqual([
    { suite: 'shopkit', condition: 'bare', what: 'calls', said: 6, counted: 8 },
    { suite: 'shopkit', condition: 'bare', what: 'dollars', said: 1, counted: 0.9 },
    { suite: 'shopkit', condition: 'bare', what: 'unpriced calls', said: 1, counted: 2 },
  ])
})

test('superseded attempts and unmeasured samples are on neither side', () => {
  const usage = { calls: 3, tokens, cost: 0.5 }
  const retried = record({ usage })
  retried.attempt = 2
  retried.attempts = [
    attempt({ usage: { ...retried.usage, calls: 9, cost: 9 } }),
    attempt({ number: 2, usage: retried.usage }),
  ]
  const none = record({ repetition: 2, outcome: 'unmeasured', reason: '503', usage })
  expect(conservation([retried, none])).toEqual([])
})
