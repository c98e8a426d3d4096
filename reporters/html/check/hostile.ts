/** A report in which every text that somebody else chose tries to be more than text; for the check of reports. */
import { publishedPlan, record } from '../../fixtures/records.ts'
import { keepTrace } from '../details/trace.ts'
import { htmlReport } from '../report.ts'
import { BEGUN, everyKind } from './told.ts'

export const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onclick='alert(1)",
  '</script><script>alert(1)</script>',
  '<!--',
  ']]>',
  '{{7*7}}',
  'javascript:alert(1)',
  '\u202egnp.exe',
  '\u0000\u0007\u001b[31mred',
  '&lt;b&gt;',
].join(' ')

export async function hostileReport(): Promise<string> {
  const conditions = ['bare', hostile]
  const records = conditions.flatMap((condition) =>
    ['T1', 'T4'].flatMap((task) =>
      [1, 2].map((repetition) => {
        const one = record({
          condition,
          task,
          repetition,
          outcome: repetition === 2 ? 'crashed' : 'finished',
          reason: hostile,
          litter: [hostile],
          failed: ['fmt(1.999) rounds up'],
          usage: { cost: 0.1, calls: 3, model: hostile, claimedBy: 'harness' },
        })
        const assertions = one.assertions.map((assertion) => ({
          ...assertion,
          name: `${assertion.name} ${hostile}`,
          reason: assertion.reason && hostile,
        }))
        return { ...one, experiment: hostile, suite: hostile, assertions }
      }),
    ),
  )
  return await htmlReport([
    {
      plan: {
        ...publishedPlan,
        experiment: hostile,
        conditions,
        suites: [{ name: hostile, tasks: ['T1', 'T4'] }],
        repetitions: 3,
      },
      records,
      controls: [],
      said: [hostile],
      details: async (_, room) => ({
        diff: `diff --git a/x b/x\n+${hostile}\n`,
        output: hostile,
        calls: [
          {
            number: 1,
            model: hostile,
            ended: hostile,
            finish: hostile,
            tokens: [1, null],
            cost: null,
            seconds: 1,
            tools: [hostile],
            note: hostile,
          },
        ],
        moreCalls: 0,
        trace: await keepTrace(everyKind(hostile), BEGUN, room / 2),
      }),
    },
  ])
}
