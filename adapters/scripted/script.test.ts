import { cp } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryTree } from '../../plugin/tree/fixtures/temporary-tree.ts'
import { run, setting } from '../loop/fixtures/setting.ts'
import { readScripts, type Script, type ScriptTurn } from './script.ts'
import { startScripted } from './server.ts'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const scripts = await readScripts(here('../../bench/shopkit/scripts'), 'shopkit')

test('every task has three scripts of each model', () => {
  const names = ['factorial', 'shopkit'].flatMap((model) =>
    ['T1', 'T2', 'T3', 'T4', 'T5'].flatMap((task) =>
      [1, 2, 3].map((repetition) => `shopkit/${model}/${task}.${repetition}`),
    ),
  )
  expect(Object.keys(scripts)).toEqual(names)
})

const models = [
  { model: 'shopkit', options: {}, fails: ['shopkit/shopkit/T2.3'] },
  { model: 'factorial', options: {}, fails: ['shopkit/factorial/T2.3'] },
  { model: 'factorial', options: { map: true, plan: true }, fails: ['shopkit/factorial/T2.3'] },
]

test.for(models)(
  'all are played to their end, and every tool does what the script wants, but for one: $model $options',
  { timeout: 180_000 },
  async ({ model, options, fails }) => {
    const { url, close } = await startScripted(scripts)
    onTestFinished(close)
    const failed: string[] = []
    for (const [name, script] of Object.entries(scripts)) {
      if (!name.startsWith(`shopkit/${model}/`)) continue
      const { build, context, log } = await setting(`${url}/${name}`, options)
      await cp(here('../../seed/shopkit'), build, { recursive: true })
      const turns = turnsOf(script, 'plan' in options)
      const { crashed, calls, tokens } = await run(build, 'A brief.', context)
      expect({ name, crashed, calls }).toEqual({ name, calls: turns.length })
      if (turns.every(({ usage }) => usage !== undefined))
        expect(tokens).toEqual({
          input: turns.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0),
          cacheRead: turns.reduce((sum, { usage }) => sum + (usage?.cacheRead ?? 0), 0),
          output: turns.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
        })
      if (/^! |^exit code (?!0|3)/m.test(log())) failed.push(name)
    }
    expect(failed).toEqual(fails)
  },
)

/** @param techniques whether there are a map and a plan */
function turnsOf(script: Script, techniques: boolean): ScriptTurn[] {
  if (!techniques) return script.turns
  const { planning = [], planned = [] } = { ...script, ...script.mapped } as Script
  return [...planning, ...planned]
}

test('a script that cannot be read is named, with what is wrong', async () => {
  const folder = await temporaryTree({
    'mine/T1.1.yaml':
      'does: x\nturns:\n  - calls: [{ read: { path: x }, write: {} }]\n    usage: { input: 1, output: 1 }\n',
  })
  await expect(readScripts(folder, 'shop')).rejects.toThrow(
    /^the script mine\/T1\.1\.yaml of the suite shop cannot be read: .*a call has one name\n.*turns\[0\]\.calls\[0\]/s,
  )
  await expect(readScripts(path.join(folder, 'none'), 'shop')).rejects.toThrow('ENOENT')
})
