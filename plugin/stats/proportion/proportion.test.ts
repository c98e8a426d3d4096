import { describe, expect, test } from 'vitest'
import { fisherExact } from './fisher.ts'
import { clopperPearson, wilson } from './interval.ts'
import { mcNemarExact } from './mcnemar.ts'
import { passAtK, passHatK } from './solved.ts'

describe('intervals', () => {
  // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I.
  test.for([
    [81, 263, 0.2553, 0.3662, 0.2527, 0.3676],
    [15, 148, 0.0624, 0.1605, 0.0578, 0.1617],
    [0, 20, 0, 0.1611, 0, 0.1684],
    [1, 29, 0.0061, 0.1718, 0.0009, 0.1776],
  ] as const)('%d of %d', ([k, n, wilsonLow, wilsonHigh, exactLow, exactHigh]) => {
    const score = wilson(k, n)
    expect(score?.low).toBeCloseTo(wilsonLow, 4)
    expect(score?.high).toBeCloseTo(wilsonHigh, 4)
    const exact = clopperPearson(k, n)
    expect(exact?.low).toBeCloseTo(exactLow, 4)
    expect(exact?.high).toBeCloseTo(exactHigh, 4)
  })

  test('all of n is the mirror of none of n', () => {
    for (const interval of [wilson, clopperPearson]) {
      const [none, all] = [interval(0, 15), interval(15, 15)]
      expect(all?.high).toBe(1)
      expect(all?.low).toBeCloseTo(1 - (none?.high as number), 9)
    }
  })

  test('nothing is known of no samples; nonsense is refused', () => {
    expect(wilson(0, 0)).toBeNull()
    expect(clopperPearson(0, 0)).toBeNull()
    expect(() => wilson(4, 3)).toThrow('got 4 of 3')
    expect(() => clopperPearson(0.5, 3)).toThrow('got 0.5 of 3')
  })
})

describe('Fisher’s exact test', () => {
  test('the lady tasting tea: 3 of 4 told right, p = 34/70', () => {
    // Fisher (1935), chapter II; two-sided in R's help page of fisher.test.
    expect(fisherExact(3, 1, 1, 3)).toBeCloseTo(34 / 70, 9)
  })

  test('twins of convicts: p = 0.0005367', () => {
    // Fisher (1962, 1970), in R's help page of fisher.test ("Convictions").
    expect(fisherExact(2, 15, 10, 3)).toBeCloseTo(0.0005367, 7)
  })

  test('empty margins tell nothing; counts are whole', () => {
    expect(fisherExact(0, 0, 0, 0)).toBe(1)
    expect(() => fisherExact(1, -1, 0, 3)).toThrow('got -1')
  })
})

describe('McNemar’s exact test', () => {
  test('1 against 7: p = 0.070', () => {
    // Fagerland, Lydersen and Laake (2013), tables 1 and 6: airway hyper-responsiveness.
    expect(mcNemarExact(1, 7)).toBeCloseTo(18 / 256, 12)
  })

  test('no discordant pair: p = 1; the sides are alike', () => {
    expect(mcNemarExact(0, 0)).toBe(1)
    expect(mcNemarExact(3, 3)).toBe(1)
    expect(mcNemarExact(6, 0)).toBe(mcNemarExact(0, 6))
  })
})

describe('k tries out of n', () => {
  // Every choice of k of n samples, of which the first c solved the task.
  function* choices(n: number, k: number, from = 0): Generator<number[]> {
    if (k === 0) yield []
    else {
      for (let first = from; first < n; first++) {
        for (const rest of choices(n, k - 1, first + 1)) yield [first, ...rest]
      }
    }
  }

  test('Pass@k and pass^k are shares of all choices', () => {
    for (const [n, c, k] of [
      [5, 2, 1],
      [5, 2, 3],
      [6, 3, 2],
      [6, 5, 4],
      [4, 0, 2],
      [4, 4, 4],
    ] as const) {
      const all = [...choices(n, k)]
      const any = all.filter((chosen) => chosen.some((sample) => sample < c)).length
      const every = all.filter((chosen) => chosen.every((sample) => sample < c)).length
      expect(passAtK(n, c, k)).toBeCloseTo(any / all.length, 12)
      expect(passHatK(n, c, k)).toBeCloseTo(every / all.length, 12)
    }
  })

  test('undefined from fewer than k samples; large n is no trouble', () => {
    expect(passAtK(3, 3, 4)).toBeNull()
    expect(passHatK(3, 3, 4)).toBeNull()
    expect(passAtK(5000, 1, 100)).toBeCloseTo(0.02, 12)
    expect(() => passAtK(3, 4, 1)).toThrow('n = 3, c = 4, k = 1')
  })
})
