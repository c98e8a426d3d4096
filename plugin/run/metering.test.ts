import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { createMetering, type MeteringConfig } from './metering.ts'

interface Answer {
  choices: { message: { tool_calls: { function: { name: string } }[] } }[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

test('each scripted model has its own scripts, and one that a sample lacks is named', async () => {
  const metering = createMetering({
    root,
    options: { budgets: { seconds: 10, total: {} }, providers: {}, prices: [], keepBodies: false },
    suites: [{ name: 'shopkit', folder: path.join(root, 'bench/shopkit') }],
    planned: [],
  } as never as MeteringConfig)
  onTestFinished(metering.close)
  const folder = await temporaryTree()
  const sample = {
    experiment: 'e',
    suite: 'shopkit',
    condition: 'loop',
    task: 'T3',
    repetition: 2,
  }
  const said = async (model: string) => {
    const { access, close } = await metering.open(sample, folder, model)
    const response = await fetch(`${access.urls.scripted}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access.key}` },
      body: JSON.stringify({
        model: 'm',
        messages: [{ role: 'user', content: 'Go.' }],
        tools: ['list', 'read', 'run'].map((name) => ({ type: 'function', function: { name } })),
      }),
    })
    const { choices } = (await response.json()) as Answer
    await close()
    return choices[0]?.message.tool_calls.map((call) => call.function.name)
  }
  expect(await said('scripted/shopkit')).toEqual(['read', 'run'])
  expect(await said('scripted/factorial')).toEqual(['list', 'read'])
  await expect(metering.open(sample, folder, 'scripted/none')).rejects.toThrow(
    'the model scripted/none has no script for this sample: there is no scripts/none/T3.2.yaml in the suite shopkit',
  )
})
