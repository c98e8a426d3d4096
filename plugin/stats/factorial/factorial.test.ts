import { describe, expect, test } from 'vitest'
import { pairedTest } from '../paired/permutation.ts'
import { confounded } from './confounded.ts'
import type { Block, Level } from './design.ts'
import { factorialEffects } from './effects.ts'

const OFF_ON = [false, true]

function block(values: (number | null)[], stratum = 'T1'): Block {
  const cells = values.map((value, i) => ({
    levels: { map: i % 2 === 1, plan: i >= 2 },
    value,
  }))
  return { stratum, cells }
}

function effects(blocks: Block[]) {
  return factorialEffects(blocks, { map: OFF_ON, plan: OFF_ON })
}

describe('effects', () => {
  test('the pilot plant: T 23, C −5, K 1.5, T × C 1.5, T × K 10, C × K 0, T × C × K 0.5', () => {
    // Box, Hunter and Hunter (2005), "Statistics for experimenters", tables 5.3 and 5.4.
    const yields = [60, 72, 54, 68, 52, 83, 45, 80]
    const cells = yields.map((value, run) => ({
      levels: { T: run & 1 ? 180 : 160, C: run & 2 ? 40 : 20, K: run & 4 ? 'B' : 'A' },
      value,
    }))
    const factors = { T: [160, 180], C: [20, 40], K: ['A', 'B'] }
    const found = factorialEffects([{ stratum: 'plant', cells }], factors)
    expect(found.map(({ name, effect }) => [name, effect])).toEqual([
      ['T', 23],
      ['C', -5],
      ['K', 1.5],
      ['T × C', 1.5],
      ['T × K', 10],
      ['C × K', 0],
      ['T × C × K', 0.5],
    ])
    expect(found.map(({ kind }) => kind).slice(2, 4)).toEqual(['main', 'interaction'])
  })

  test('one task, three repetitions, 2×2: six pairs for a main effect, three for the interaction', () => {
    const [map, plan, both] = effects([1, 2, 3].map(() => block([1, 1, 0.5, 0.5])))
    expect(map).toMatchObject({ name: 'map', effect: 0, blocks: { n: 3, of: 3 } })
    expect(plan).toMatchObject({ name: 'plan', effect: -0.5 })
    expect(pairedTest(plan?.pairs ?? []).p).toBe(2 / 64)
    expect(both?.pairs).toHaveLength(3)
    expect(pairedTest(both?.pairs ?? []).smallest).toBe(0.25)
  })

  test('an interaction: the map helps by 0.5 with the plan, and does nothing without', () => {
    const [map, plan, both] = effects([block([0.5, 0.5, 0.5, 1])])
    expect([map?.effect, plan?.effect, both?.effect]).toEqual([0.25, 0.25, 0.25])
  })

  test('a block that lacks a sample is left out and counted, whatever the effect', () => {
    const found = effects([block([1, 1, 0.5, 0.5]), block([1, null, 0, 0])])
    for (const { blocks } of found) expect(blocks).toEqual({ n: 1, of: 2 })
    expect(found[1]?.effect).toBe(-0.5)
    expect(found[1]?.pairs.map(({ difference }) => difference)).toEqual([-0.5, -0.5, null, null])
  })

  test('a cell that is not listed is missing too', () => {
    const whole = block([1, 1, 0.5, 0.5])
    const partly = { ...whole, cells: whole.cells.slice(0, 3) }
    expect(effects([whole, partly])[0]?.blocks).toEqual({ n: 1, of: 2 })
  })

  test('more than two levels: each against the first', () => {
    const factors: Record<string, Level[]> = { memory: ['none', 'window', 'notes'] }
    const cells = ['none', 'window', 'notes'].map((memory, i) => ({
      levels: { memory },
      value: i / 4,
    }))
    const found = factorialEffects([{ stratum: 'T1', cells }], factors)
    expect(found.map(({ name, effect }) => [name, effect])).toEqual([
      ['memory=window', 0.25],
      ['memory=notes', 0.5],
    ])
  })

  test('a fraction of the conditions: what they cannot tell has no effect and no pairs', () => {
    const cells = [
      { levels: { map: false, plan: false }, value: 1 },
      { levels: { map: true, plan: false }, value: 0.5 },
      { levels: { map: false, plan: true }, value: 0.75 },
    ]
    const [map, plan, both] = effects([{ stratum: 'T1', cells }])
    expect([map?.effect, plan?.effect]).toEqual([-0.5, -0.25])
    expect(both).toMatchObject({ effect: null, pairs: [] })
  })

  test('four factors: interactions of two, and no more', () => {
    const names = ['a', 'b', 'c', 'd']
    const cells = Array.from({ length: 16 }, (_, run) => ({
      levels: Object.fromEntries(names.map((name, i) => [name, (run & (1 << i)) > 0])),
      value: run,
    }))
    const factors = Object.fromEntries(names.map((name) => [name, OFF_ON]))
    const found = factorialEffects([{ stratum: 'T1', cells }], factors)
    expect(found.map(({ name }) => name).slice(3, 7)).toEqual(['d', 'a × b', 'a × c', 'a × d'])
    expect(found).toHaveLength(4 + 6)
    expect(found.slice(0, 4).map(({ effect }) => effect)).toEqual([1, 2, 4, 8])
  })
})

