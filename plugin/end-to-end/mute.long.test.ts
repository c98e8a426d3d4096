/** An agent that never says a word over the protocol: what it did not answer stands in the record. */
import { expect, test } from 'vitest'
import { makeProject } from './project.ts'

const argv = ['node', '-e', 'setInterval(() => {}, 1000)']

test('a record says what an agent never answered', async () => {
  await using project = await makeProject({
    experiment: 'mute',
    repetitions: 1,
    retries: 0,
    budgets: { seconds: 2 },
    conditions: [
      { name: 'mute', adapter: 'acp', options: { argv } },
      {
        name: 'metered',
        adapter: 'acp',
        model: 'openai/small',
        options: { argv: [...argv, '{url:openai}'] },
      },
    ],
    providers: { openai: { baseUrl: 'http://127.0.0.1:9', auth: 'none' } },
  })
  await project.vitest(['run'])
  const records = await project.records('mute')
  const told = records.map(({ condition, outcome, reason }) => [condition, outcome, reason])
  const why = 'no session could be opened: node did not answer `initialize`'
  expect(Object.fromEntries(told.map(([name, ...rest]) => [name, rest]))).toEqual({
    mute: ['timedOut', `the budget of 2 s was used up; ${why}`],
    metered: [
      'unmeasured',
      `the harness made no model call through the gateway (timedOut: the budget of 2 s was used up; ${why})`,
    ],
  })
})
