import { expect, test } from 'vitest'
import { checkCommandLine } from './command-line.ts'

const check = (...argv: string[]) =>
  checkCommandLine({ argv, env: {} }, { model: null, providers: {} })

test.for([
  ['node'],
  [process.execPath],
  ['/nowhere/{model}', '{brief}'],
  ['{home}/agent'],
  ['./agent.sh'],
])('what shows in a run only is not refused before: %j', async (argv) => {
  await expect(check(...argv)).resolves.toBe(undefined)
})

test.for<[string, string]>([
  ['/nowhere/agent', 'there is no program /nowhere/agent; install it, or correct its path'],
  ['no-such-agent', 'the program `no-such-agent` is not on the PATH that a harness gets'],
])('a program that is not there: %s', async ([program, message]) => {
  await expect(check(program)).rejects.toThrow(message)
})

test('a provider that is not there', async () => {
  await expect(check('node', '{url:nobody}')).rejects.toThrow('there is no provider `nobody`')
})
