import { expect, test } from 'vitest'
import type { HarnessBenchOptions } from '../options.ts'
import { inSeededOrder } from '../plan/order.ts'
import { makeProject } from './project.ts'

/** An adapter with two switches, which checks its options. */
const switched = `import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const options = {
  parse({ map = false, plan = false, ...rest }: any) {
    const [unknown] = Object.keys(rest)
    if (unknown)
      throw Object.assign(new Error('x'), { issues: [{ path: [unknown], message: 'is unknown' }] })
    return { map, plan }
  },
}

export async function run(build: string, _brief: string, { options }: any) {
  if (options.plan) return
  const file = path.join(build, 'src/sum.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace('a - b', 'a + b'))
}
`

const said = `# Written before the first run.
- says: a plan does harm
  effect: plan
  axis: change
  direction: down
- says: doing nothing mends nothing
  condition: idle
  task: fix
  axis: change
  within: [0, 0]
`

const factors = { map: [false, true], plan: [false, true] }
const experiment: HarnessBenchOptions = {
  experiment: 'tiny',
  repetitions: 2,
  concurrency: 1,
  seed: 'a seed',
  predictions: 'said.yaml',
  conditions: [
    { name: 'agent', adapter: './switched.ts', factors },
    { name: 'idle', adapter: 'nothing', twin: true },
  ],
}
const conditions = ['agent.plain', 'agent.map', 'agent.plan', 'agent.map-plan', 'idle', 'idle.twin']

test('an experiment: factors, twin, seeded order, predictions that hold still', async () => {
  await using project = await makeProject(experiment, {
    'switched.ts': switched,
    'said.yaml': said.replace('fix', 'fxi'),
  })

  const misspelt = await project.vitest(['run'])
  expect(misspelt.output).toContain(
    'harnessbench: predictions said.yaml: `[1].task` names no task of the plan: fxi (did you mean `fix`?); there are: fix',
  )
  expect([misspelt.exitCode, misspelt.output.includes('controls')]).toEqual([1, false])

  await project.write({ 'said.yaml': said })
  const first = await project.vitest(['run'])
  expect(first.output).toContain('12 of 12 samples measured')
  expect(first.exitCode).toBe(0)
  const records = await project.records()
  const plan = JSON.parse(await project.read('.harnessbench/tiny.plan.json'))
  expect(plan).toMatchObject({
    conditions,
    repetitions: 2,
    suites: [{ name: 'tiny', tasks: ['fix'] }],
    levels: {
      'agent.plain': { map: false, plan: false },
      'agent.map-plan': { map: true, plan: true },
    },
    twins: [['idle', 'idle.twin']],
    seed: 'a seed',
    predictions: {
      hash: expect.any(String),
      statements: [{ says: 'a plan does harm' }, { says: 'doing nothing mends nothing' }],
    },
  })

  // Each condition was given its levels, and twins are one condition.
  const own = (condition: string) => records.find((record) => record.condition === condition)
  expect(own('agent.map-plan')).toMatchObject({
    levels: { map: true, plan: true },
    seed: 'a seed',
    predictions: plan.predictions.hash,
    change: { fraction: 0 },
    attempts: [{ adapter: { options: { map: true, plan: true } } }],
  })
  expect(own('agent.map')?.change.fraction).toBe(1)
  expect(own('idle')?.runFingerprint).toBe(own('idle.twin')?.runFingerprint)
  expect(own('idle.twin')?.levels).toEqual({})

  // They were made in the order that the seed gives, which is not that of the plan.
  const nameOf = (sample: { condition: string; repetition: number }) =>
    `${sample.condition} ${sample.repetition}`
  const asMade = records.toSorted((a, b) => startOf(a) - startOf(b))
  const planned = conditions.flatMap((condition) =>
    [1, 2].map((repetition) => ({ suite: 'tiny', condition, task: 'fix', repetition })),
  )
  expect(asMade.map(nameOf)).toEqual(inSeededOrder(planned, 'a seed').map(nameOf))
  expect(asMade.map(({ order }) => order)).toEqual([...Array(12).keys()])

  // Comments, and which statement comes first, are nobody's claim; a direction is.
  const [comment, harm, nothing] = said.split(/^(?=- )/m)
  await project.write({ 'said.yaml': `${nothing}${harm}${comment}` })
  const again = await project.vitest(['run', 'regress/keeps', '-t', 'agent.plain'])
  expect(again.exitCode).toBe(0)
  expect(JSON.parse(await project.read('.harnessbench/tiny.plan.json')).conditions).toEqual(
    conditions,
  )

  await project.write({ 'said.yaml': said.replace('down', 'up') })
  const edited = await project.vitest(['run'])
  expect(edited.output).toContain('12 of its 12 attempts')
  expect(edited.output).toContain(
    '  - changed: a plan does harm\n      was effect plan, suite tiny, axis change, direction down\n      is effect plan, suite tiny, axis change, direction up\n',
  )
  expect([edited.exitCode, edited.output.includes('controls')]).toEqual([1, false])
  expect(await project.records()).toEqual(records)
  expect(JSON.parse(await project.read('.harnessbench/tiny.plan.json')).predictions.hash).toEqual(
    plan.predictions.hash,
  )
})

test('a factor that the adapter refuses is named, once', async () => {
  await using project = await makeProject(
    {
      ...experiment,
      predictions: undefined,
      conditions: [
        { name: 'agent', adapter: './switched.ts', factors: { ...factors, mpa: [1, 2] } },
      ],
    } as HarnessBenchOptions,
    { 'switched.ts': switched },
  )
  const run = await project.vitest(['run'])
  expect(run.output.match(/option `.*/g)).toEqual([
    expect.stringMatching(
      /^option `conditions\[0\]\.factors\.mpa` \(agent\.mpa_1\): the adapter .\/switched.ts cannot be used: `options.mpa`: is unknown$/,
    ),
  ])
  expect(run.exitCode).toBe(1)
})

test('two experiments on one suite, as two projects of one run', async () => {
  await using project = await makeProject()
  const config = await project.read('vitest.config.ts')
  const [head] = config.split('export default')
  const alias = /alias: \{[^}]*\}/.exec(config)?.[0]
  const bench = (experiment: string, adapter: string, more = {}) =>
    `{
      resolve: { ${alias} },
      test: { name: '${experiment}' },
      plugins: [harnessBench(${JSON.stringify({
        experiment,
        repetitions: 1,
        conditions: [{ name: 'it', adapter }],
        ...more,
      })})],
    }`
  const write = (more = {}) =>
    project.write({
      'vitest.config.ts': `${head}export default defineConfig({
  test: { projects: [${bench('one', './counting.ts')}, ${bench('two', 'nothing', more)}] },
})`,
    })

  await write()
  const both = await project.vitest(['run'])
  expect(both.exitCode).toBe(0)
  expect(both.output).not.toContain('FAIL')
  expect(both.output.match(/tiny: 1 of 1 samples? measured/g)).toHaveLength(2)
  expect((await project.records('one')).map(({ change }) => change.fraction)).toEqual([1])
  expect((await project.records('two')).map(({ change }) => change.fraction)).toEqual([0])

  // What one of them misses is not made up for by the other.
  await write({ thresholds: { change: 0.5 } })
  expect((await project.vitest(['run'])).exitCode).toBe(1)
})

const startOf = ({ attempts }: { attempts: { startedAt: string }[] }) =>
  Date.parse(attempts[0]?.startedAt ?? '')
