import { describe, expect, test } from 'vitest'
import { random } from '../random.ts'
import { smallestDetectable } from './detectable.ts'
import { pairedInterval } from './interval.ts'
import { maxT } from './max-t.ts'
import { effectOf, type Pair } from './pair.ts'
import { pairedTest } from './permutation.ts'
import { signFlips } from './sign-flips.ts'

function pairs(differences: (number | null)[], stratum = 'T1'): Pair[] {
  return differences.map((difference) => ({ difference, stratum }))
}

const times = (n: number, difference: number) => Array<number>(n).fill(difference)

/** Every pattern of signs, one by one: what the clever ways must come to. */
function byEnumeration(terms: number[], threshold: number): number {
  let beyond = 0
  for (let pattern = 0; pattern < 2 ** terms.length; pattern++) {
    const sum = terms.reduce((all, term, i) => all + (pattern & (1 << i) ? term : -term), 0)
    if (Math.abs(sum) >= threshold - 1e-9) beyond++
  }
  return beyond / 2 ** terms.length
}

describe('effect', () => {
  test('tasks weigh the same, however many pairs they have; missing pairs are left out', () => {
    const all = [...pairs([0.5, 0.5, 0.5]), ...pairs([-0.25, null], 'T2'), ...pairs([null], 'T3')]
    expect(effectOf(all)).toBeCloseTo(0.125, 12)
    expect(effectOf(pairs([null]))).toBeNull()
  })

  test('what cancels is 0, not the last bit of it', () => {
    const cancels = [1 / 12, 7 / 12, -2 / 3]
    expect(cancels.reduce((sum, value) => sum + value, 0)).not.toBe(0)
    expect(effectOf(pairs(cancels))).toBe(0)
  })
})

describe('paired test', () => {
  test('Darwin’s maize: 1726 of 32768 patterns', () => {
    // Fisher (1935), "The design of experiments", section 21: 863 of 32,768 on one side.
    const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    expect(pairedTest(pairs(differences))).toEqual({
      p: (2 * 863) / 32_768,
      exact: true,
      permutations: 32_768,
      smallest: 2 / 32_768,
      n: 15,
    })
  })

  test('six of one kind: p = 2/64; three: 2/8, and nothing smaller', () => {
    expect(pairedTest(pairs(times(6, -0.5)))).toMatchObject({ p: 2 / 64, permutations: 64 })
    expect(pairedTest(pairs(times(3, 1)))).toMatchObject({ p: 0.25, smallest: 0.25 })
  })

  test('differences of zero are dropped, and change no p', () => {
    const some = pairs([1 / 12, 1 / 6, -1 / 12, 0.25])
    const { p, permutations } = pairedTest(some)
    expect(pairedTest([...some, ...pairs([0, 0])])).toMatchObject({ permutations, p, n: 6 })
    expect(pairedTest(pairs([0, 0]))).toMatchObject({ p: 1, permutations: 1 })
  })

  test('no pair, no p', () => {
    expect(pairedTest(pairs([null]))).toMatchObject({ p: null, n: 0, smallest: 1 })
  })

  test('fractions of several tasks with uneven repetitions: as by enumeration', () => {
    const { below } = random('uneven')
    for (let i = 0; i < 30; i++) {
      const T1 = Array.from({ length: 5 }, () => (below(25) - 12) / 12)
      const T2 = Array.from({ length: 4 }, () => (below(9) - 4) / 4)
      const T3 = Array.from({ length: 3 }, () => (below(27) - 13) / 13)
      const terms = [
        ...T1.map((difference) => difference / 15),
        ...T2.map((difference) => difference / 12),
        ...T3.map((difference) => difference / 9),
      ]
      const { p, exact } = pairedTest([...pairs(T1), ...pairs(T2, 'T2'), ...pairs(T3, 'T3')])
      const effect = Math.abs(terms.reduce((sum, term) => sum + term, 0))
      expect(p).toBeCloseTo(byEnumeration(terms, effect), 9)
      expect(exact).toBe(true)
    }
  })

  test('without a common unit: exact to 16, sampled beyond, and said', () => {
    const { uniform } = random('reals')
    const few = Array.from({ length: 12 }, () => uniform() - 0.4)
    const threshold = Math.abs(few.reduce((sum, value) => sum + value, 0))
    expect(signFlips(few)).toMatchObject({ exact: true, patterns: 4096 })
    expect(signFlips(few).beyond(threshold)).toBeCloseTo(byEnumeration(few, threshold), 9)
    const many = Array.from({ length: 17 }, () => uniform() - 0.4)
    expect(signFlips(many)).toMatchObject({ exact: false, patterns: 9999 })
    const exact = byEnumeration(many, 2)
    expect(Math.abs(signFlips(many).beyond(2) - exact)).toBeLessThan(0.02)
    // Never 0: the pattern that was observed is one of them (Phipson and Smyth 2010).
    expect(signFlips(many).beyond(100)).toBe(1 / 10_000)
  })

  test('what the test attains of a rate: 3 of 32 patterns each way, and no more', () => {
    // Of 1, 1, 1, 1, 1, 1 one pattern each way is at 6, six are at 4.
    expect(signFlips(times(6, 1)).attains(0.05)).toBeCloseTo(2 / 64, 12)
    expect(signFlips(times(6, 1)).attains(0.25)).toBeCloseTo(14 / 64, 12)
    expect(signFlips(times(6, 1)).attains(0.03)).toBe(0)
    // Powers of an irrational: no unit, and every sum another.
    const apart = [1, 2, 3, 4, 5, 6].map((power) => Math.PI ** power)
    expect(signFlips(apart)).toMatchObject({ unit: null, exact: true })
    expect(signFlips(apart).attains(0.05)).toBeCloseTo(2 / 64, 12)
    expect(signFlips(apart).attains(0.07)).toBeCloseTo(4 / 64, 12)
  })

  test('sampled patterns are different ones', () => {
    const { uniform } = random('distinct')
    const many = signFlips(Array.from({ length: 40 }, () => uniform()))
    // A step in p for each sum that no other pattern has.
    const steps = [0.01, 0.02, 0.03, 0.04].map((rate) => many.attains(rate))
    for (const [i, p] of steps.entries()) expect(p).toBeCloseTo((i + 1) / 100, 3)
    const thresholds = Array.from({ length: 2000 }, (_, i) => 3 + i / 2000)
    const distinct = new Set(thresholds.map((threshold) => many.beyond(threshold)))
    expect(distinct.size).toBeGreaterThan(900)
  })

  test('a thousand pairs are counted, not sampled', () => {
    const { below } = random('many')
    const many = Array.from({ length: 1000 }, () => (below(25) - 12) / 12)
    expect(pairedTest(pairs(many)).exact).toBe(true)
  })
})

