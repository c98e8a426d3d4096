import { expect, test } from 'vitest'
import geminiCli from '../gemini-cli.ts'
import pi from '../pi.ts'

const problems = (adapter: { options: { parse(given: unknown): unknown } }, given: object) => {
  try {
    adapter.options.parse(given)
    return []
  } catch (error) {
    const { issues } = error as { issues: { path: string[]; message: string }[] }
    return issues.map(({ path, message }) => [path.join('.'), message])
  }
}

test('what is to be said to one that asks is refused where nobody is asked', () => {
  const why = expect.stringMatching(/^by its command line .* write `door: 'acp'`/)
  expect(problems(geminiCli, { permissions: 'refuse' })).toEqual([['permissions', why]])
  expect(problems(geminiCli, { permissions: 'ask', answers: 'a.yaml' })).toEqual([
    ['permissions', why],
    ['answers', why],
  ])
  expect(problems(geminiCli, { permissions: 'allow' })).toEqual([])
  expect(problems(geminiCli, { door: 'acp', permissions: 'refuse' })).toEqual([])
  expect(problems(geminiCli, { door: 'acp', permissions: 'ask' })).toEqual([
    ['answers', expect.stringMatching(/^with `permissions: 'ask'` the user's answers stand here/)],
  ])
})

test('one that has no protocol knows no such option', () => {
  expect(problems(pi, { permissions: 'refuse' })).toEqual([['', 'Unrecognized key: "permissions"']])
})
