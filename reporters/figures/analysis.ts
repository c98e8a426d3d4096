/**
 * What may be said of a suite's figures beyond means: intervals, comparisons, effects, solved tasks,
 * contradictions, predictions. The shapes that every report reads; main process.
 */
import type { Axis } from '../../plugin/record/schema.ts'
import type { Prediction } from './plan.ts'
import type { Sample } from './sample.ts'

export interface Interval {
  low: number
  high: number
  /** 0.95, say. */
  confidence: number
  /** `Wilson`, `bootstrap clustered on task`: with its formula in the trace. */
  method: string
}

/** A condition's mean over tasks of the task means: every task weighs the same. */
export interface ConditionMean {
  condition: string
  axis: Axis
  /** null where some task has no known sample: a mean over other tasks would be another figure. */
  mean: number | null
  /** null where fewer than two tasks leave nothing to resample. */
  interval: Interval | null
  /** Tasks with a known sample. */
  tasks: number
  /** Samples it covers, of those asked for. */
  n: number
  of: number
}

/** Two conditions, or the levels of a factor, against one another; paired by block. */
export interface Comparison {
  kind: 'pair' | 'twins' | 'main' | 'interaction'
  /** `brain-plan − bare`; `plan`; `map × plan`. */
  name: string
  /** Conditions whose samples are in it; for pair and twins: the first minus the second. */
  conditions: string[]
  axis: Axis
  /** null: over all tasks, of which each weighs the same. */
  task: string | null
  effect: number | null
  interval: Interval | null
  p: number | null
  /** p after the other comparisons of the family are taken into account. */
  adjusted: number | null
  /** Name of its family, in `families`. */
  family: string
  /** `exact permutation, 64 patterns`. */
  test: string
  /** Blocks (repetitions of a task) in which all conditions are known, of those asked for. */
  blocks: { n: number; of: number }
  /** The smallest difference that this design would have called different, with power 0.8. */
  sees: number | null
  verdict: 'different' | 'not distinguishable'
  /** `not distinguishable (this design sees 0.21 and more)`. */
  words: string
}

/** Comparisons that were made together, and how it is kept rare that any is wrongly `different`. */
export interface Family {
  name: string
  /** `Holm`, `max-T`, `none`. */
  method: string
  comparisons: number
}

/** What may be measured of a sample by yes or no. */
export type Yes = 'solved' | 'damaged' | 'littered'

/** In how many samples it is so. `damaged`: a regress assertion failed. */
export interface Rate {
  what: Yes
  condition: string
  /** null: over all tasks. */
  task: string | null
  count: number
  n: number
  of: number
  /** Exact (Clopper-Pearson), of the samples of one task; Wilson over all tasks. null where n is 0. */
  interval: Interval | null
}

/** Two rates, by Fisher's exact test; two-sided. */
export interface RateComparison {
  what: Yes
  /** Conditions. */
  first: string
  second: string
  task: string | null
  p: number | null
  adjusted: number | null
  family: string
  verdict: 'different' | 'not distinguishable'
}

/** Of k tries, per task, then the mean over tasks; null where some task has fewer than k. */
export interface AtK {
  k: number
  value: number | null
}

/** Solved: all change and all regress assertions of the sample passed. */
export interface Solved {
  condition: string
  /** null: over all tasks. */
  task: string | null
  solved: number
  n: number
  of: number
  /** Wilson over all tasks; exact (Clopper-Pearson) for one, of which samples are few. */
  interval: Interval | null
  /** Mean over tasks of the share solved; the same for every k. */
  avg: number | null
  /** Chance that one of k solves it, unbiased. */
  passAt: AtK[]
  /** Chance that all k solve it, unbiased. */
  passHat: AtK[]
  /** US dollars by task solved, failures included; null: unknown, or nothing was solved. */
  costPerSolved: number | null
  /** Output tokens by task solved, failures included. */
  outputTokensPerSolved: number | null
  /** Why either is null. */
  unknown: string | null
}

/** Two conditions by what they solved, block by block. */
export interface Coverage {
  a: string
  b: string
  /** Blocks solved by `b` and not by `a`, by name: `T4 #2`. */
  gained: string[]
  /** Solved by `a` and not by `b`. */
  lost: string[]
  /** Solved by both, by one at least, by neither. */
  both: number
  union: number
  neither: number
  /** Blocks in which both are known, of those asked for. */
  n: number
  of: number
  /** Exact McNemar. */
  p: number | null
  adjusted: number | null
  family: string
  verdict: 'different' | 'not distinguishable'
}

export interface Transitions {
  condition: string
  id: string
  name: string
  axis: Axis
  fixed: number
  kept: number
  broke: number
  unfixed: number
  /** Samples in which it was asked for. */
  of: number
}

/** An assertion that had one verdict in all samples: it tells no condition from another here. */
export interface Idle {
  id: string
  name: string
  axis: Axis
  why: 'never failed' | 'never passed'
  /** Samples with a verdict. */
  samples: number
}

/** Two readings of one sample that cannot both be right, or do not go together. */
export interface Contradiction {
  sample: Sample
  /** Name of a rule in figures/contradictions.ts. */
  rule: string
  says: string
  /** What is not to be believed until somebody has looked: it is in no mean. */
  doubts: 'grades' | 'usage' | 'nothing'
}

/** Two tasks that a suite says differ in one thing: the same defects, told and untold. */
export interface TaskComparison {
  condition: string
  /** The task that is expected to go better, and the other. */
  easier: string
  harder: string
  /** What the two have to do with one another. */
  says: string
  axis: Axis
  /** Mean of the easier task minus mean of the harder. */
  effect: number | null
  /** One-sided: the suite names the direction. */
  p: number | null
  adjusted: number | null
  family: string
  test: string
  n: [number, number]
  of: [number, number]
  verdict: 'different' | 'not distinguishable'
  words: string
}

export interface PredictionVerdict {
  prediction: Prediction
  observed: { value: number; interval: Interval | null } | null
  verdict: 'held' | 'falsified' | 'not decidable with these repetitions'
  why: string
}

export interface Analysis {
  conditions: ConditionMean[]
  comparisons: Comparison[]
  families: Family[]
  /** What the conditions at hand cannot tell apart, a sentence each. */
  confounded: string[]
  solved: Solved[]
  rates: Rate[]
  rateComparisons: RateComparison[]
  taskComparisons: TaskComparison[]
  coverage: Coverage[]
  transitions: Transitions[]
  idle: Idle[]
  contradictions: Contradiction[]
  predictions: PredictionVerdict[]
}
