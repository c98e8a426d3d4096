import { expect, test } from 'vitest'
import type { Plan, Prediction } from '../../reporters/figures/plan.ts'
import { ownIdentity } from '../process/identity.ts'
import { makeLeft, makeNote } from '../run/fixtures/attempts.ts'
import { refuseOtherPredictions } from './predicted.ts'
import { type Outcome, unknownUsage } from './schema.ts'

const harm: Prediction = { says: 'harm', effect: 'plan', axis: 'change', direction: 'down' }
const none: Prediction = { says: 'nothing', effect: 'map', axis: 'change', within: [-0.1, 0.1] }

const plan = (hash?: string, ...statements: Prediction[]): Plan => ({
  experiment: 'e',
  suites: [],
  conditions: [],
  repetitions: 1,
  ...(hash ? { predictions: { hash, statements } } : {}),
})

/** What is said of `now` where an attempt of condition `c` was made under `then`. */
async function refusal(
  then: string | null | undefined,
  before: Plan | undefined,
  now: Plan,
  outcome: Outcome = 'finished',
) {
  const { store, sample } = await makeLeft()
  const { runFingerprint, startedAt, adapter } = makeNote(ownIdentity, '/nowhere')
  await store.commit(sample, await store.stage(sample, makeNote(ownIdentity, '/nowhere')), {
    runFingerprint,
    startedAt,
    adapter,
    ...(then === undefined ? {} : { design: { seed: 's', order: 0, predictions: then } }),
    outcome,
    reason: null,
    seconds: 1,
    usage: unknownUsage,
    claim: null,
    litter: [],
    edits: null,
    output: { bytes: 0, kept: 0 },
  })
  return refuseOtherPredictions(store, before, now, 'said.yaml').then(
    () => 'goes on',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

test('other predictions than those of the first sample are refused, statement by statement', async () => {
  const up: Prediction = { ...harm, direction: 'up' }
  const more = { ...none, says: 'more' }
  expect(await refusal('1', plan('1', harm, none), plan('2', up, more))).toMatchInlineSnapshot(`
    "Refusal: harnessbench: the predictions of the experiment e (said.yaml) are not those that its samples were made under: 1 of its 1 attempts, the first of 2026-01-01T00:00:00.000Z, were made under others
      - changed: harm
          was effect plan, axis change, direction down
          is effect plan, axis change, direction up
      - withdrawn: nothing
      - added: more
      what is said after the fact predicts nothing: put back what was said, or give the option \`experiment\` another name, under which no sample was made"
  `)
})

test('so are predictions of samples that were made under none, and those that are withdrawn', async () => {
  const late = await refusal(null, plan(), plan('2', harm))
  expect(late).toContain('were made under none\n  - added: harm\n')
  expect(late).toContain('leave out the option `predictions`')
  // An older version did not say what an attempt was made under: it was under none.
  expect(await refusal(undefined, undefined, plan('2', harm))).toContain('made under none')
  expect(await refusal('1', plan('1', harm), plan())).toContain('  - withdrawn: harm\n')
  // Even if nobody knows any more what was said.
  expect(await refusal('1', undefined, plan())).toMatch(/made under others\n {2}what is said/)
})

test('the same predictions go on, and so does what has measured nothing yet', async () => {
  expect(await refusal('1', plan('1', harm), plan('1', harm))).toBe('goes on')
  expect(await refusal(null, plan(), plan())).toBe('goes on')
  expect(await refusal('1', plan('1', harm), plan('2', none), 'unmeasured')).toBe('goes on')
  const { store } = await makeLeft()
  await refuseOtherPredictions(store, undefined, plan('1', harm), undefined)
})
