import { cp } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryTree } from '../../plugin/tree/fixtures/temporary-tree.ts'
import { setting } from '../loop/fixtures/setting.ts'
import { run } from '../loop.ts'
import { readScripts } from './script.ts'
import { startScripted } from './server.ts'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const scripts = await readScripts(here('../../bench/shopkit/scripts'), 'shopkit')

test('every task has three scripts', () => {
  const names = ['T1', 'T2', 'T3', 'T4', 'T5'].flatMap((task) =>
    [1, 2, 3].map((repetition) => `shopkit/${task}.${repetition}`),
  )
  expect(Object.keys(scripts)).toEqual(names)
})

test('all are played to their end, and every tool does what the script wants, but for one', {
  timeout: 180_000,
}, async () => {
  const { url, close } = await startScripted(scripts)
  onTestFinished(close)
  const failed: string[] = []
  for (const [name, { turns }] of Object.entries(scripts)) {
    const { build, context, log } = await setting(`${url}/${name}`)
    await cp(here('../../seed/shopkit'), build, { recursive: true })
    expect(await run(build, 'A brief.', context), name).toEqual({
      calls: turns.length,
      tokens: {
        input: turns.reduce((sum, { usage }) => sum + usage.input, 0),
        cacheRead: turns.reduce((sum, { usage }) => sum + usage.cacheRead, 0),
        output: turns.reduce((sum, { usage }) => sum + usage.output, 0),
      },
    })
    if (/^! |^exit code (?!0|3)/m.test(log())) failed.push(name)
  }
  expect(failed).toEqual(['shopkit/T2.3'])
})

test('a script that cannot be read is named, with what is wrong', async () => {
  const folder = await temporaryTree({
    'T1.1.yaml':
      'does: x\nturns:\n  - calls: [{ read: { path: x }, write: {} }]\n    usage: { input: 1, output: 1 }\n',
  })
  await expect(readScripts(folder, 'shop')).rejects.toThrow(
    /^the script T1\.1\.yaml of the suite shop cannot be read: .*a call has one name\n.*turns\[0\]\.calls\[0\]/s,
  )
  await expect(readScripts(path.join(folder, 'none'), 'shop')).rejects.toThrow('ENOENT')
})
