/** A report of 2,000 samples, most of which did well; for the check of reports. */
import { record, regress } from '../../fixtures/records.ts'
import { keepTrace } from '../details/trace.ts'
import { htmlReport } from '../report.ts'
import { BEGUN, manySteps } from './told.ts'

const tasks = ['T1', 'T2', 'T3', 'T4', 'T5']
const conditions = ['plain', 'map', 'plan', 'map-plan']
const REPETITIONS = 100

export async function largeReport(): Promise<string> {
  const records = conditions.flatMap((condition, which) =>
    tasks.flatMap((task) =>
      Array.from({ length: REPETITIONS }, (_, index) => {
        // Some pattern that is no chance, so that the file is the same each time.
        const failed = regress.filter((_, at) => (index * 7 + at * 3 + which) % 29 === 0)
        if ((index * (which + 2)) % 5 === 0) failed.push('overdue set', 'fmt(1.999) rounds up')
        return record({
          condition,
          task,
          repetition: index + 1,
          failed,
          litter: index % 4 === 0 ? [`_check_${index}.ts`] : [],
          usage: { calls: 5 + (index % 9), cost: 0.001 * (index % 13), claimedBy: 'meter' },
        })
      }),
    ),
  )
  const line = (at: number) => `${at % 3 === 0 ? '+' : ' '}  const value${at} = read(${at * 17})\n`
  const diff = `diff --git a/x.ts b/x.ts\n${Array.from({ length: 120 }, (_, at) => line(at)).join('')}`
  return await htmlReport([
    {
      plan: {
        experiment: 'published',
        suites: [{ name: 'shopkit', tasks }],
        conditions,
        repetitions: REPETITIONS,
        levels: Object.fromEntries(
          conditions.map((name) => [
            name,
            { map: name.startsWith('map'), plan: name.endsWith('plan') },
          ]),
        ),
      },
      records,
      controls: [],
      said: [],
      details: async ({ repetition }, room) => ({
        diff: diff.replaceAll('read', `read${repetition}`),
        output: 'done\n',
        calls: Array.from({ length: 8 }, (_, at) => ({
          number: at + 1,
          model: 'small-1',
          ended: '200',
          finish: 'stop',
          tokens: [900 + at, 40],
          cost: 0.001,
          seconds: 1.5,
          tools: [`read {"path":"src/${at}.ts"}`],
          note: null,
        })),
        moreCalls: 0,
        trace: await keepTrace(manySteps(repetition, 40), BEGUN, room / 2),
      }),
    },
  ])
}
