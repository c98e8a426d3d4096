import { expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { ConfigurationError } from './error.ts'
import { factorsOf, levelsOf } from './factors.ts'

const conditionsOf = (...conditions: object[]) => resolveOptions({ conditions }).conditions

function problems(...conditions: object[]): readonly string[] {
  try {
    conditionsOf(...conditions)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  return []
}

const loop = { name: 'loop', adapter: 'loop', options: { steps: 9 } }
const factors = { map: [false, true], plan: [false, true] }

test('a condition for every combination of levels, each given to the adapter', () => {
  const conditions = conditionsOf({ ...loop, factors })
  expect(conditions.map(({ name, options }) => [name, options])).toEqual([
    ['loop.plain', { steps: 9, map: false, plan: false }],
    ['loop.map', { steps: 9, map: true, plan: false }],
    ['loop.plan', { steps: 9, map: false, plan: true }],
    ['loop.map-plan', { steps: 9, map: true, plan: true }],
  ])
  expect(levelsOf(conditions)).toEqual({
    'loop.plain': { map: false, plan: false },
    'loop.map': { map: true, plan: false },
    'loop.plan': { map: false, plan: true },
    'loop.map-plan': { map: true, plan: true },
  })
  expect(factorsOf(conditions)).toEqual(['map', 'plan'])
})

test('levels that are no switches are part of the name', () => {
  const tools = { tools: ['full', 'read only'], steps: [9, 40], ask: [null, true] }
  expect(
    conditionsOf({ name: 'a', adapter: 'loop', factors: tools }).map(({ name }) => name),
  ).toEqual([
    'a.tools_full-steps_9-ask_none',
    'a.tools_read-only-steps_9-ask_none',
    'a.tools_full-steps_40-ask_none',
    'a.tools_read-only-steps_40-ask_none',
    'a.tools_full-steps_9-ask',
    'a.tools_read-only-steps_9-ask',
    'a.tools_full-steps_40-ask',
    'a.tools_read-only-steps_40-ask',
  ])
})

test('a fraction keeps those that it names, in the order of the factorial', () => {
  const conditions = conditionsOf({ ...loop, factors, fraction: ['loop.map-plan', 'loop.plain'] })
  expect(conditions.map(({ name }) => name)).toEqual(['loop.plain', 'loop.map-plan'])
})

test('a twin is the same condition under another name', () => {
  const [bare, twin, other] = conditionsOf(
    { name: 'bare', adapter: 'loop', levels: { plan: false }, twin: true },
    { name: 'other', adapter: 'nothing', levels: { plan: false, brain: 2 } },
  )
  expect(twin).toEqual({ ...bare, name: 'bare.twin', levels: {}, twinOf: 'bare' })
  expect([bare?.levels, bare?.twinOf, other?.option]).toEqual([
    { plan: false },
    null,
    'conditions[1]',
  ])
  // What does not vary is no factor.
  expect(factorsOf([bare, twin, other].filter((one) => one !== undefined))).toEqual([])
})

test.for<[string, object, string]>([
  [
    'a fraction that is misspelt',
    { ...loop, factors, fraction: ['loop.plain', 'loop.mapplan'] },
    'option `conditions[0].fraction` names no loop.mapplan (did you mean `loop.map-plan`?); there are: loop.plain, loop.map, loop.plan, loop.map-plan',
  ],
  [
    'a fraction of nothing',
    { ...loop, fraction: ['loop'] },
    'option `conditions[0].fraction` is a part of a factorial, and there are no `factors`; remove it, or add those',
  ],
  [
    'a factor with one level',
    { ...loop, factors: { map: [true] } },
    'option `conditions[0].factors.map` must name two levels or more, each once',
  ],
  [
    'a level twice',
    { ...loop, factors: { map: [true, false, true] } },
    'option `conditions[0].factors.map` must name two levels or more, each once',
  ],
  [
    'a level that is no level',
    { ...loop, factors: { map: [true, []] } },
    'option `conditions[0].factors.map[1]` must be a string or a number or true or false or null, not an empty list',
  ],
  [
    'an option that a factor sets',
    { ...loop, factors: { steps: [1, 2] } },
    'option `conditions[0].options.steps` is what the factor of that name sets; remove it from `options`',
  ],
  [
    'a level that a factor has',
    { ...loop, factors, levels: { plan: true } },
    'option `conditions[0].levels.plan` is a factor already; remove it from `levels`',
  ],
  [
    'levels of one name',
    { ...loop, factors: { tools: ['a b', 'a-b'] } },
    'option `conditions[0].factors` has levels that make one name, loop.tools_a-b; give them values that differ in letters',
  ],
  [
    'a name that grows too long',
    { ...loop, factors: { tools: ['a', 'b'.repeat(60)] } },
    `option \`conditions[0].name\` makes a condition loop.tools_${'b'.repeat(60)}, which is not path-safe; choose a shorter one`,
  ],
])('%s: named by its path', ([, condition, told]) => {
  expect(problems(condition)).toContain(told)
})

test('conditions of one name are refused, whatever their case', () => {
  expect(problems(loop, { ...loop, name: 'other' }, { ...loop, name: 'Loop' })).toEqual([
    'two conditions are called loop and Loop; rename one in `conditions`',
  ])
  expect(
    problems({ name: 'a', adapter: 'x', twin: true }, { name: 'a.twin', adapter: 'x' }),
  ).toEqual(['two conditions are called a.twin; rename one in `conditions`'])
})
