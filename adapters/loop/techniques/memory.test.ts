import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { open } from '../../loop.ts'
import { calling, following, overhearing, readChat, run, setting } from '../fixtures/setting.ts'

const finish = calling({ finish: { summary: 'done' } })
const notes = (text: string) => calling({ note: { text } })

/** The answers of tools in a request, long ones by their first letter and their length. */
function answersIn(body: string | undefined): string[] {
  const { messages } = readChat(body)
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) =>
      content.replace(/^(.)\1{300,}$/s, (text, letter) => `${letter}×${text.length}`),
    )
}

async function reading(given: Record<string, unknown>) {
  const reads = ['a', 'b', 'c', 'd'].map((file) => calling({ read: { path: file } }))
  const { url, requests } = await overhearing(
    await following([calling({ read: { path: 'short' } }), ...reads, finish]),
  )
  const { build, context } = await setting(url, given)
  await writeFile(path.join(build, 'short'), 'short')
  for (const name of 'abcd') await writeFile(path.join(build, name), name.repeat(1000))
  expect(await run(build, 'Read.', context)).toMatchObject({ calls: 6 })
  return requests
}

const dropped = '[1000 characters were dropped here; call the tool again if you need them]'

test('window: beyond the limit the oldest answers are dropped down to half of it, and it is said', async () => {
  const requests = await reading({ memory: 'window', window: 2500 })
  expect(requests.map(answersIn)).toEqual([
    [],
    ['short'],
    ['short', 'a×1000'],
    ['short', 'a×1000', 'b×1000'],
    ['short', dropped, dropped, 'c×1000'],
    ['short', dropped, dropped, 'c×1000', 'd×1000'],
  ])
  // What was asked for stays, and so do the calls.
  expect(requests.at(-1)).toContain('{\\"path\\":\\"a\\"}')
  expect(readChat(requests.at(-1)).messages[1]?.content).toBe('Read.')
})

test('window: the latest answer is kept, however long', async () => {
  const requests = await reading({ memory: 'window', window: 500 })
  expect(answersIn(requests.at(-1))).toEqual(['short', dropped, dropped, dropped, 'd×1000'])
})

test('none: everything stays', async () => {
  const requests = await reading({ window: 500 })
  expect(answersIn(requests.at(-1))).toEqual(['short', 'a×1000', 'b×1000', 'c×1000', 'd×1000'])
})

test('notes are kept outside of the build, and are before the model at every request', async () => {
  const model = await following([notes('tests: run x'), finish, notes('tests: run y'), finish])
  const { url, requests } = await overhearing(model)
  const { build, context } = await setting(url, { memory: 'notes' })
  const session = await open(build, context)
  await session.turn('First.')
  await session.turn('Second.')
  const again = await open(build, context)
  await again.turn('In another session.')
  const systems = requests.map((body) => readChat(body).system?.split('Your notes:')[1])
  const [none, x, y] = ['\n\nnone yet', '\n\ntests: run x', '\n\ntests: run y']
  expect(systems).toEqual([none, none, x, x, y, y])
  expect(await readFile(path.join(context.home, 'notes.md'), 'utf8')).toBe('tests: run x')
  await expect(readFile(path.join(build, 'notes.md'))).rejects.toThrow('ENOENT')
})

test('notes that are too long are refused, and told why', async () => {
  const url = await following([notes('x'.repeat(8001)), finish])
  const { build, context, log } = await setting(url, { memory: 'notes' })
  await run(build, 'Go.', context)
  expect(log()).toContain('8001 characters; notes hold 8000 at most')
})
