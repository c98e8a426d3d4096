/** What was asked for of records that were gathered: united from plans, or inferred. Pure. */

import type { Plan } from '../../../reporters/figures/plan.ts'
import { plannedSamples, sampleKey } from '../../../reporters/figures/sample.ts'
import type { SampleRecord } from '../../record/schema.ts'

export interface Design {
  plan: Plan
  said: string[]
}

/** @param plans in any order: their union is the same */
export function unitePlans(plans: Plan[]): Design {
  const distinct = [...new Map(plans.map((plan) => [JSON.stringify(plan), plan]))]
    .sort(([a, one], [b, other]) => sizeOf(other) - sizeOf(one) || (a < b ? -1 : 1))
    .map(([, plan]) => plan)
  const [first, ...others] = distinct
  if (!first) throw new Error('There is no plan to unite')
  if (others.length === 0) return { plan: first, said: [] }
  const said = [
    `The records come with ${distinct.length} plans, which differ: a sample is asked for where any of them asks for it.`,
  ]
  const hashes = new Set(distinct.map(({ predictions }) => predictions?.hash))
  if (hashes.size > 1)
    said.push(
      'Their predictions differ, so that none is judged here: report them apart to see each beside what it predicted.',
    )
  const plan: Plan = {
    experiment: first.experiment,
    suites: uniteSuites(distinct),
    conditions: unique(distinct.flatMap(({ conditions }) => conditions)),
    repetitions: Math.max(...distinct.map(({ repetitions }) => repetitions)),
    levels: Object.assign({}, ...distinct.toReversed().map(({ levels }) => levels)),
    twins: [
      ...new Map(distinct.flatMap(({ twins = [] }) => twins).map((pair) => [String(pair), pair])),
    ].map(([, pair]) => pair),
    predictions: hashes.size > 1 ? undefined : first.predictions,
  }
  const asked = new Map(distinct.flatMap(plannedSamples).map((one) => [sampleKey(one), one]))
  const isAll = plannedSamples(plan).every((sample) => asked.has(sampleKey(sample)))
  return { plan: isAll ? plan : { ...plan, selected: [...asked.values()] }, said }
}

function uniteSuites(plans: Plan[]): Plan['suites'] {
  const suites = Map.groupBy(
    plans.flatMap(({ suites }) => suites),
    ({ name }) => name,
  )
  return [...suites].map(([name, own]) => ({
    name,
    tasks: unique(own.flatMap(({ tasks }) => tasks)),
    compare: own[0]?.compare,
  }))
}

/** In the order of names: that of the configuration is not known. */
export function inferPlan(experiment: string, records: SampleRecord[]): Design {
  const suites = Map.groupBy(records, ({ suite }) => suite)
  return {
    plan: {
      experiment,
      suites: [...suites]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, own]) => ({ name, tasks: unique(own.map(({ task }) => task)).sort() })),
      conditions: unique(records.map(({ condition }) => condition)).sort(),
      repetitions: Math.max(...records.map(({ repetition }) => repetition)),
      levels: Object.fromEntries(
        records
          .filter(({ levels }) => Object.keys(levels).length > 0)
          .map(({ condition, levels }) => [condition, levels] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      selected: undefined,
    },
    said: [
      'No plan lies beside these records: what was asked for is inferred from them, so that a sample without a record is only missed where another one has its condition, task and repetition.',
    ],
  }
}

function sizeOf(plan: Plan): number {
  return plannedSamples(plan).length
}

function unique(names: string[]): string[] {
  return [...new Set(names)]
}
