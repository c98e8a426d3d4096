import { expect, test } from 'vitest'
import { resolveOptions } from '../options.ts'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { ConfigurationError } from './error.ts'
import { readPredictions } from './predictions.ts'
import type { Suite } from './suite.ts'

const suiteOf = (name: string) =>
  ({ name, tasks: ['T1', 'T2'].map((task) => ({ name: task })) }) as unknown as Suite

const options = resolveOptions({
  predictions: 'said.yaml',
  conditions: [
    { name: 'loop', adapter: 'loop', factors: { map: [false, true], plan: [false, true] } },
    { name: 'bare', adapter: 'nothing', levels: { asleep: true } },
  ],
})

async function read(text: string, suites = [suiteOf('a')]) {
  return readPredictions(await temporaryTree({ 'said.yaml': text }), options, suites)
}

async function problems(text: string, suites?: Suite[]): Promise<readonly string[]> {
  try {
    await read(text, suites)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  return []
}

const statements = `
- says: a plan does harm on T1
  effect: plan
  task: T1
  axis: change
  direction: down
- says: the two together are their sum
  effect: plan x map
  axis: change
  within: [-0.1, 0.1]
`

test('statements are read, with the suite and the usual name of an interaction filled in', async () => {
  const { statements: said } = (await read(statements)) ?? {}
  expect(said).toEqual([
    {
      says: 'a plan does harm on T1',
      suite: 'a',
      effect: 'plan',
      task: 'T1',
      axis: 'change',
      direction: 'down',
    },
    {
      says: 'the two together are their sum',
      suite: 'a',
      effect: 'map × plan',
      axis: 'change',
      within: [-0.1, 0.1],
    },
  ])
})

test('the hash is of what is said: neither comments, spaces nor the order count; any word does', async () => {
  const hashOf = async (text: string) => (await read(text))?.hash
  const hash = await hashOf(statements)
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  const [, first, second] = statements.split(/^- /m)
  expect(await hashOf(`# made in May\n- ${second}\n- ${first}`)).toBe(hash)
  expect(await hashOf(statements.replace('plan x map', '"map × plan"'))).toBe(hash)
  expect(await hashOf(statements.replace('[-0.1, 0.1]', '[ -0.10, 1e-1 ]'))).toBe(hash)
  for (const [from, to] of [
    ['down', 'up'],
    ['harm', 'much harm'],
    ['-0.1', '-0.2'],
    ['task: T1', 'task: T2'],
  ] as const)
    expect(await hashOf(statements.replace(from, to))).not.toBe(hash)
})

test('nor does the order in which the options declare the factors', async () => {
  const conditions = [
    { name: 'loop', adapter: 'loop', factors: { plan: [false, true], map: [false, true] } },
  ]
  const other = resolveOptions({ predictions: 'said.yaml', conditions })
  const turned = readPredictions(await temporaryTree({ 'said.yaml': statements }), other, [
    suiteOf('a'),
  ])
  expect(turned?.statements[1]?.effect).toBe('plan × map')
  expect(turned?.hash).toBe((await read(statements))?.hash)
})

test('without the option there is nothing to read; a file that is not there is told', () => {
  expect(readPredictions('/', resolveOptions({}), [])).toBeUndefined()
  expect(() => readPredictions('/nowhere', options, [])).toThrow(
    'option `predictions`: said.yaml cannot be read (ENOENT); write the file, or correct its path',
  )
})

const one = (more: string) => `- { says: x, axis: change, ${more} }`

test.for<[string, string, string]>([
  [
    'a task that is not in the plan',
    one('effect: plan, direction: up, task: T9'),
    '`[0].task` names no task of the plan: T9; there are: T1, T2',
  ],
  [
    'a condition that is not in the plan',
    one('condition: loop.mapplan, within: [0, 1]'),
    '`[0].condition` names no condition of the plan: loop.mapplan (did you mean `loop.map-plan`?); there are: loop.plain, loop.map, loop.plan, loop.map-plan, bare',
  ],
  [
    'a condition of a difference that is not in the plan',
    one('difference: [bare, loop], direction: up'),
    '`[0].difference[1]` names no condition of the plan: loop (did you mean `loop.map`?); there are: loop.plain, loop.map, loop.plan, loop.map-plan, bare',
  ],
  [
    'a factor that is not in the plan',
    one('effect: map × brain, direction: up'),
    '`[0].effect` names no factor that varies in the plan: brain; there are: map, plan',
  ],
  [
    'a factor that does not vary',
    one('effect: asleep, direction: up'),
    '`[0].effect` names no factor that varies in the plan: asleep; there are: map, plan',
  ],
  [
    'a factor with itself',
    one('effect: map*map, direction: up'),
    '`[0].effect` names a factor twice',
  ],
  [
    'a suite that is not in the plan',
    one('effect: map, direction: up, suite: b'),
    '`[0].suite` names no suite of the plan: b; there are: a',
  ],
  [
    'nothing that is spoken of',
    one('direction: up'),
    '`[0].condition` is missing: give one of condition, effect, difference',
  ],
  [
    'two things that are spoken of',
    one('condition: bare, effect: plan, within: [0, 1]'),
    '`[0].effect` stands beside `condition`: one statement, one of both',
  ],
  [
    'nothing that is claimed',
    one('effect: plan'),
    '`[0].direction` is missing: give one of direction, within',
  ],
  [
    'a direction of a condition',
    one('condition: bare, direction: up'),
    '`[0].direction` is of an effect or a difference; of a condition say what its mean is `within`',
  ],
  [
    'a condition less itself',
    one('difference: [bare, bare], direction: up'),
    '`[0].difference` must name two conditions: the first minus the second',
  ],
  [
    'an interval that is upside down',
    one('effect: plan, within: [0.2, 0.1]'),
    '`[0].within` must be two numbers, the lower first; null leaves one side open',
  ],
  [
    'an interval that is open on both sides',
    one('effect: plan, within: [null, null]'),
    '`[0].within` must be two numbers, the lower first; null leaves one side open',
  ],
  [
    'a misspelt key',
    '- { says: x, axis: change, efect: plan }',
    '`[0].efect` is unknown (did you mean `effect`?)',
  ],
  [
    'an axis that there is not',
    '- { says: x, axis: speed, effect: plan, direction: up }',
    '`[0].axis` must be one of change, regress, not "speed"',
  ],
  ['no words', '- { axis: change, effect: plan, direction: up }', '`[0].says` is missing'],
  ['an empty file', '# nothing yet\n', 'the file must not be empty'],
  ['no list', 'says: x\n', 'the file must be a list, not an object'],
])('%s: named by its place', async ([, text, told]) => {
  expect(await problems(text)).toContain(`predictions said.yaml: ${told}`)
})

test('what is no YAML is told by its line', async () => {
  expect(await problems('- says: x\n  says: y\n')).toEqual([
    expect.stringMatching(/^predictions said\.yaml:2: no valid YAML: Map keys must be unique/),
  ])
})

test('of several suites one has to be named', async () => {
  expect(await problems(one('effect: plan, direction: up'), [suiteOf('a'), suiteOf('b')])).toEqual([
    'predictions said.yaml: `[0].suite` is missing: name one of a, b',
  ])
})
