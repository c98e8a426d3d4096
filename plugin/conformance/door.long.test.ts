import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { makeProject } from '../end-to-end/project.ts'

const here = (place: string) => JSON.stringify(fileURLToPath(new URL(place, import.meta.url)))

const faulty = `
export const version = '2'
export async function run(build: string, brief: string) {
  throw new Error('I never work')
}
`

const tests = `
import { conformance } from 'harnessbench/conformance'

conformance({ adapter: 'nothing' })
conformance({
  adapter: './faulty.ts',
  except: { 'no process is left': 'it was thought so' },
})
`

test('a test file declares a test for each promise, and prints the table', async () => {
  await using project = await makeProject(undefined, {
    'faulty.ts': faulty,
    'my-harness.test.ts': tests,
    'vitest.config.ts': `export default {
  resolve: { alias: { 'harnessbench/conformance': ${here('./index.ts')} } },
}`,
  })
  const { exitCode, output } = await project.vitest([
    'run',
    'my-harness',
    ...['--reporter=default', '--reporter=json', '--outputFile=report.json'],
  ])
  expect(exitCode).toBe(1)
  const report = JSON.parse(await project.read('report.json'))
  const results: { fullName: string; status: string; failureMessages: string[] }[] =
    report.testResults[0].assertionResults
  const of = (status: string) => results.filter((result) => result.status === status)
  expect(of('passed').map(({ fullName }) => fullName)).toEqual([
    'conformance of nothing does what its model says, and is `finished`',
    'conformance of nothing no secret and no path of ours is in its reach',
    'conformance of nothing nothing is written outside the sample’s own folders',
    'conformance of nothing no process is left',
    'conformance of ./faulty.ts no secret and no path of ours is in its reach',
    'conformance of ./faulty.ts nothing is written outside the sample’s own folders',
  ])
  expect(of('failed').map(({ failureMessages }) => failureMessages[0]?.split('\n')[0])).toEqual([
    'Error: does what its model says, and is `finished`: crashed: the adapter threw Error: I never work',
    'Error: no process is left: it is kept (none was found); take it out of `except`',
  ])
  expect(of('passed').length + of('failed').length + of('skipped').length).toBe(32)
  expect(output).toMatch(/^\.\/faulty\.ts 2\n\npromise +held +why\n/m)
})

test('the command says what is wrong, by words, table and exit code', async () => {
  const program = fileURLToPath(new URL('../command/harnessbench.ts', import.meta.url))
  const run = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await execa(
      process.execPath,
      [program, 'conformance', ...args],
      { reject: false, env: { NO_COLOR: '1' } },
    )
    return { exitCode, stdout, stderr }
  }
  const [fine, none, unknown, bad] = await Promise.all([
    run('--adapter', 'nothing'),
    run(),
    run('--adapter', 'nothink', '--model', 'scripted/x'),
    run('--adapter', 'nothing', '--options', '[1]'),
  ])
  expect(fine).toMatchObject({ exitCode: 0, stderr: '' })
  expect(fine?.stdout).toMatch(
    /^nothing 1\n\npromise[\s\S]*\n4 held, 0 not, 12 not to be seen here$/,
  )
  expect(none).toMatchObject({ exitCode: 2, stdout: '' })
  expect(none?.stderr).toContain('conformance: name the adapter by --adapter')
  expect(unknown?.exitCode).toBe(2)
  expect(unknown?.stderr).toContain('conformance: `model` must be another than a scripted one')
  expect(bad?.exitCode).toBe(2)
  expect(bad?.stderr).toContain('--options must be a JSON object, not [1]')
})