describe('interval', () => {
  test('fifteen pairs without a difference may have missed one lost run in five', () => {
    const { low, high } = pairedInterval(pairs(times(15, 0))) ?? {}
    expect(high).toBeCloseTo(1 - 0.025 ** (1 / 15), 9)
    expect(low).toBeCloseTo(-(1 - 0.025 ** (1 / 15)), 9)
  })

  test('of whole wins and losses it is Clopper and Pearson’s', () => {
    // 9 of 10: 0.5550 to 0.9975, on a scale from −1 to 1.
    const { low, high } = pairedInterval(pairs([...times(9, 1), -1])) ?? {}
    expect(low).toBeCloseTo(2 * 0.555 - 1, 2)
    expect(high).toBeCloseTo(2 * 0.9975 - 1, 2)
  })

  test('it agrees with the test: beyond 0 only where that calls them different', () => {
    const { below } = random('agree')
    let different = 0
    for (let i = 0; i < 300; i++) {
      const some = pairs(Array.from({ length: 8 }, () => (below(13) - 3) / 12))
      const { low, high } = pairedInterval(some) as { low: number; high: number }
      const effect = effectOf(some) as number
      if ((pairedTest(some).p as number) <= 0.05) {
        different++
        expect(effect > 0 ? low >= 0 : high <= 0).toBe(true)
      } else expect(low <= 0 && high >= 0).toBe(true)
      expect(low <= effect + 1e-9 && effect - 1e-9 <= high).toBe(true)
    }
    expect(different).toBeGreaterThan(30)
    expect(different).toBeLessThan(270)
  })

  test('six pairs that all lose a half: no better than 0, and maybe worse', () => {
    const { low, high } = pairedInterval(pairs(times(6, -0.5))) ?? {}
    expect(high).toBe(0)
    expect(low).toBeCloseTo(-0.5 - 0.5 * (1 - 0.025 ** (1 / 6)), 9)
  })

  test('turned round, it is turned round; more pairs, less width; no pair, none', () => {
    const some = [0.25, 0, -0.5, 0.25, 0, 0.75]
    const there = pairedInterval(pairs(some))
    const back = pairedInterval(pairs(some.map((difference) => -difference)))
    expect(back?.low).toBeCloseTo(-(there?.high as number), 9)
    const more = pairedInterval(pairs([...some, ...some, ...some]))
    expect(more?.high).toBeLessThan(there?.high as number)
    expect(pairedInterval(pairs([null]))).toBeNull()
  })
})

