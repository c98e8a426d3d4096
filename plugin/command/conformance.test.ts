import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'

const command = fileURLToPath(new URL('harnessbench.ts', import.meta.url))

async function run(files: Record<string, string>, ...args: string[]) {
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [command, 'conformance', ...args],
    { cwd: await temporaryTree(files), reject: false, env: { NO_COLOR: '1' } },
  )
  return { exitCode, stdout, stderr }
}

test('the table goes to standard output, how far it is to standard error', async () => {
  const { exitCode, stdout, stderr } = await run({}, '--adapter', 'nothing')
  expect(stderr.split('\n')[0]).toBe('1 of 15: work')
  expect(stdout).toMatch(/^nothing 1\n\npromise +held +why *\ndoes what .* yes +finished/)
  expect(stdout).toMatch(/\n\n1 held, 0 not, 16 not to be seen here$/)
  expect(exitCode).toBe(0)
})

test('an adapter of one’s own that breaks a promise: exit code 1', async () => {
  const files = {
    'mine.ts': `export const version = '3'\nexport async function run() { throw new Error('no such luck') }\n`,
  }
  const { exitCode, stdout } = await run(files, '--adapter', './mine.ts')
  expect(stdout).toMatch(
    /does what its model says, and is `finished` +NO +crashed: the adapter threw Error: no such luck/,
  )
  expect(exitCode).toBe(1)
})

test.for<[string[], string]>([
  [[], 'conformance: name the adapter by --adapter'],
  [['--adaptor', 'pi'], "Unknown option '--adaptor' (did you mean `adapter`?)"],
  [
    ['--adapter', 'nothng'],
    'option `conformance.adapter` (checked): there is no module nothng (did you mean `nothing`?)',
  ],
  [['--adapter', 'nothing', '--options', '[1]'], '--options must be a JSON object, not [1]'],
  [
    ['--adapter', 'nothing', '--options', '{"a":1}'],
    'option `conformance` (checked): the adapter nothing cannot be used: ',
  ],
  [['--adapter', 'nothing', '--seconds', 'soon'], '`seconds` '],
  [['--adapter', 'nothing', '--model', 'gpt'], '`model` must be `provider/model`'],
])('%j is asked for wrongly: exit code 2', async ([args, message]) => {
  const { exitCode, stdout, stderr } = await run({}, ...args)
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).toContain(message)
})
