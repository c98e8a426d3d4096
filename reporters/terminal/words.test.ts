import { expect, test } from 'vitest'
import type { Spread } from '../figures.ts'
import {
  costWords,
  fractionWords,
  meanWords,
  moneyWords,
  secondsWords,
  standInWords,
  thousands,
  tokenWords,
} from './words.ts'

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

const nobody = { published: 0, harness: 0, scripted: 0, replayed: 0, meter: 0, nobody: 0 }

test.for([
  [{ published: 2 }, 0, '$1.0000 published, 1 of 3 unknown'],
  [{ published: 1, harness: 1 }, 0, '$1.0000 published+harness, 1 of 3 unknown'],
  [{ harness: 1, nobody: 1 }, 0, '$1.0000 harness+unclaimed, 1 of 3 unknown'],
  [{ nobody: 2 }, 0, '$1.0000, 1 of 3 unknown'],
  [{ meter: 2 }, 0, '$1.0000, 1 of 3 unknown'],
  [{ meter: 2 }, 3, '$1.0000, 1 of 3 unknown, 3 calls unpriced'],
  [{ replayed: 2 }, 0, '$1.0000 replayed, 1 of 3 unknown'],
  [{ scripted: 2 }, 1, '$1.0000 scripted, 1 of 3 unknown, 1 call unpriced'],
  [{ scripted: 1, meter: 1 }, 0, '$1.0000 scripted+metered, 1 of 3 unknown'],
] as const)('a cost says whose word it is: %o, %i unpriced', ([whose, unpriced, said]) => {
  const words = { ...nobody, ...whose }
  expect(plain(costWords({ n: 2, of: 3, known, words, unpriced }))).toBe(said)
})

test('a cost of which no call has a price is unknown, and why', () => {
  const cost = { n: 0, of: 3, known: null, words: nobody, unpriced: 42 }
  expect(plain(costWords(cost))).toBe('unknown, 42 calls unpriced')
})

test.for([
  [0, '0'],
  [412.4, '412'],
  [999.4, '999'],
  [999.5, '1.0k'],
  [9_800, '9.8k'],
  [9_949, '9.9k'],
  [9_950, '10k'],
  [123_456, '123k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [12_345_678, '12M'],
] as const)('%d tokens are %s', ([count, words]) => {
  expect(thousands(count)).toBe(words)
})

test('tokens say what they cover', () => {
  const mean = (n: number, mean: number) => ({ n, of: 3, known: { ...known, mean } })
  const none = { n: 0, of: 3, known: null }
  const words = (input: Spread, output: Spread) => plain(tokenWords({ input, output }))
  expect(words(mean(3, 9800), mean(3, 412))).toBe('9.8k/412')
  expect(words(mean(2, 9800), mean(2, 412))).toBe('9.8k/412 (2 of 3)')
  expect(words(mean(1, 9800), mean(3, 412))).toBe('9.8k/412 (1 and 3 of 3)')
  expect(words(none, mean(3, 412))).toBe('unknown/412 (0 and 3 of 3)')
  expect(words(none, none)).toBe('unknown')
})

test('a condition says how much of it is scripted', () => {
  expect(standInWords({ scripted: 0, replayed: 0, measured: 0 })).toBe('')
  expect(standInWords({ scripted: 3, replayed: 0, measured: 3 })).toBe('(scripted)')
  expect(plain(standInWords({ scripted: 1, replayed: 0, measured: 3 }))).toBe('(1 of 3 scripted)')
  expect(plain(standInWords({ scripted: 1, replayed: 3, measured: 3 }))).toBe(
    '(1 of 3 scripted, replayed)',
  )
})
