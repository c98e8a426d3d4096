import type { SessionUpdate } from '@agentclientprotocol/sdk/unstable'
import { expect, test } from 'vitest'
import type { TraceInput } from '../../plugin/run/adapter.ts'
import { createDesk } from '../program/sink.ts'
import { createUpdates } from './updates.ts'

function told(
  read: (updates: ReturnType<typeof createUpdates>, desk: ReturnType<typeof createDesk>) => void,
) {
  const trace: TraceInput[] = []
  const desk = createDesk({ trace: (entry) => void trace.push(entry) })
  read(createUpdates({ cachedInside: true, perCall: true }), desk)
  return { trace, claim: desk.endTurn() }
}

const answer = (inputTokens: number, cachedReadTokens: number): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: '' },
  _meta: { usage: { inputTokens, outputTokens: 5, cachedReadTokens } },
})

test('usage that stands with each answer is added up', () => {
  const { trace, claim } = told((updates, { sink }) => {
    updates.read(answer(999, 0), sink)
    updates.read(answer(1479, 960), sink)
  })
  expect(claim).toEqual({ calls: 2, tokens: { input: 1518, output: 10, cacheRead: 960 } })
  expect(trace.map((entry) => entry.kind)).toEqual(['usage', 'usage'])
})

test('arguments that are told only when leave is asked for are the call’s', () => {
  const { trace } = told((updates, { sink }) => {
    const call = { toolCallId: 'c-1', _meta: { toolName: 'shell' } }
    updates.read({ ...call, sessionUpdate: 'tool_call', title: 'Shell', rawInput: {} }, sink)
    updates.asked({ toolCallId: 'c-1', title: 'ls -l', rawInput: { command: 'ls -l' } }, sink)
    updates.read({ ...call, sessionUpdate: 'tool_call_update', status: 'completed' }, sink)
  })
  expect(trace).toMatchObject([
    { kind: 'toolCall', name: 'shell', arguments: { command: 'ls -l' }, isError: false },
  ])
})
