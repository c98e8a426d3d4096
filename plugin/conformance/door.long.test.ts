import { fileURLToPath } from 'node:url'
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
conformance({ adapter: './faulty.ts' })
conformance({
  adapter: 'reference',
  except: { 'does what its model says, and is \`finished\`': 'it was thought so' },
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
  ])
  expect(of('failed').map(({ failureMessages }) => failureMessages[0]?.split('\n')[0])).toEqual([
    'Error: does what its model says, and is `finished`: crashed: the adapter threw Error: I never work',
    'Error: does what its model says, and is `finished`: it is kept (finished; no model of ours told it anything); take it out of `except`',
  ])
  expect(of('passed').length + of('failed').length + of('skipped').length).toBe(51)
  expect(output).toMatch(/^\.\/faulty\.ts 2\n\npromise +held +why\n/m)
})
