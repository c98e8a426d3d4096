import { expect, test } from 'vitest'
import type { TraceInput } from '../../plugin/run/adapter.ts'
import { createDesk } from '../program/sink.ts'
import { openPolicy } from './policy.ts'

test('leave for the tool that asks the user is a question, which only the user answers', () => {
  const trace: TraceInput[] = []
  const { sink } = createDesk({ trace: (entry) => void trace.push(entry) })
  const suite = { folder: '/', seed: '/', reference: '/' }
  const options = { permissions: 'ask', answers: [{ about: 'which', answer: 'Submit' }] }
  const decide = openPolicy({ options, suite }, 'ask_user')
  const leave = (toolName: string, question: string) => ({
    sessionId: 's',
    toolCall: {
      toolCallId: 'c-1',
      title: 'Ask',
      rawInput: { questions: [{ question }] },
      _meta: { toolName },
    },
    options: [
      { optionId: 'yes', name: 'Submit', kind: 'allow_once' as const },
      { optionId: 'no', name: 'Cancel', kind: 'reject_once' as const },
    ],
  })
  expect(decide(leave('ask_user', 'Which one?'), sink)).toBe('yes')
  expect(decide(leave('ask_user', 'Who?'), sink)).toBe('no')
  expect(decide(leave('shell', 'Which one?'), sink)).toBe('yes')
  expect(trace).toMatchObject([
    { kind: 'question', text: 'Which one?', answer: 'Submit', by: 'user' },
    { kind: 'question', text: 'Who?', answer: null, by: 'user' },
    { kind: 'permission', answer: 'allowed', by: 'user' },
  ])
})
