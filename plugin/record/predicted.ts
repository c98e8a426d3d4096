/**
 * A prediction is made before the run: once a sample was measured, those of its experiment can no
 * longer be changed, added or withdrawn. Main process.
 */
import type { Plan, Prediction } from '../../reporters/figures/plan.ts'
import { Refusal } from '../refusal.ts'
import { hashValue } from '../tree/hash.ts'
import type { Store } from './store.ts'

/**
 * @param before the plan that is stored, which holds the earlier predictions in words
 * @param now the plan of this run
 * @throws Refusal that says which statements are others now
 */
export async function refuseOtherPredictions(
  store: Pick<Store, 'attemptsOf'>,
  before: Plan | undefined,
  now: Plan,
  shown: string | undefined,
): Promise<void> {
  // Without predictions, then or now, the samples need not be read.
  if (before && !before.predictions && !now.predictions) return
  const hash = now.predictions?.hash ?? null
  // An attempt without a verdict has told nobody anything.
  const measured = (await store.attemptsOf(now.experiment)).filter(
    ({ outcome }) => outcome !== 'unmeasured',
  )
  const others = measured.filter(({ design }) => (design?.predictions ?? null) !== hash)
  const [first] = others
  if (!first) return
  const then = first.design?.predictions ?? null
  const known = before?.predictions?.hash === then ? before?.predictions?.statements : undefined
  const count = `${others.length} of its ${measured.length} attempts`
  throw new Refusal(
    [
      `harnessbench: the predictions of the experiment ${now.experiment}${shown ? ` (${shown})` : ''} are not those that its samples were made under: ${count}, the first of ${first.startedAt}, were made under ${then === null ? 'none' : 'others'}`,
      ...differences(then === null ? [] : known, now.predictions?.statements ?? []),
      `  what is said after the fact predicts nothing: ${then === null ? 'leave out the option `predictions`' : 'put back what was said'}, or give the option \`experiment\` another name, under which no sample was made`,
    ].join('\n'),
  )
}

/** @param before undefined where nobody knows any more */
function differences(before: Prediction[] | undefined, now: Prediction[]): string[] {
  if (!before) return []
  const isIn = (statements: Prediction[], { says }: Prediction) =>
    statements.find((statement) => statement.says === says)
  return [
    ...before.flatMap((was) => {
      const is = isIn(now, was)
      if (!is) return [`  - withdrawn: ${was.says}`]
      return hashValue(is) === hashValue(was)
        ? []
        : [`  - changed: ${was.says}\n      was ${claimOf(was)}\n      is ${claimOf(is)}`]
    }),
    ...now.filter((is) => !isIn(before, is)).map(({ says }) => `  - added: ${says}`),
  ]
}

/** All but the words: `effect plan, task T3, axis change, direction down`. */
function claimOf(prediction: Prediction): string {
  const { condition, effect, difference, task, suite, axis, direction, within } = prediction
  const claim = { condition, effect, difference, task, suite, axis, direction, within }
  return Object.entries(claim)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${Array.isArray(value) ? JSON.stringify(value) : value}`)
    .join(', ')
}
