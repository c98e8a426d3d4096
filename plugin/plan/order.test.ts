import { expect, test } from 'vitest'
import { blockOf, inSeededOrder } from './order.ts'

const samplesOf = (conditions: string[], tasks: string[], repetitions: number, suite = 's') =>
  conditions.flatMap((condition) =>
    tasks.flatMap((task) =>
      Array.from({ length: repetitions }, (_, index) => ({
        suite,
        condition,
        task,
        repetition: index + 1,
      })),
    ),
  )
const conditions = ['a', 'b', 'c', 'd']
const samples = samplesOf(conditions, ['T1', 'T2', 'T3'], 4)
const nameOf = ({ condition, ...rest }: (typeof samples)[number]) =>
  `${blockOf({ condition, ...rest })}/${condition}`

test('blocks stay together, and neither they nor their conditions stand as planned', () => {
  const order = inSeededOrder(samples, 'seed')
  expect(order.map(nameOf).toSorted()).toEqual(samples.map(nameOf).toSorted())
  const blocks = Array.from({ length: 12 }, (_, index) => order.slice(index * 4, index * 4 + 4))
  for (const block of blocks) expect(new Set(block.map(blockOf)).size).toBe(1)
  const firsts = blocks.map(([first]) => (first ? blockOf(first) : ''))
  expect(firsts).not.toEqual(firsts.toSorted())
  expect(new Set(blocks.map((block) => block.map(({ condition }) => condition).join(''))).size) //
    .toBeGreaterThan(6)
})

test('the same seed gives the same order, whatever the samples come in; another one another', () => {
  const names = inSeededOrder(samples, 'seed').map(nameOf)
  expect(inSeededOrder(samples.toReversed(), 'seed').map(nameOf)).toEqual(names)
  expect(inSeededOrder(samples, 'other').map(nameOf)).not.toEqual(names)
})

test('a condition and repetitions that are added later leave the others in their order', () => {
  const more = samplesOf([...conditions, 'e'], ['T1', 'T2', 'T3'], 6)
  const known = new Set(samples.map(nameOf))
  expect(
    inSeededOrder(more, 'seed')
      .map(nameOf)
      .filter((name) => known.has(name)),
  ).toEqual(inSeededOrder(samples, 'seed').map(nameOf))
})

test('each condition comes first as often as another, about', () => {
  const many = inSeededOrder(samplesOf(conditions, ['T1'], 2000), 'seed')
  const first = Map.groupBy(
    many.filter((_, index) => index % 4 === 0),
    ({ condition }) => condition,
  )
  // 500 are expected; three standard deviations are 58.
  for (const condition of conditions)
    expect(Math.abs((first.get(condition)?.length ?? 0) - 500)).toBeLessThan(58)
})

test('suites follow one another as they are planned', () => {
  const both = [...samplesOf(['a', 'b'], ['T'], 3, 'z'), ...samplesOf(['a', 'b'], ['T'], 3, 'y')]
  expect(inSeededOrder(both, 'seed').map(({ suite }) => suite)).toEqual([
    ...Array(6).fill('z'),
    ...Array(6).fill('y'),
  ])
})