describe('smallest difference that could be seen', () => {
  test('three pairs, or five: nothing', () => {
    expect(smallestDetectable(pairs([1, 0, 0.5]))).toBeNull()
    expect(smallestDetectable(pairs(times(5, 0)))).toBeNull()
  })

  test('six pairs without noise must all be lost', () => {
    expect(smallestDetectable(pairs(times(6, 0)))).toBeCloseTo(0.8 ** (1 / 6), 6)
  })

  test('six noisy pairs must all have one sign, and a zero would be one lost', () => {
    const six = [0.25, -0.25, 0.5, 0.25, -0.5, -0.25]
    // Φ(shift / deviation)⁶ = 0.8 at 1.7928 deviations; and half of the unit of a quarter.
    const deviation = Math.sqrt(six.reduce((sum, value) => sum + value ** 2, 0) / 5)
    expect(smallestDetectable(pairs(six))).toBeCloseTo(1.7928 * deviation + 0.125, 3)
  })

  test('with many noisy pairs: 2.80 standard errors', () => {
    // Bloom (1995), "Minimum detectable effects", table 1: two-sided at 0.05, power 0.80.
    const { uniform } = random('noise')
    const noise = Array.from({ length: 2000 }, () => uniform() - 0.5)
    const error = Math.sqrt(1 / 12 / 2000)
    expect((smallestDetectable(pairs(noise)) as number) / error).toBeCloseTo(2.8, 1)
  })

  test('more comparisons see less; of a family by max-T, still what six pairs can show', () => {
    const some = [0.25, -0.25, 0.5, 0.25, 0, -0.25]
    const five = (n: number, adjusted?: 'maxT') => {
      const repeated = pairs([...some, ...some, ...some].slice(0, n))
      return smallestDetectable(repeated, { comparisons: 5, ...(adjusted && { adjusted }) })
    }
    expect(five(6)).toBeNull()
    expect(five(6, 'maxT')).toBeGreaterThan(0.4)
    const two = smallestDetectable(pairs(some), { comparisons: 2, adjusted: 'maxT' })
    expect(two).toBeGreaterThan(0.4)
    expect(five(18, 'maxT')).toBeGreaterThan(
      smallestDetectable(pairs([...some, ...some, ...some]), { alpha: 0.04 }) as number,
    )
    expect(five(18)).toBeGreaterThan(
      smallestDetectable(pairs([...some, ...some, ...some])) as number,
    )
  })
})

describe('max-T over tasks', () => {
  test('six lost halves stand out among tasks with little noise, where Holm’s 5 × 2/64 would not', () => {
    const little = pairs([1 / 12, 0, -1 / 12, 0, 1 / 12, 0])
    const { adjusted, exact } = maxT([little, little, pairs(times(6, -0.5)), little, little])
    expect(adjusted[2]).toBeCloseTo(2 / 64, 12)
    expect(exact).toBe(true)
    expect(adjusted[0]).toBeGreaterThan(0.9)
  })

  test('as by enumerating all flips of all tasks at once, step by step', () => {
    const { below } = random('tasks')
    const tasks = Array.from({ length: 3 }, () =>
      Array.from({ length: 4 }, () => (below(9) - 3) / 4),
    )
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const order = tasks.toSorted((a, b) => Math.abs(mean(b)) - Math.abs(mean(a)))
    const expected = new Map<number[], number>()
    let floor = 0
    for (const [rank, task] of order.entries()) {
      const left = order.slice(rank)
      let beyond = 0
      for (let pattern = 0; pattern < 2 ** (4 * left.length); pattern++) {
        const reached = left.some((values, k) => {
          const flipped = values.map((value, i) => (pattern & (1 << (4 * k + i)) ? value : -value))
          return Math.abs(mean(flipped)) >= Math.abs(mean(task)) - 1e-9
        })
        if (reached) beyond++
      }
      floor = Math.max(floor, beyond / 2 ** (4 * left.length))
      expected.set(task, floor)
    }
    const { adjusted } = maxT(tasks.map((task) => pairs(task)))
    for (const [i, task] of tasks.entries()) {
      expect(adjusted[i]).toBeCloseTo(expected.get(task) as number, 12)
    }
  })

  test('what stands out first does not hide what comes second', () => {
    const tasks = [pairs(times(6, 1)), pairs(times(6, 0.4)), pairs(times(6, 0))]
    expect(maxT(tasks).adjusted).toEqual([2 / 64, 2 / 64, 1])
  })

  test('a task without pairs is not tested; one alone keeps its own p', () => {
    expect(maxT([pairs([null]), pairs(times(6, 1))]).adjusted).toEqual([null, 2 / 64])
  })
})
