import { expect, test } from 'vitest'
import { isUnderstood, savedPrompt, savedPromptInToml } from './saved-prompt.ts'

/** What the programs make of a saved prompt: commands run, files are read, arguments are put in. */
function outcome(prompt: string): string {
  if (prompt.includes('@{')) return 'a file is read'
  const commands = [...prompt.matchAll(/!\{([^}]*)\}/g)]
  if (commands.some(([, command]) => command !== '')) return 'a command is run'
  return prompt
    .split('!{}')
    .map((between) => between.replaceAll('{{args}}', ''))
    .join('')
}

test.for([
  'nothing of it',
  '!{echo hi} @{README.md} {{args}}',
  '!{ and @{ that nobody closes',
  '!{{args}} @{{args}} {{{args}}} !!{} {{args}}{{args}}',
  ' \r\n"quoted" \\@x $(y) `z` 😀 \n',
])('a saved prompt comes out as it was: %j', (brief) => {
  expect(outcome(savedPrompt(brief))).toBe(brief)
})

test('in TOML, line endings and control characters are escaped', () => {
  expect(savedPromptInToml('a\r\n"b" \x7f\u0001 é\\')).toBe(
    'prompt = "a\\r\\n\\"b\\" \\u007f\\u0001 é\\\\"\n',
  )
})

test.for([
  ['Read @README.md', true],
  ['/help', true],
  ['Mend a/b', false],
] as const)('%j is understood: %j', ([brief, is]) => {
  expect(isUnderstood(brief)).toBe(is)
})
