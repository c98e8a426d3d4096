/** Everything that may be said of one suite beyond means, put together; main process. */
import type { Analysis } from '../analysis.ts'
import { contradictions } from '../contradictions.ts'
import type { Asked, Plan } from '../sample.ts'
import { coverageOf } from './coverage.ts'
import { compareFactorial, factorialsOf } from './factorial.ts'
import { conditionMeans } from './means.ts'
import { comparePairs, pairsOf } from './pairs.ts'
import { verdictOn } from './predictions.ts'
import { compareRates, ratesOf } from './rates.ts'
import { blocksOf, readingsOf } from './readings.ts'
import { solvedBy } from './solved.ts'
import { compareTasks } from './tasks.ts'
import { idleAssertions, transitionsOf } from './transitions.ts'

/** @param asked the samples of the suite that were asked for */
export function analyse(
  plan: Plan,
  { name, tasks, compare = [] }: Plan['suites'][number],
  asked: readonly Asked[],
): Analysis {
  const readings = readingsOf(asked)
  const blocks = blocksOf(readings)
  const byCondition = Map.groupBy(readings, ({ condition }) => condition)
  const conditions = plan.conditions.filter((condition) => byCondition.has(condition))
  const each = <T>(of: (condition: string, own: typeof readings) => T[]): T[] =>
    conditions.flatMap((condition) => of(condition, byCondition.get(condition) ?? []))

  const twins = (plan.twins ?? []).filter((pair) => pair.every((one) => byCondition.has(one)))
  const factorials = factorialsOf(plan, conditions)
  const inFactorial = factorials.flatMap(({ levels, isEstimable }) =>
    isEstimable ? Object.keys(levels) : [],
  )
  const second = new Set(twins.map(([, name]) => name))
  const pairs = pairsOf(conditions.filter((one) => !inFactorial.includes(one) && !second.has(one)))
  // What is counted by sample is compared between all, as no effect is made of it.
  const allPairs = pairsOf(conditions.filter((one) => !second.has(one)))
  const compared = [
    comparePairs('pair', pairs, tasks, blocks),
    ...factorials.map((factorial) => compareFactorial(factorial, tasks, blocks)),
    comparePairs('twins', twins, tasks, blocks),
  ]
  const comparisons = compared.flatMap((one) => one.comparisons)

  const means = each(conditionMeans)
  const rates = each(ratesOf)
  const { rateComparisons, families: ofRates } = compareRates(rates, allPairs)
  const { coverage, families: ofCoverage } = coverageOf(allPairs, blocks)
  const { taskComparisons, families: ofTasks } = compareTasks(compare, conditions, readings)
  const predictions = (plan.predictions?.statements ?? []).filter(
    ({ suite = name }) => suite === name,
  )
  const differences = predictions.filter(({ difference }) => difference !== undefined).length
  const seen = { readings, blocks, conditions: means, comparisons, factorials, differences }
  return {
    conditions: means,
    comparisons,
    families: [...compared.flatMap((one) => one.families), ...ofRates, ...ofCoverage, ...ofTasks],
    confounded: factorials.flatMap((one) => one.confounded),
    solved: each((condition, own) => solvedBy(condition, own, plan.repetitions)),
    rates,
    rateComparisons,
    taskComparisons,
    coverage,
    transitions: each(transitionsOf),
    idle: idleAssertions(readings),
    contradictions: readings.flatMap(({ measured }) => (measured ? contradictions(measured) : [])),
    predictions: predictions.map((prediction) => verdictOn(prediction, seen)),
  }
}
