import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { calling, following, overhearing, readChat, run, setting } from '../fixtures/setting.ts'
import { mapHeading } from './headings.ts'

const sources = {
  'readme.md': 'export function no() {}',
  'src/money.ts': `export function fmt(value: number): string {
  return value.toFixed(2)
}
function own() {}
export const version = '1'
export const add = (
  first: number,
  second: number,
): number => first + second
export abstract class Shop<T> extends Base {
  export() {}
}
export type Amount = number
export { own as other }
`,
  'src/tool.py':
    'def run(path: str) -> int:\n    return 1\n\ndef _own(): ...\n\nclass Tool:\n    def at(self): ...\n',
  'src/tool.go':
    'package tool\n\nfunc Run(path string) int {\n}\nfunc own() {}\ntype Tool struct {\n',
  'src/tool.rs': 'pub fn run(path: &str) -> u8 {\n}\nfn own() {}\n',
  'src/torn.js': 'export function torn(',
}

async function filled(options: Record<string, unknown>) {
  const { url, requests } = await overhearing(
    await following([calling({ finish: { summary: '' } })]),
  )
  const { build, context } = await setting(url, options)
  await mkdir(path.join(build, 'src'))
  for (const [name, text] of Object.entries(sources)) await writeFile(path.join(build, name), text)
  await writeFile(path.join(build, 'bytes.js'), Buffer.from([0, 1]))
  return { build, context, system: () => readChat(requests[0]).system ?? '' }
}

test('the map names every file, with what it declares for others', async () => {
  const { build, context, system } = await filled({ map: true })
  await run(build, 'Go.', context)
  expect(system().slice(system().indexOf(mapHeading))).toMatchInlineSnapshot(`
    "The files of the project, each with what it declares for others:

    bytes.js
    readme.md
    src/money.ts
      function fmt(value: number): string
      const version
      const add = (first: number, second: number): number => first + second
      abstract class Shop<T> extends Base
      type Amount = number
    src/tool.go
      func Run(path string) int
      type Tool struct
    src/tool.py
      def run(path: str) -> int
      class Tool
      def at(self): ...
    src/tool.rs
      pub fn run(path: &str) -> u8
    src/torn.js
      function torn("
  `)
})

test('without it the prompt is the ordinary one, word for word', async () => {
  const { build, context, system } = await filled({})
  await run(build, 'Go.', context)
  expect(system().replace(process.platform, 'mine')).toMatchInlineSnapshot(`
    "You are a software engineer at work in a folder that holds a project. You are asked for something, and you do it with the tools you have: you look at the project, change its files, and run commands in it.

    - Look before you change: read the code that a change touches, and what uses it.
    - Change what was asked for, and nothing else. Keep to the style of the code around it.
    - Find the cause of what is wrong; do not hide its symptoms.
    - Try out what you changed by running it.
    - Leave no files behind that the project does not need.
    - Nobody answers questions. Where something is left open, decide, and say what you decided.

    When all is done, call \`finish\` and say in a few sentences what you did.

    You have 40 steps for each request; each answer of yours is one, however many tools it calls.
    A command may take 60 seconds. The system is mine.
    The project's folder holds: bytes.js, readme.md, src/. Paths are relative to it."
  `)
})
