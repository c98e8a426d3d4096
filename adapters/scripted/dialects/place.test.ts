import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const at = (system: string, user = '') =>
  placeOf({
    model: 'm',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  })

test.for([
  ['pi', 'Rules.\n\n<cwd>\n/w/a b\n</cwd>'],
  ['codex', '<environment_context>\n  <cwd>/w/a b</cwd>\n  <shell>bash</shell>'],
  ['claude-code', 'environment: \n - Primary working directory: /w/a b\n - Is a git repository'],
  ['opencode', '<env>\n  Working directory: /w/a b\n  Workspace root folder: /'],
  ['openclaw', '## Workspace\nWorking directory: /w/a b\nSingle global'],
  ['copilot', '* Current working directory: /w/a b\n* Git repository root: /'],
  ['nanocoder', 'Home Directory: /root\nCurrent Working Directory: /w/a b\nCurrent Date: today'],
  ['cline', '3. IDE: Terminal Shell\n4. Working Directory: /w/a b\n</env>'],
  ['qwen-code', "I'm currently working in the directory: /w/a b\nHere is the folder"],
  ['gemini-cli', 'directory is: /t\n- **Workspace Directories:**\n  - /w/a b\n- **Directory'],
] as const)('the words of %s tell the folder', ([, text]) => {
  expect(at(text).folder).toBe('/w/a b')
  expect(at('Be good.', text).full('src/x.ts')).toBe('/w/a b/src/x.ts')
})

test('a person who speaks of folders does not move the project', () => {
  expect(at('<cwd>/w</cwd>', 'Working directory: /else').folder).toBe('/w')
  expect(at('In the working directory: do it.').folder).toBeNull()
  expect(at('').full('src/x.ts')).toBe('src/x.ts')
})