describe('confounded', () => {
  const says = (conditions: Parameters<typeof confounded>[0]) =>
    confounded(conditions).map((found) => found.says)

  test('the study: brain and planner were switched together', () => {
    expect(
      confounded({
        bare: { brain: false, plan: false },
        'brain-plan': { brain: true, plan: true },
      }),
    ).toEqual([
      {
        kind: 'together',
        effects: ['brain', 'plan'],
        says: 'brain and plan were always switched together: what one did cannot be told from what the other did.',
      },
    ])
  })

  test('one on where the other is off is together as well', () => {
    expect(says({ a: { map: true, plan: false }, b: { map: false, plan: true } })).toHaveLength(1)
  })

  test('the full factorial tells all', () => {
    const conditions = Object.fromEntries(
      [0, 1, 2, 3].map((i) => [`c${i}`, { map: i % 2 === 1, plan: i >= 2 }]),
    )
    expect(confounded(conditions)).toEqual([])
  })

  test('never switched; a corner that is missing', () => {
    expect(
      says({
        plain: { map: false, plan: false, ask: true },
        map: { map: true, plan: false, ask: true },
        plan: { map: false, plan: true, ask: true },
      }),
    ).toEqual([
      'ask was never switched: nothing can be said of it.',
      "No condition has map=true with plan=true: whether map and plan change each other's effect cannot be told.",
    ])
  })

  test('off is what on is compared with, whichever condition comes first', () => {
    const [found] = confounded({
      both: { tools: 'minimal', map: true },
      other: { tools: 'full', map: true },
      third: { tools: 'minimal', map: false },
    })
    expect(found?.says).toContain('No condition has tools=full with map=false')
    const three = { a: { memory: 'notes' }, b: { memory: false }, c: { memory: 'window' } }
    const twins = Object.entries(three).map(([name, levels]) => [name, { ...levels, ask: true }])
    expect(confounded(Object.fromEntries(twins)).map(({ effects: names }) => names)).toEqual([
      ['ask'],
    ])
    const tied = { a: { m: 'x', n: true }, b: { m: false, n: false }, c: { m: 'y', n: false } }
    expect(confounded(tied)[0]?.effects).toEqual(['m=x', 'n'])
  })

  test('half of a 2³: a main effect and an interaction with one estimate', () => {
    const half = Object.fromEntries(
      [0, 1, 2, 3].map((i) => [
        `c${i}`,
        { a: i % 2 === 1, b: i >= 2, c: (i % 2 === 1) === i >= 2 },
      ]),
    )
    expect(confounded(half).map(({ effects: names }) => names)).toEqual([
      ['a', 'b × c'],
      ['b', 'a × c'],
      ['c', 'a × b'],
    ])
  })

  test('no condition with levels: nothing to say', () => {
    expect(confounded({})).toEqual([])
  })
})
