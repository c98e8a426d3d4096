import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertion, defaultOptions, makeProject, type Project } from './project.ts'

const at = (place: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../${place}`, import.meta.url)))

/** The bench beside an ordinary project; what varies comes from the environment. */
const config = `import { defineConfig } from 'vitest/config'
import { harnessBench } from ${at('plugin/index.ts')}

const { JSON_TO_STDOUT, THRESHOLD } = process.env
export default defineConfig({
  test: {
    ...(JSON_TO_STDOUT ? { reporters: [['json', { stdout: true }]] } : {}),
    projects: [
      {
        resolve: { alias: { 'harnessbench/grade': ${at('plugin/grade/index.ts')} } },
        plugins: [
          harnessBench({
            experiment: 'tiny',
            repetitions: 1,
            thresholds: THRESHOLD ? { change: 0.9 } : {},
            conditions: [
              { name: 'solver', adapter: './counting.ts' },
              { name: 'wrong', adapter: './wrong.ts' },
            ],
          }),
        ],
      },
      { test: { name: 'plain', include: ['plain/*.test.ts'] } },
    ],
  },
})
`

const plain = `import { expect, test } from 'vitest'
test('one and one', () => expect(1 + 1).toBe(Number(process.env.TWO ?? 2)))
`

const wrong = `import { readFileSync, writeFileSync } from 'node:fs'
export async function run() {
  writeFileSync('src/sum.ts', readFileSync('src/sum.ts', 'utf8').replace('a - b', 'a * b'))
}
`

const missed = 'threshold missed: tiny, wrong, fix: change is 0.000, wanted 0.9 or more'

describe('beside an ordinary project', () => {
  let project: Project
  beforeAll(async () => {
    project = await makeProject(undefined, {
      'vitest.config.ts': config,
      'wrong.ts': wrong,
      'plain/plain.test.ts': plain,
    })
  })
  afterAll(() => project[Symbol.asyncDispose]())

  test('failed assertions of agents are told by tables, and do not fail the run', async () => {
    const { output, exitCode } = await project.vitest(['run'])
    expect(output).toContain('✓ |plain| plain/plain.test.ts (1 test)')
    expect(output).toMatch(/wrong +fix +0\.000 \(1 of 1\)/)
    expect(output).toMatch(/wrong +fix +change +two numbers are added +1\/1/)
    expect(output).not.toMatch(/FAIL|AssertionError|does not answer as the reference|\d failed/)
    expect(exitCode).toBe(0)
  })

  test('a failed test of another project is told as Vitest tells it', async () => {
    const { output, exitCode } = await project.vitest(['run'], {
      env: { TWO: '3', GITHUB_ACTIONS: 'true' },
    })
    expect(output).toContain('FAIL  |plain| plain/plain.test.ts > one and one')
    expect(output).toContain('1 failed (1)')
    expect(output).toMatch(/::error file=.*plain\.test\.ts/)
    expect(output).toMatch(/wrong +fix +0\.000 \(1 of 1\)/)
    expect(exitCode).toBe(1)
  })

  test('where no file of a suite was selected, the other projects decide alone', async () => {
    const { output, exitCode } = await project.vitest(['run', 'plain/'])
    expect(output).not.toContain('control')
    expect(exitCode).toBe(0)
  })

  test('reporters that were chosen work as ever, and the tables follow', async () => {
    const chosen = ['verbose', 'json', 'junit'].map((name) => `--reporter=${name}`)
    const { output, exitCode } = await project.vitest(['run', '--project=bench', ...chosen], {
      env: { THRESHOLD: '1' },
    })
    expect(output).toContain('× |bench| bench/tiny/change/sum/adds.test.ts > wrong · fix · 1')
    expect(output).toContain('what the agent changed')
    expect(output).toMatch(/wrong +fix +0\.000 \(1 of 1\)/)
    expect(output).toContain(missed)
    expect(exitCode).toBe(1)
    expect(JSON.parse(await project.read('.vitest/json/output.json'))).toMatchObject({
      numPassedTests: 5,
      numFailedTests: 1,
    })
    expect(await project.read('.vitest/junit/output.xml')).toContain('tests="6" failures="1"')
  })

  test('standard output is left to a reporter that writes there for a program', async () => {
    const { stdout, stderr, exitCode } = await project.vitest(['run', '--project=bench'], {
      env: { JSON_TO_STDOUT: '1', THRESHOLD: '1' },
    })
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 5, numFailedTests: 1 })
    expect([stderr.trim(), exitCode]).toEqual([missed, 1])
  })
})

describe('an error of the suite itself is printed as Vitest prints it, and fails the run', () => {
  const once = { ...defaultOptions, repetitions: 1 }
  const adds = 'bench/tiny/change/sum/adds.test.ts'
  const keeps = 'bench/tiny/regress/keeps.test.ts'
  const call = `(tree) => tree.call('src/sum.ts', 'sum', 2, 3)`
  const whole = assertion('change', 'two numbers are added', call)
  /** Not on controls, which would refuse it. */
  const onSamples = `if (builds.some(({ label }) => label.startsWith('solver')))`

  test('a file that fails before its tests', async () => {
    await using project = await makeProject(once, {
      [adds]: `${whole}\n${onSamples} throw new Error('a helper is missing')\n`,
    })
    const { output, exitCode } = await project.vitest(['run'])
    expect(output).toContain(`FAIL  |bench| ${path.normalize(adds)}`)
    expect(output).toContain('Error: a helper is missing')
    expect(output).toContain('Test Files  1 failed (1)')
    expect(exitCode).toBe(1)
    expect((await project.records()).map(({ change }) => change.graded)).toEqual([0])
  })

  test('a hook that fails; and a test that skips itself is no pass', async () => {
    await using project = await makeProject(once, {
      [adds]: whole
        .replace('test }', 'test, beforeAll }')
        .replace(
          '  test(',
          `  beforeAll(() => { ${onSamples} throw new Error('no hook') })\n  test(`,
        ),
    })
    await project.write({
      [keeps]: (await project.read(keeps)).replace(
        'async () => {',
        `async ({ skip }) => { ${onSamples} skip()`,
      ),
    })
    const { output, exitCode } = await project.vitest(['run'])
    expect(output).toMatch(/FAIL {2}\|bench\| .*adds\.test\.ts[\s\S]*Error: no hook/)
    expect(output).toContain('ungraded: tiny/tiny/solver/fix/1: regress/keeps: the test is skipped')
    expect(exitCode).toBe(1)
  })

  test('an unhandled rejection', async () => {
    await using project = await makeProject(once, {
      [adds]: `${whole}\n${onSamples} Promise.reject(new Error('nobody waits'))\n`,
    })
    const { output, exitCode } = await project.vitest(['run'])
    expect(output).toMatch(/Unhandled Rejection[\s\S]*Error: nobody waits/)
    expect(output).toContain('Errors  1 error')
    expect(exitCode).toBe(1)
  })
})
