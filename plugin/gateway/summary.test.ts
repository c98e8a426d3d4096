import { expect, test } from 'vitest'
import { whyUnmeasured } from '../run/metering.ts'
import { type Call, unanswered } from './call.ts'
import { summarise } from './summary.ts'

/** @param tools how many are offered */
function call(tools: number, more: Partial<Call> = {}): Call {
  const begun = {
    ...{ number: 1, startedAt: '2026-01-01T00:00:00.000Z', provider: 'p', method: 'POST' },
    ...{ path: '/v1/messages', wire: 'anthropic-messages' as const, free: false, scripted: false },
  }
  const rest = { status: 200, reason: null, tools: { count: tools, names: [] } }
  return { ...unanswered(begun, 'complete', 'none'), ...rest, ...more }
}
const failed = { status: 500, error: { message: 'oops', type: 'x', code: null } } as Partial<Call>

test.for<[string, Call[], string | null]>([
  ['no call', [], null],
  ['the last one failed', [call(4), call(4, failed)], 'status 500: oops'],
  ['another try was answered', [call(4, failed), call(4)], null],
  ['a title, which no tool is offered for', [call(0, failed), call(4), call(0, failed)], null],
  ['only such ones', [call(0), call(0, failed)], 'status 500: oops'],
  ['it went on with a tool less', [call(11, failed), call(10)], null],
  ['a title does not answer it', [call(4, failed), call(0)], 'status 500: oops'],
  ['it had enough of the next', [call(4, failed), call(4, { ended: 'clientGone' })], null],
  ['the harness hung up', [call(4), call(4, { ended: 'clientGone' })], null],
  ['we cut it', [call(4), call(4, { ended: 'cut' })], null],
  [
    'the provider hung up',
    [call(4), call(4, { ended: 'upstreamGone', status: null, reason: 'it hung up' })],
    'it hung up',
  ],
  ['nothing is known of a listing', [call(4), call(4, { ...failed, free: true })], null],
  ['a call over the budget is no call', [call(4), call(4, { ...failed, ended: 'refused' })], null],
])('what the conversation was left without: %s', ([, calls, expected]) => {
  expect(summarise(calls).unanswered).toBe(expected)
})

test('what a cassette has no answer to is nothing that the harness failed at', () => {
  const miss = { replayed: true, status: 400, reason: 'nothing was recorded for it\n- a\n+ b' }
  const summary = summarise([call(4, { replayed: true }), call(4, miss)])
  expect(whyUnmeasured(summary)).toBe('the cassette has no answer: nothing was recorded for it')
  const recorded = { replayed: true, ...failed }
  expect(whyUnmeasured(summarise([call(4), call(4, recorded)]))).toBe(null)
})
