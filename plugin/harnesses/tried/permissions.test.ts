/**
 * Every preset whose program is installed, over the protocol: the model runs a command, or writes a file.
 * What it asks leave for is refused, or allowed by the scripted user, and has to come of it; the table of
 * permissions in docs/harnesses.md is written from it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '../../end-to-end/project.ts'
import { experiment } from './experiment.ts'
import { type Measured, measure, type Run } from './measured.ts'
import { publish } from './report/tables.ts'
import { absent, everyName, missing, type Subject, subjectsOf, wanted } from './subjects.ts'

const subjects = (await subjectsOf(wanted)).filter(({ door }) => door === 'acp')

/** Scripts of the model: it runs a command that makes a file, or makes it by a tool. */
const acts = ['command', 'write'] as const
type Act = (typeof acts)[number]

const policies = {
  refuse: { permissions: 'refuse' },
  ask: { permissions: 'ask', answers: [{ about: 'made', answer: 'yes' }] },
}
type Policy = keyof typeof policies
const conditionOf = ({ name }: Subject, policy: Policy, act: Act) => `${name}.${policy}.${act}`

test.for(absent)('%s is skipped', (name, { skip }) => skip(missing(name) ?? ''))

describe.runIf(subjects.length > 0)('in a room', () => {
  let project: Project
  let run: Run

  beforeAll(async () => {
    project = await experiment(
      subjects.flatMap((subject) =>
        acts.flatMap((act) =>
          (Object.keys(policies) as Policy[]).map((policy) => ({
            name: conditionOf(subject, policy, act),
            adapter: subject.harness,
            options: { ...subject.options, ...policies[policy] },
            ...{ fault: 'none', script: act },
          })),
        ),
      ),
      { experiment: 'permissions', concurrency: 2, budgets: { seconds: 90 } },
    )
    run = await measure(project, 'permissions', [], 30)
  }, 0)

  afterAll(() => project[Symbol.asyncDispose]())

  const of = (subject: Subject, policy: Policy, act: Act) =>
    run.of(conditionOf(subject, policy, act))

  describe.for(subjects)('$name', (subject) => {
    test.for(acts)(
      'refused, a %s leaves nothing; what was refused is in the trace',
      async (act) => {
        const measured = of(subject, 'refuse', act)
        expect(measured.record).toMatchObject({ outcome: 'finished' })
        expect(await made(measured)).toBe(false)
        expect(permissionsIn(measured)).toEqual(['refused by policy'])
        expect(measured.trace).toContainEqual(
          expect.objectContaining({ kind: 'toolCall', denied: true }),
        )
      },
    )

    test.for(acts)('allowed by the user, a %s is done', async (act) => {
      const measured = of(subject, 'ask', act)
      expect(measured.record).toMatchObject({ outcome: 'finished' })
      expect(await made(measured)).toBe(true)
      expect(permissionsIn(measured)).toEqual(['allowed by user'])
    })
  })

  test('the table is written', async () => {
    const cell = async (subject: Subject, act: Act) => {
      const measured = of(subject, 'refuse', act)
      if (permissionsIn(measured).length === 0) return 'asks no leave'
      return (await made(measured)) ? 'wrong: refused, and done' : 'asks; refused, it is not done'
    }
    publish(
      {
        name: 'permissions',
        head: ['harness', 'a command', 'a file'],
        rows: await Promise.all(
          subjects.map(async (subject) => [
            subject.name,
            await cell(subject, 'command'),
            await cell(subject, 'write'),
          ]),
        ),
      },
      await everyName(),
    )
  })
})

function made({ read }: Measured): Promise<boolean> {
  return read('made.txt').then(
    () => true,
    () => false,
  )
}

function permissionsIn({ trace }: Measured): string[] {
  return trace.flatMap((entry) =>
    entry.kind === 'permission' ? [`${entry.answer} by ${entry.by}`] : [],
  )
}
