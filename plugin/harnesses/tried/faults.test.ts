/**
 * Every preset whose program is installed meets a provider that fails, by each of its doors, and what we
 * record of it is looked at; the table `faults` of docs/harnesses.md is written from it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countWords } from '../../../reporters/terminal/words.ts'
import type { Project } from '../../end-to-end/project.ts'
import type { Outcome } from '../../record/schema.ts'
import { experiment } from './experiment.ts'
import { type Measured, measure, type Run } from './measured.ts'
import type { FaultName } from './model/server.ts'
import { publish } from './report/tables.ts'
import { absent, everyName, missing, type Subject, subjectsOf, wanted } from './subjects.ts'

const subjects = await subjectsOf(wanted)

/** Seconds; a harness that still tries again by then has not given up. */
const BUDGET = 90

/** What may be recorded of each. Never that it has finished. */
const right: Record<Exclude<FaultName, 'none'>, Outcome[]> = {
  'first-401': ['unmeasured'],
  'then-401': ['crashed', 'timedOut'],
  'then-429': ['crashed', 'timedOut'],
  'then-500': ['crashed', 'timedOut'],
  silence: ['timedOut', 'crashed'],
  cut: ['crashed', 'timedOut'],
}
const names = Object.keys(right) as (keyof typeof right)[]
const conditionOf = ({ name }: Subject, fault: FaultName) => `${name}.${fault}`

test.for(absent)('%s is skipped', (name, { skip }) => skip(missing(name) ?? ''))

describe.runIf(subjects.length > 0)('in a room', () => {
  let project: Project
  let run: Run

  beforeAll(async () => {
    project = await experiment(
      subjects.flatMap((subject) =>
        names.map((fault) => ({
          name: conditionOf(subject, fault),
          adapter: subject.harness,
          options: { ...subject.options, ...subject.hasty },
          fault,
          script: 'shopkit/shopkit/T1.1',
        })),
      ),
      // Most of it is waiting.
      { experiment: 'faults', concurrency: 6, budgets: { seconds: BUDGET } },
      { 'bench/tiny/tasks/fix.md': 'Look around, please.\n' },
    )
    run = await measure(project, 'faults', [], 60)
  }, 0)

  afterAll(() => project[Symbol.asyncDispose]())

  describe.for(subjects)('$name', (subject) => {
    test.for(names)('%s: the outcome is right', (fault) => {
      const { record } = run.of(conditionOf(subject, fault))
      expect(right[fault]).toContain(record.outcome)
      expect(record.reason).not.toBe(null)
    })
  })

  test('no process is left', () => {
    expect(run.report.left).toEqual([])
  })

  test('the table is written', async () => {
    const cell = (subject: Subject, fault: (typeof names)[number]) => {
      const measured = run.of(conditionOf(subject, fault))
      console.log(`${subject.name}, ${fault}: ${measured.record.reason}`)
      const isRight = right[fault].includes(measured.record.outcome)
      return `${told(measured)}${isRight ? '' : ' – wrong'}`
    }
    publish(
      {
        name: 'faults',
        head: ['harness', ...names],
        rows: subjects.map((subject) => [
          subject.name,
          ...names.map((fault) => cell(subject, fault)),
        ]),
      },
      await everyName(),
    )
  })
})

function told({ record, attempt, heard }: Measured): string {
  return `${record.outcome}, ${countWords(heard.length, 'call')}, ${attempt.seconds.toFixed(0)} s`
}
