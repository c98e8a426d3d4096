/**
 * Every preset whose program is installed solves T1, is asked a question, and is given hostile briefs,
 * in a room of its own; the tables `run`, `measured` and `briefs` of docs/harnesses.md are written from what was seen.
 */

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whereLost } from '../../conformance/whole.ts'
import type { Project } from '../../end-to-end/project.ts'
import { entry } from '../../entry.ts'
import { harnesses } from '../harnesses.ts'
import { asidesIn, isBeside } from './asides.ts'
import { type BriefName, briefNames, briefs, question } from './briefs.ts'
import { experiment, shopkit } from './experiment.ts'
import { measure, type Run } from './measured.ts'
import { keeps, outsideOf } from './promises.ts'
import { arrivalCells, measuredHead, measuredRow, runHead, runRow } from './report/rows.ts'
import { publish } from './report/tables.ts'
import { absent, everyName, missing, type Subject, subjectsOf, wanted } from './subjects.ts'
import { type Talk, type Turn, unspoken } from './talk.ts'

const subjects = await subjectsOf(wanted)
const order = await everyName()

test.for(absent)('%s is skipped', (name, { skip }) => skip(missing(name) ?? ''))

describe.runIf(subjects.length > 0)('in a room', () => {
  const projects: Project[] = []
  let solving: Run
  let talking: Run
  const talks = new Map<string, Talk>()

  beforeAll(async () => {
    const solve = await experiment(
      subjects.map(({ name, harness, options }) => ({
        ...{ name, adapter: harness, options },
        ...{ fault: 'none', script: 'shopkit/shopkit/T1.1' },
      })),
      { experiment: 'solve', suites: [shopkit], concurrency: 1, budgets: { seconds: 180 } },
    )
    projects.push(solve)
    solving = await measure(solve, 'solve', ['-t', 'T1'], 30)
    const talk = await experiment(
      subjects.map(({ name, harness, options }) => ({
        ...{ name, adapter: fileURLToPath(entry(import.meta.url, './talk')) },
        options: { module: entry(import.meta.url, `../../../adapters/${harness}`).href, options },
        ...{ fault: 'none', script: 'question' },
      })),
      { experiment: 'talk', concurrency: 2, budgets: { seconds: 600 } },
      // What `@README.md` would be replaced by.
      { 'seed/tiny/README.md': 'Not asked for.\n', 'reference/tiny/README.md': 'Not asked for.\n' },
    )
    projects.push(talk)
    talking = await measure(talk, 'talk', [], 60)
    for (const { name } of subjects)
      talks.set(name, await talking.of(name).read('talk.json').then(JSON.parse, unspoken))
  }, 0)

  afterAll(async () => {
    for (const project of projects) await project[Symbol.asyncDispose]()
  })

  const talkOf = (subject: Subject) => talks.get(subject.name) as Talk
  const heardIn = (subject: Subject, { from, to }: Turn) =>
    talking.of(subject.name).heard.filter(({ at }) => at >= from && at <= to)

  describe.for(subjects)('$name', (subject) => {
    const check = keeps(subject.name)

    test('T1 is solved through its own tools', () => {
      const { record } = solving.of(subject.name)
      expect(record).toMatchObject({ outcome: 'finished', reason: null })
      expect(record.change.fraction).toBe(1)
      expect(record.regress.fraction).toBe(1)
    })

    test('calls and tokens are those that the model’s server served', () => {
      for (const { record, heard, calls } of [solving, talking].map((run) =>
        run.of(subject.name),
      )) {
        const { input, cacheRead, cacheWrite, output } = record.usage.tokens
        expect(record.usage.calls).toBe(heard.length)
        const cut = calls.filter(({ free, ended }) => !free && ended !== 'complete')
        // What is asked beside the conversation may be under way when a session is over: then nobody
        // knows what it used, and a sum with it is unknown.
        for (const call of cut) expect(isBeside(call, calls)).toBe(true)
        const sum = (kind: 'input' | 'output') =>
          heard.reduce((total, { served }) => total + served[kind], 0)
        expect({
          input: (input ?? Number.NaN) + (cacheRead ?? 0) + (cacheWrite ?? 0),
          output,
        }).toEqual(
          cut.length > 0
            ? { input: Number.NaN, output: null }
            : { input: sum('input'), output: sum('output') },
        )
      }
    })

    test('calls beside the conversation are those that are named', () => {
      const beside = asidesIn([solving, talking].flatMap((run) => run.of(subject.name).calls))
      expect(beside.map(({ tools }) => tools.names)).toHaveLength(subject.asides.length)
    })

    test('nothing is left but what is named', () => {
      const { litter } = solving.of(subject.name).record
      expect(
        litter.filter((name) => !subject.leaves.some((left) => name.startsWith(left))),
      ).toEqual([])
      const { written } = solving.of(subject.name)
      expect(outsideOf([subject.harness], written)).toEqual([])
    })

    test('another turn has the first one in it', () => {
      check('another turn', lostTurn(subject))
    })

    test.for(briefNames)('it passes on: %s', (name) => {
      check(name, lost(subject, name))
    })
  })

  test('no process is left, and nothing is written that is nobody’s', () => {
    const all = subjects.map(({ harness }) => harness)
    for (const { left, written } of [solving.report, talking.report]) {
      expect(left).toEqual([])
      expect(outsideOf(all, written)).toEqual([])
    }
  })

  /** What became of the first turn in the second; null where it arrived. */
  function lostTurn(subject: Subject): string | null {
    const [, second] = talkOf(subject).turns as [Turn, Turn]
    const bodies = heardIn(subject, second).map(({ body }) => body)
    const lost = question.map((text) => whereLost(text, bodies)).find((how) => how !== null)
    return second.failure ?? lost ?? null
  }

  /** What became of a brief; null where it arrived. */
  function lost(subject: Subject, name: BriefName): string | null {
    const turn = talkOf(subject).briefs[name]
    const bodies = heardIn(subject, turn).map(({ body }) => body)
    if (bodies.length === 0) return turn.failure ?? 'the model was not asked'
    return whereLost(briefs[name], bodies)
  }

  test('the tables are written', () => {
    publish(
      {
        name: 'run',
        head: runHead,
        rows: wanted.map((name) => {
          const of = subjects.filter(({ harness }) => harness === name)
          return runRow(
            name,
            of.map((subject) => solving.of(subject.name)),
            missing(name),
          )
        }),
      },
      harnesses.map(({ name }) => name),
    )
    publish(
      {
        name: 'measured',
        head: measuredHead,
        rows: subjects.map((subject) => {
          const talk = talkOf(subject)
          return measuredRow({
            ...{ subject, solved: solving.of(subject.name), talk },
            isSealed: solving.report.isSealed,
            asked: heardIn(subject, talk.turns[0] as Turn),
          })
        }),
      },
      order,
    )
    publish(
      {
        name: 'briefs',
        head: ['harness', 'another turn', ...briefNames],
        rows: subjects.map((subject) =>
          arrivalCells(subject, [
            lostTurn(subject),
            ...briefNames.map((name) => lost(subject, name)),
          ]),
        ),
      },
      order,
    )
  })
})
