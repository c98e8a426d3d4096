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

test('what is told of a call that has ended makes no other call', () => {
  const { trace } = told((updates, { sink }) => {
    const call = { toolCallId: 'c-1', title: 'write' }
    const content = [{ type: 'content' as const, content: { type: 'text' as const, text: 'ok' } }]
    updates.read({ ...call, sessionUpdate: 'tool_call', rawInput: { path: 'a' } }, sink)
    updates.read({ ...call, sessionUpdate: 'tool_call_update', status: 'completed' }, sink)
    updates.read({ ...call, sessionUpdate: 'tool_call_update', status: 'completed' }, sink)
    updates.read({ ...call, sessionUpdate: 'tool_call_update', content }, sink)
    updates.read({ ...call, sessionUpdate: 'tool_call', rawInput: { path: 'b' } }, sink)
  })
  expect(trace).toMatchObject([
    { kind: 'toolCall', arguments: { path: 'a' } },
    { kind: 'error', message: 'more was told of the call c-1 when it had ended: ["ok"]' },
    { kind: 'toolCall', arguments: { path: 'b' } },
  ])
})

test('a call that was refused has ended with that, whether that is told or not', () => {
  const { trace } = told((updates, { sink }) => {
    for (const toolCallId of ['c-1', 'c-2']) {
      updates.asked({ toolCallId, title: 'write' }, sink)
      updates.refuse(toolCallId)
    }
    updates.read({ toolCallId: 'c-1', sessionUpdate: 'tool_call_update', status: 'failed' }, sink)
    updates.endTurn(sink)
  })
  expect(trace).toMatchObject([
    { kind: 'toolCall', id: 'c-1', denied: true, isError: true },
    { kind: 'toolCall', id: 'c-2', denied: true, isError: false, durationMs: expect.any(Number) },
  ])
})

test('what was told before the first turn is of the first turn', () => {
  const trace: TraceInput[] = []
  const desk = createDesk({ trace: (entry) => void trace.push(entry) })
  desk.sink.messagePart('Welcome.')
  desk.beginTurn('Hello.')
  desk.sink.messagePart('Hello to you.')
  desk.endTurn()
  expect(trace).toMatchObject([
    { turn: 1, kind: 'message', text: 'Welcome.' },
    { turn: 1, kind: 'turn' },
    { turn: 1, kind: 'message', text: 'Hello to you.' },
  ])
})
