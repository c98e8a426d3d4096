import { expect, test } from 'vitest'
import type { ControlReport } from '../controls/schema.ts'
import type { Suite } from '../plan/suite.ts'
import { makeRecord, type RecordParts } from './collect.ts'
import { type Attempt, type SampleRecord, unknownUsage, type Verdict } from './schema.ts'

const ids = ['change/a/one', 'change/a/two', 'change/b/other', 'regress/still']

const suite: Suite = {
  name: 'suite',
  folder: '/suite',
  seed: '/seed',
  reference: '/reference',
  tasks: [{ name: 'task', brief: 'Mend it.', change: ['a'], creates: [], harderThan: null }],
  assertions: ids.map((id) => ({
    id,
    file: `/suite/${id}.test.ts`,
    axis: id.startsWith('change') ? 'change' : 'regress',
    defect: id.startsWith('change') ? (id.split('/')[1] as string) : null,
  })),
  vandals: [],
  shared: [],
}

const attempt = (number: number, more: Partial<Attempt> = {}): Attempt => ({
  number,
  runFingerprint: 'run',
  outcome: 'finished',
  reason: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  seconds: 1,
  usage: unknownUsage,
  claim: null,
  litter: [],
  edits: null,
  adapter: { name: 'nothing', version: '1', options: {}, model: null },
  output: { bytes: 0, kept: 0 },
  ...more,
})

/** What the pristine seed gave: `change/a/two` and `regress/still` pass on it. */
const controls = {
  assertions: ids.map((id) => ({ id, name: `title of ${id}`, axis: 'change' })),
  rows: [
    {
      kind: 'nothing',
      verdicts: {
        'change/a/one': { verdict: 'fail', reason: null },
        'change/a/two': { verdict: 'pass', reason: null },
        'regress/still': { verdict: 'pass', reason: null },
      },
    },
  ],
} as unknown as ControlReport

function record(
  verdicts: Record<string, Verdict>,
  before?: SampleRecord,
  more: Partial<RecordParts> = {},
): SampleRecord {
  return makeRecord({
    sample: { experiment: 'e', suite: 'suite', condition: 'c', task: 'task', repetition: 1 },
    suite,
    levels: {},
    attempts: [attempt(1)],
    counting: attempt(1),
    runFingerprint: 'run',
    verdicts: new Map(
      Object.entries(verdicts).map(([id, verdict]) => [
        id,
        {
          verdict,
          reason: verdict === 'pass' ? null : 'because',
          name: `title of ${id}`,
          spawns: id.startsWith('regress'),
        },
      ]),
    ),
    before,
    controls,
    gradeFingerprints: new Map(ids.map((id) => [id, `grade of ${id}`])),
    versions: { harnessbench: '0', node: 'v0', vitest: '0', platform: 'test' },
    ...more,
  })
}

const edited = { gradeFingerprints: new Map(ids.map((id) => [id, `another grade of ${id}`])) }
const seen = ({ assertions }: SampleRecord) => assertions.map(({ verdict }) => verdict)

test('transitions against the seed tell one fixed and one broken from nothing done', () => {
  const nothing = record({
    'change/a/one': 'fail',
    'change/a/two': 'pass',
    'regress/still': 'pass',
  })
  const both = record({ 'change/a/one': 'pass', 'change/a/two': 'fail', 'regress/still': 'fail' })
  const transitions = (one: SampleRecord) => one.assertions.map(({ transition }) => transition)
  expect(transitions(nothing)).toEqual(['unfixed', 'kept', 'kept'])
  expect(transitions(both)).toEqual(['fixed', 'broke', 'broke'])
  expect([nothing.change, both.change]).toEqual(
    Array(2).fill({ passed: 1, graded: 2, of: 2, fraction: 0.5 }),
  )
  expect([nothing.regress.fraction, both.regress.fraction]).toEqual([1, 0])
})

test('the gain is over doing nothing', () => {
  expect(record({ 'change/a/one': 'pass', 'change/a/two': 'pass' }).gain).toBe(1)
  expect(record({ 'change/a/one': 'fail', 'change/a/two': 'pass' }).gain).toBe(0)
  expect(record({ 'change/a/one': 'fail', 'change/a/two': 'fail' }).gain).toBe(-1)
  expect(record({ 'change/a/one': 'pass' }).gain).toBe(null)
})

