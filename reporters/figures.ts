/**
 * Every figure that a reporter shows, computed from what was asked for and the records; the one
 * place where that is done. Runs in the main process.
 */
import type { SampleRecord } from '../plugin/record/schema.ts'
import { analyse } from './figures/analysis/analyse.ts'
import type { Analysis } from './figures/analysis.ts'
import { type Cell, cell, type Total, total } from './figures/cell.ts'
import { conservation, type Imbalance } from './figures/conservation.ts'
import { type Asked, type Plan, plannedSamples, sampleKey, sampleOf } from './figures/sample.ts'

export type { Cell, Litter, Total } from './figures/cell.ts'
export type { Plan, Sample } from './figures/sample.ts'
export type { Spread } from './figures/spread.ts'
export type { Cost, TokenFigures } from './figures/usage.ts'

export interface ConditionFigures {
  condition: string
  tasks: { task: string; cell: Cell }[]
  total: Total
  /** Where the total is not the sum of its samples: never, unless the instrument is at fault. */
  imbalances: Imbalance[]
}

/** A record that is in no figure, and why. */
interface LeftOut {
  experiment: string
  suite: string
  condition: string
  task: string
  repetition: number
  why: 'not asked for' | 'duplicate'
}

export interface SuiteFigures {
  suite: string
  asked: number
  measured: number
  conditions: ConditionFigures[]
  leftOut: LeftOut[]
  analysis: Analysis
}

export interface Figures {
  experiment: string
  repetitions: number
  suites: SuiteFigures[]
  /** All of them, also those of suites that the plan does not know. */
  leftOut: LeftOut[]
}

export function figures(plan: Plan, records: SampleRecord[]): Figures {
  const { asked, leftOut } = askedSamples(plan, records)
  const suites = plan.suites.map((planned) => {
    const { name, tasks } = planned
    const ofSuite = asked.filter(({ suite }) => suite === name)
    return {
      suite: name,
      asked: ofSuite.length,
      measured: cell(ofSuite).measured,
      conditions: plan.conditions.flatMap((condition) => ofCondition(condition, tasks, ofSuite)),
      leftOut: leftOut.filter(({ suite }) => suite === name),
      analysis: analyse(plan, planned, ofSuite),
    }
  })
  return { experiment: plan.experiment, repetitions: plan.repetitions, suites, leftOut }
}

/** Every sample that was asked for, with the record that counts; and those that don't. */
export function askedSamples(
  plan: Plan,
  records: SampleRecord[],
): { asked: Asked[]; leftOut: LeftOut[] } {
  const { chosen, leftOut } = choose(plan, records)
  const asked = plannedSamples(plan).map((sample) => ({
    ...sample,
    record: chosen.get(sampleKey(sample)),
  }))
  return { asked, leftOut }
}

function ofCondition(condition: string, tasks: string[], ofSuite: Asked[]): ConditionFigures[] {
  const mine = ofSuite.filter((sample) => sample.condition === condition)
  if (mine.length === 0) return []
  const cells = tasks.flatMap((task) => {
    const samples = mine.filter((sample) => sample.task === task)
    return samples.length > 0 ? [{ task, cell: cell(samples) }] : []
  })
  const imbalances = conservation(mine.flatMap(({ record }) => (record ? [record] : [])))
  return [{ condition, tasks: cells, total: total(mine), imbalances }]
}

/** One record a sample: of two, the one whose attempt began last; the rest is said, not dropped. */
function choose(plan: Plan, records: SampleRecord[]) {
  const asked = new Set(plannedSamples(plan).map(sampleKey))
  const chosen = new Map<string, SampleRecord>()
  const leftOut: LeftOut[] = []
  const leave = (record: SampleRecord, why: LeftOut['why']) =>
    leftOut.push({ experiment: record.experiment, ...sampleOf(record), why })
  for (const record of records) {
    const key = sampleKey(record)
    if (record.experiment !== plan.experiment || !asked.has(key)) {
      leave(record, 'not asked for')
      continue
    }
    const other = chosen.get(key)
    const keep = other && began(other) > began(record) ? other : record
    if (other) leave(keep === other ? record : other, 'duplicate')
    chosen.set(key, keep)
  }
  return { chosen, leftOut }
}

function began(record: SampleRecord): number {
  const counted = record.attempts.find(({ number }) => number === record.attempt)
  return Date.parse(counted?.startedAt ?? '') || 0
}
