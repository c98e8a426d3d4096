import { expect, onTestFinished, test } from 'vitest'
import { offered, toolsOf } from './dialects/fixtures/offered.ts'
import type { Script } from './script.ts'
import { startScripted } from './server.ts'

const edit = { path: 'a.ts', old: 'two', new: 'three' }
const script: Script = {
  does: 'a test',
  turns: [
    { say: 'First.', calls: [{ run: { command: 'cat a.ts' } }, { edit }] },
    { calls: [{ finish: { summary: 'Done.' } }] },
  ],
}

/** What is said to a request, as it came over the wire. */
async function started(turns = script.turns) {
  const { url, close } = await startScripted({ 's/m/T1.1': { does: 'a test', turns } })
  onTestFinished(close)
  return async (way: string, body: object, status = 200) => {
    const response = await fetch(`${url}/s/m/T1.1/${way}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    return response.text()
  }
}

const functions = (harness: string) =>
  toolsOf(offered[harness]).map(({ function: tool }) => ({ type: 'function', ...tool }))

// Every format has words of its own for the same conversation.
const wires = [
  {
    wire: 'chat completions',
    way: 'v1/chat/completions',
    start: { model: 'm', tools: toolsOf(offered.pi), messages: [{ role: 'user', content: 'Go.' }] },
    after: [
      { role: 'assistant', content: 'First.', tool_calls: [] },
      { role: 'tool', tool_call_id: 'x', content: 'two' },
    ],
    list: 'messages',
  },
  {
    wire: 'responses',
    way: 'v1/responses',
    start: { model: 'm', tools: functions('pi'), input: [{ role: 'user', content: 'Go.' }] },
    after: [
      { role: 'assistant', content: [{ type: 'output_text', text: 'First.' }] },
      { type: 'function_call', call_id: 'x', name: 'bash', arguments: '{}' },
      { type: 'function_call', call_id: 'y', name: 'edit', arguments: '{}' },
      { type: 'function_call_output', call_id: 'x', output: 'two' },
      { type: 'function_call_output', call_id: 'y', output: 'ok' },
    ],
    list: 'input',
  },
  {
    wire: 'messages',
    way: 'v1/messages',
    start: {
      model: 'm',
      max_tokens: 9,
      tools: functions('pi').map(({ name, parameters }) => ({ name, input_schema: parameters })),
      messages: [{ role: 'user', content: 'Go.' }],
    },
    after: [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'First.' },
          { type: 'tool_use', id: 'x', name: 'bash', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'two' }] },
    ],
    list: 'messages',
  },
  {
    wire: 'generateContent',
    way: 'v1beta/models/m:generateContent',
    start: {
      tools: [
        {
          functionDeclarations: functions('pi').map(({ name, parameters }) => ({
            name,
            parametersJsonSchema: parameters,
          })),
        },
      ],
      contents: [{ role: 'user', parts: [{ text: 'Go.' }] }],
    },
    after: [
      { role: 'model', parts: [{ text: 'First.' }, { functionCall: { name: 'bash', args: {} } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'bash', response: { output: 'two' } } }],
      },
    ],
    list: 'contents',
  },
]

test.for(wires)(
  'a dialect is spoken over $wire, and the conversation tells the turn',
  async ({ way, start, after, list }) => {
    const ask = await started()
    const first = await ask(way, start)
    expect(first.replaceAll('\\"', '"')).toMatch(/First\..*"bash".*"cat a\.ts".*"oldText":"two"/s)
    const before = (start as Record<string, unknown>)[list] as object[]
    const second = await ask(way, { ...start, [list]: [...before, ...after] })
    expect(second).toContain('Done.')
    expect(second).not.toContain('bash')
  },
)

const patching = {
  model: 'm',
  input: [
    { role: 'user', content: 'Go.' },
    { type: 'function_call', call_id: 'x', name: 'exec_command', arguments: '{}' },
    { type: 'function_call_output', call_id: 'x', output: 'one\n  two\n' },
  ],
  tools: functions('codex').concat({
    type: 'custom',
    name: 'apply_patch',
    description: 'Takes a patch.',
    format: { type: 'grammar', syntax: 'lark', definition: '' },
  } as never),
}
const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-  two\n+  three\n*** End Patch\n'
const looking: Script['turns'][number] = { calls: [{ run: { command: 'cat a.ts' } }] }

test('a tool that takes a text is given one, at once or as a stream', async () => {
  const post = await started([looking, ...script.turns])
  const ask = (body: object) => post('v1/responses', body)
  const { output } = JSON.parse(await ask(patching))
  expect(output.slice(1)).toMatchObject([
    { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat a.ts","login":false}' },
    { type: 'custom_tool_call', name: 'apply_patch', input: patch },
  ])
  expect(output[2]).not.toHaveProperty('arguments')

  const events = (await ask({ ...patching, stream: true }))
    .split('\n\n')
    .filter((event) => event.startsWith('event: '))
    .map((event) => JSON.parse(event.slice(event.indexOf('\ndata: ') + 7)))
  const told = events.filter(({ type }) => type.includes('custom_tool_call'))
  expect(told).toMatchObject([
    { type: 'response.custom_tool_call_input.delta', delta: patch },
    { type: 'response.custom_tool_call_input.done', input: patch },
  ])
  const ofPatch = events.filter(
    ({ item, item_id: id }) => (item?.id ?? id ?? '') === told[0].item_id,
  )
  expect(ofPatch.map(({ type }) => type)).toEqual([
    'response.output_item.added',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.done',
    'response.output_item.done',
  ])
  expect(events.at(-1).response.output.at(-1)).toMatchObject({ name: 'apply_patch', input: patch })

  // What was called so counts as an answer.
  const called = [
    { type: 'custom_tool_call', call_id: 'y', name: 'apply_patch', input: patch },
    { type: 'custom_tool_call_output', call_id: 'y', output: 'ok' },
  ]
  expect(await ask({ ...patching, input: [...patching.input, ...called] })).toContain('Done.')
})

test('what the system says among the messages is heard', async () => {
  const ask = await started()
  const tools = functions('claude-code').map(({ name, parameters }) => ({
    name,
    input_schema: parameters,
  }))
  const messages = [
    { role: 'user', content: 'Go.' },
    { role: 'system', content: [{ type: 'text', text: 'Working directory: /w/build' }] },
  ]
  const body = { model: 'm', max_tokens: 9, system: 'Be good.', tools, messages }
  expect(await ask('v1/messages', body)).toContain('"file_path":"/w/build/a.ts"')
})

test('who asks for one answer for ever is told so', async () => {
  const ask = await started()
  const { way, start } = wires[0] as (typeof wires)[0]
  for (let time = 0; time < 300; time++) await ask(way, start)
  expect(await ask(way, start, 400)).toContain('answer 1 was asked for again and again')
})
