import { expect, test } from 'vitest'
import { costWords, fractionWords, meanWords, moneyWords, secondsWords } from './words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.for([
  [0, '$0.0000'],
  [0.00004, '<$0.0001'],
  [0.0251, '$0.0251'],
  [99.99995, '$99.9999'],
  [1234.567, '$1234.57'],
] as const)('%d dollars are %s', ([dollars, words]) => {
  expect(moneyWords(dollars)).toBe(words)
})

test.for([
  [0, '0.0s'],
  [59.94, '59.9s'],
  [59.96, '1m 00s'],
  [3599, '59m 59s'],
  [3660, '1h 01m'],
  [100_000, '27h 46m'],
] as const)('%d seconds are %s', ([seconds, words]) => {
  expect(plain(secondsWords(seconds))).toBe(words)
})

const known = { mean: 0.5, min: 0.25, max: 0.75, total: 1 }

test('a figure says what it does not cover', () => {
  expect(plain(fractionWords({ n: 2, of: 3, known }))).toBe('0.500 [0.250–0.750] (2 of 3)')
  expect(plain(fractionWords({ n: 0, of: 3, known: null }))).toBe('unknown (0 of 3)')
  expect(plain(meanWords({ n: 2, of: 3, known }, String))).toBe('0.5 (2 of 3)')
  expect(plain(meanWords({ n: 3, of: 3, known }, String))).toBe('0.5')
})

test.for([
  [{ harness: 0, published: 2, nobody: 0 }, '$1.0000 published, 1 of 3 unknown'],
  [{ harness: 1, published: 1, nobody: 0 }, '$1.0000 published+harness, 1 of 3 unknown'],
  [{ harness: 1, published: 0, nobody: 1 }, '$1.0000 harness+unclaimed, 1 of 3 unknown'],
  [{ harness: 0, published: 0, nobody: 2 }, '$1.0000, 1 of 3 unknown'],
] as const)('a cost says whose claim it is: %o', ([claims, words]) => {
  expect(plain(costWords({ n: 2, of: 3, known, claims }))).toBe(words)
})
