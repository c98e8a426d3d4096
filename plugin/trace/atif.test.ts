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
    expect([timestamp.slice(0, 19), step_id]).toEqual([at.slice(0, 19), index + 1])
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

/** Steps as `figure: text, calls`, with what is said of them. */
function briefly(...told: TraceInput[]) {
  return steps({ kind: 'turn', text: 'Mend it.' }, ...told)
    .slice(1)
    .map(({ message, tool_calls = [], metrics, extra }) => {
      const { usage, divided_by } = extra ?? {}
      const calls = tool_calls.map((one) => one.tool_call_id)
      const said = { ...(usage ? { usage } : {}), ...(divided_by ? { divided_by } : {}) }
      const shown = [metrics?.prompt_tokens ?? '-', message, ...calls].join(' ')
      return Object.keys(said).length > 0 ? [shown, said] : shown
    })
}

const says = (text: string) => ({ kind: 'message' as const, text })
const used = (input: number) => ({ kind: 'usage' as const, tokens: { input } })
/** A call that began, and ended, so many milliseconds after the turn. */
const at = (id: string, began: number, ended: number | null) =>
  call(id, {
    at: new Date(Date.parse('2026-11-30T10:00:00.000Z') + began).toISOString(),
    durationMs: ended === null ? null : ended - began,
  })

test('usage of one answer is that step’s, wherever a harness tells it', () => {
  const both = ['10 I look. 1', '20 Done.']
  expect(briefly(says('I look.'), used(10), call('1'), says('Done.'), used(20))).toEqual(both)
  expect(briefly(says('I look.'), call('1'), used(10), says('Done.'), used(20))).toEqual(both)
  expect(briefly(used(10), says('I look.'), call('1'), used(20), says('Done.'))).toEqual(both)
  expect(briefly(says('I look.'), call('1'), says('Done.'), used(10), used(20))).toEqual(both)
  expect(briefly(call('1'), used(10), call('2'), used(20), says('Done.'), used(30))).toEqual([
    '10  1',
    '20  2',
    '30 Done.',
  ])
})

test('usage of several answers together is no step’s', () => {
  const usage = (...figures: number[]) => ({
    covers_steps: [2, 3],
    figures: figures.map((prompt_tokens) => ({ prompt_tokens })),
  })
  expect(briefly(says('I look.'), call('1'), says('Done.'), used(200))).toEqual([
    '- I look. 1',
    ['- Done.', { usage: usage(200) }],
  ])
  expect(briefly(says('I look.'), call('1'), says('Done.'), used(1), used(2), used(3))).toEqual([
    '- I look. 1',
    ['- Done.', { usage: usage(1, 2, 3) }],
  ])
  const turns = briefly(
    says('I look.'),
    says('Done.'),
    used(7),
    { kind: 'turn', text: 'Again.' },
    says('So be it.'),
    used(9),
  )
  expect(turns).toEqual(['- I look.', ['- Done.', { usage: usage(7) }], '- Again.', '9 So be it.'])
})

test('calls one after another are no calls of one answer, unless its usage says so', () => {
  const alone = (shown: string) => [shown, { divided_by: 'time' }]
  expect(briefly(at('1', 0, 10), at('2', 50, 60), at('3', 90, 99))).toEqual([
    '-  1',
    alone('-  2'),
    alone('-  3'),
  ])
  expect(briefly(at('1', 0, 10), at('2', 5, 60), at('4', 70, 80), at('3', 65, 90))).toEqual([
    '-  1 2',
    alone('-  4 3'),
  ])
  // The second one ran all the time; of the first one no end was told.
  expect(briefly(at('1', 0, 10), at('3', 20, 30), at('2', 0, 40))).toEqual(['-  1 3 2'])
  expect(briefly(at('2', 50, 60), at('1', 0, null))).toEqual(['-  2 1'])
  expect(briefly(says('I look.'), used(10), at('1', 0, 10), at('2', 20, 30))).toEqual([
    '10 I look. 1 2',
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