test('what was asked for is the denominator; without all verdicts there is no fraction', () => {
  const { change, regress, assertions } = record({
    'change/a/one': 'pass',
    'change/a/two': 'ungraded',
  })
  expect(change).toEqual({ passed: 1, graded: 1, of: 2, fraction: null })
  expect(regress).toEqual({ passed: 0, graded: 0, of: 1, fraction: null })
  expect(assertions[2]).toMatchObject({
    verdict: null,
    transition: null,
    gradeFingerprint: null,
    name: 'title of regress/still',
  })
})

test('verdicts that were not selected this time are kept while nothing changed', () => {
  const before = record({ 'change/a/one': 'pass', 'regress/still': 'fail' })
  const after = record({ 'change/a/two': 'pass' }, before)
  expect(seen(after)).toEqual(['pass', 'pass', 'fail'])
  expect(after.assertions.map(({ spawns }) => spawns)).toEqual([false, false, true])
  expect(seen(record({ 'change/a/two': 'pass' }, before, edited))).toEqual([null, 'pass', null])
  const again = { attempts: [attempt(1), attempt(2)], counting: attempt(2) }
  expect(seen(record({ 'change/a/two': 'pass' }, before, again))).toEqual([null, 'pass', null])
})

test('a failure of what runs a command is confirmed by a second grading of the same build', () => {
  const confirmed = ({ assertions }: SampleRecord) => assertions.map((one) => one.confirmed)
  const failed = {
    'change/a/one': 'fail',
    'change/a/two': 'pass',
    'regress/still': 'fail',
  } as const
  const first = record(failed)
  expect(confirmed(first)).toEqual([false, false, false])
  const second = record(failed, first)
  expect(confirmed(second)).toEqual([false, false, true])
  expect(record(failed, second)).toEqual(second)
  expect(confirmed(record({ 'change/a/one': 'fail' }, second))).toEqual([false, false, true])
  expect(confirmed(record({ 'change/a/one': 'fail' }, first))).toEqual([false, false, false])
  expect(confirmed(record(failed, second, edited))).toEqual([false, false, false])
})

test('another verdict of an edited assertion is told, before and after', () => {
  const before = record({ 'change/a/one': 'pass', 'regress/still': 'pass' })
  const after = record({ 'change/a/one': 'fail', 'regress/still': 'pass' }, before, edited)
  const flip = { id: 'change/a/one', before: 'pass', after: 'fail', cause: 'assertion changed' }
  expect(after.regraded).toEqual([flip])
  expect(seen(after)).toEqual(['fail', null, 'pass'])
  // It is told until that assertion is graded again.
  expect(record({ 'regress/still': 'pass' }, after, edited).regraded).toEqual([flip])
  expect(record({ 'change/a/one': 'fail' }, after, edited).regraded).toEqual([])
})

test('of two verdicts that contradict each other though nothing changed, neither is believed', () => {
  const before = record({ 'change/a/one': 'pass', 'change/a/two': 'pass' })
  const after = record({ 'change/a/one': 'fail' }, before)
  expect(after.regraded).toEqual([
    { id: 'change/a/one', before: 'pass', after: 'fail', cause: 'nothing changed' },
  ])
  expect(after.assertions[0]).toMatchObject({
    verdict: 'ungraded',
    transition: null,
    reason: expect.stringMatching(/^suspect: pass before and fail now.*: because$/),
  })
  expect(after.change).toEqual({ passed: 1, graded: 1, of: 2, fraction: null })
})

test('to have had no verdict, or to have none now, is no other verdict', () => {
  const before = record({ 'change/a/one': 'ungraded', 'change/a/two': 'pass' })
  const after = record({ 'change/a/one': 'fail', 'change/a/two': 'ungraded' }, before)
  expect(after.regraded).toEqual([])
  expect(seen(after)).toEqual(['fail', 'ungraded', null])
})

test('an unmeasured attempt has no verdicts, whatever was seen', () => {
  const outcome = { outcome: 'unmeasured', reason: 'no network' } as const
  const { assertions, ...rest } = record({ 'change/a/one': 'pass' }, undefined, {
    attempts: [attempt(1, outcome)],
    counting: attempt(1, outcome),
  })
  expect(rest).toMatchObject({ ...outcome, gain: null, change: { graded: 0, of: 2 } })
  expect(assertions.map(({ verdict }) => verdict)).toEqual([null, null, null])
})

test('what was laid down is told as it stood when the attempt was made', () => {
  const design = { seed: 's', order: 4, predictions: 'p' }
  const made = record({}, undefined, {
    levels: { plan: true },
    counting: attempt(1, { design }),
  })
  expect(made).toMatchObject({ levels: { plan: true }, seed: 's', order: 4, predictions: 'p' })
  // An older version did not say.
  expect(record({})).toMatchObject({ seed: null, order: null, predictions: null })
})
