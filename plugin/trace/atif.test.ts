import { expect, test } from 'vitest'
import { record } from '../../reporters/fixtures/records.ts'
import type { Attempt } from '../record/schema.ts'
import { atif } from './atif.ts'
import { entrySchema, type TraceInput } from './schema.ts'

const sample = { experiment: 'e', suite: 's', condition: 'c', task: 'T1', repetition: 2 }
const [one] = record({ condition: 'c', task: 'T1', repetition: 2 }).attempts
const attempt: Attempt = {
  ...(one as Attempt),
  number: 3,
  adapter: { name: 'pi', version: '1 pi 1.6.0', options: { args: [] }, model: 'acme/small' },
}

function steps(...told: TraceInput[]) {
  const at = '2026-11-30T10:00:00.000Z'
  const entries = told.map((entry) => entrySchema.parse({ at, turn: 1, ...entry }))
  return atif(sample, attempt, entries).steps.map(({ timestamp, step_id, ...step }, index) => {
    expect([timestamp, step_id]).toEqual([at, index + 1])
    return step
  })
}

const call = (id: string, more: Partial<Extract<TraceInput, { kind: 'toolCall' }>> = {}) => ({
  kind: 'toolCall' as const,
  id,
  name: 'write',
  arguments: { path: 'a' },
  isError: false,
  denied: false,
  durationMs: 5,
  ...more,
})

test('a step is what the user said, or one answer of the model with its tool calls', () => {
  const tokens = { input: 10, output: 2, cacheRead: 5 }
  expect(
    steps(
      { kind: 'turn', text: 'Mend it.' },
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'message', text: 'I write.' },
      { kind: 'usage', tokens, cost: 0.5, model: 'small-1' },
      call('1', { result: 'done' }),
      call('2', { result: { code: 1 }, isError: true, arguments: 'a b' }),
      { kind: 'usage', tokens: { output: 3 } },
      call('3', { denied: true, durationMs: null }),
      { kind: 'message', text: 'Done.' },
      { kind: 'stop', reason: 'end_turn' },
    ),
  ).toEqual([
    { source: 'user', message: 'Mend it.' },
    {
      source: 'agent',
      message: 'I write.',
      reasoning_content: 'Hm.',
      model_name: 'small-1',
      metrics: { prompt_tokens: 15, completion_tokens: 2, cached_tokens: 5, cost_usd: 0.5 },
      tool_calls: [
        { tool_call_id: '1', function_name: 'write', arguments: { path: 'a' } },
        { tool_call_id: '2', function_name: 'write', arguments: { value: 'a b' } },
      ],
      observation: {
        results: [
          { source_call_id: '1', content: 'done' },
          { source_call_id: '2', content: '{"code":1}' },
        ],
      },
      extra: {
        tool_calls: {
          1: { is_error: false, denied: false, duration_ms: 5 },
          2: { is_error: true, denied: false, duration_ms: 5 },
        },
      },
    },
    {
      source: 'agent',
      message: '',
      metrics: { completion_tokens: 3 },
      tool_calls: [{ tool_call_id: '3', function_name: 'write', arguments: { path: 'a' } }],
      extra: { tool_calls: { 3: { is_error: false, denied: true, duration_ms: null } } },
    },
    { source: 'agent', message: 'Done.', extra: { stop_reason: 'end_turn' } },
  ])
})

test('what else happened stands between, and does not end an answer', () => {
  const told = steps(
    { kind: 'message', text: 'I ask.' },
    { kind: 'permission', asked: 'write a', answer: 'refused', by: 'policy' },
    call('1', { denied: true }),
    { kind: 'compaction', before: 100 },
  )
  expect(told.map(({ source, message }) => [source, message])).toEqual([
    ['agent', 'I ask.'],
    ['system', 'permission'],
    ['system', 'compaction'],
  ])
  expect(told[0]?.tool_calls).toHaveLength(1)
  expect(told[1]?.extra).toEqual({ turn: 1, asked: 'write a', answer: 'refused', by: 'policy' })
})

test('who worked is named, with the figures that count', () => {
  const { schema_version, session_id, agent, final_metrics } = atif(sample, attempt, [])
  expect({ schema_version, session_id, agent }).toEqual({
    schema_version: 'ATIF-v1.4',
    session_id: 'e/s/c/T1/2/3',
    agent: {
      name: 'pi',
      version: '1 pi 1.6.0',
      model_name: attempt.usage.model ?? 'acme/small',
      extra: { options: { args: [] } },
    },
  })
  expect(final_metrics).toMatchObject({
    total_steps: 0,
    extra: { claimed_by: attempt.usage.claimedBy, outcome: attempt.outcome },
  })
})
