import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryTree } from '../../../plugin/tree/fixtures/temporary-tree.ts'
import { commandOf } from './commands.ts'

const odd = `it's "$HOME" \`x\` \\ 100% $& !\n-e ü\n`

async function project() {
  const cwd = await temporaryTree({
    'a.txt': 'one two\ntwo\n',
    'src/b c.txt': "it's (two)\n",
    '.git/HEAD': 'two',
  })
  const node = path.dirname(process.execPath)
  const env = { PATH: `${node}${path.delimiter}${process.env.PATH}` }
  return {
    run: (command: string) => execa('sh', ['-c', command], { cwd, env, reject: false }),
    text: (name: string) => readFile(path.join(cwd, name), 'utf8'),
  }
}

test('what looks sees the project, and nothing of git', async () => {
  const { run } = await project()
  const shown = async (command: string) => (await run(command)).stdout
  expect(await shown(commandOf.list({ path: '.' }))).toBe('./a.txt\n./src/b c.txt')
  expect(await shown(commandOf.read({ path: 'src/b c.txt' }))).toBe("it's (two)")
  expect(await shown(commandOf.read({ path: 'a.txt', from: 2 }))).toBe('two')
  expect(await shown(commandOf.search({ text: "it's (", path: '.' }))).toBe(
    "./src/b c.txt:1:it's (two)",
  )
})

test('files change to the byte', async () => {
  const { run, text } = await project()
  await run(commandOf.write({ path: 'new/deep.txt', content: odd }))
  expect(await text('new/deep.txt')).toBe(odd)
  await run(commandOf.write({ path: '-e', content: '' }))
  expect(await text('-e')).toBe('')
  const edit = { path: 'a.txt', old: 'one two\n', new: odd, all: false }
  expect((await run(commandOf.edit(edit))).exitCode).toBe(0)
  expect(await text('a.txt')).toBe(`${odd}two\n`)
})

test('a text is replaced where it is once, or where all are meant', async () => {
  const { run, text } = await project()
  const edit = { path: 'a.txt', old: 'two', new: '-n', all: false }
  for (const wrong of [edit, { ...edit, old: 'three', all: true }])
    expect((await run(commandOf.edit(wrong))).exitCode).toBe(1)
  expect(await text('a.txt')).toBe('one two\ntwo\n')
  expect((await run(commandOf.edit({ ...edit, all: true }))).exitCode).toBe(0)
  expect(await text('a.txt')).toBe('one -n\n-n\n')
})
