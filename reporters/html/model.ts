/** What the report knows of a suite: its figures, and its samples as columns and assertions as rows; main process. */
import type { ControlReport } from '../../plugin/controls/schema.ts'
import type { AssertionRecord, Axis, SampleRecord } from '../../plugin/record/schema.ts'
import type { Asked } from '../figures/sample.ts'
import { type Traced, trace } from '../figures/trace.ts'
import { askedSamples, type Figures, figures, type Plan, type SuiteFigures } from '../figures.ts'
import type { ReadDetails } from './details/details.ts'

/** An experiment that is to be reported. */
export interface Experiment {
  plan: Plan
  records: SampleRecord[]
  /** Controls that passed, or were refused; of this experiment's suites. */
  controls: ControlReport[]
  /** What was inferred, left out or resolved while the records were gathered, a sentence each. */
  said: string[]
  /** Finds what is kept of a sample beside its record. */
  details?: ReadDetails
}

export interface AssertionRow {
  id: string
  name: string
  axis: Axis
}

export interface SuiteModel {
  experiment: string
  repetitions: number
  figures: SuiteFigures
  plan: Plan
  /** Names, in the plan's order; a condition has its symbol and colour by its place here. */
  conditions: string[]
  tasks: string[]
  controls: ControlReport | undefined
  /** Samples that were asked for, by task, condition and repetition. */
  columns: Asked[]
  /** `change` before `regress`, each by id. */
  assertions: AssertionRow[]
  /** Where each number comes from. */
  traced: Traced[]
}

export interface ExperimentModel {
  figures: Figures
  said: string[]
  suites: SuiteModel[]
  details: ReadDetails | undefined
}

export function modelOf({ plan, records, controls, said, details }: Experiment): ExperimentModel {
  const shown = figures(plan, records)
  const { asked } = askedSamples(plan, records)
  const suites = shown.suites.flatMap((suite) => {
    const mine = asked.filter((sample) => sample.suite === suite.suite)
    if (mine.length === 0) return []
    const tasks = plan.suites.find(({ name }) => name === suite.suite)?.tasks ?? []
    const rank = (sample: Asked) => tasks.indexOf(sample.task)
    return [
      {
        experiment: plan.experiment,
        repetitions: plan.repetitions,
        figures: suite,
        plan,
        conditions: plan.conditions,
        tasks: tasks.filter((task) => mine.some((sample) => sample.task === task)),
        controls: controls.find((report) => report.suite === suite.suite),
        // Stable: within a task, the plan's order of conditions and repetitions stays.
        columns: mine.toSorted((a, b) => rank(a) - rank(b)),
        assertions: assertionRows(mine),
        traced: trace({ ...shown, suites: [suite] }, asked, controls),
      },
    ]
  })
  return { figures: shown, said, suites, details }
}

function assertionRows(samples: Asked[]): AssertionRow[] {
  const rows = new Map<string, AssertionRow>()
  for (const { id, name, axis } of samples.flatMap(({ record }) => record?.assertions ?? []))
    rows.set(id, { id, name, axis })
  return [...rows.values()].sort((a, b) =>
    a.axis === b.axis ? (a.id < b.id ? -1 : 1) : a.axis === 'change' ? -1 : 1,
  )
}

/** One letter for what became of an assertion in a sample; the page's own script knows them too. */
export const states = {
  f: 'fixed',
  k: 'kept',
  b: 'broke',
  u: 'unfixed',
  p: 'passed',
  x: 'failed',
  g: 'ungraded',
  m: 'no record',
  '-': 'not asked for',
} as const
export type State = keyof typeof states

/** @returns by assertion, a letter for each column */
export function stateRows({ assertions, columns }: SuiteModel): string[] {
  const byColumn = columns.map(({ record }) => {
    const found = new Map(record?.assertions.map((assertion) => [assertion.id, assertion]))
    return (id: string): State => (record ? stateOf(found.get(id)) : 'm')
  })
  return assertions.map(({ id }) => byColumn.map((state) => state(id)).join(''))
}

function stateOf(assertion: AssertionRecord | undefined): State {
  if (!assertion) return '-'
  const { verdict, transition } = assertion
  if (verdict !== 'pass' && verdict !== 'fail') return 'g'
  if (transition) return transition[0] as State
  return verdict === 'pass' ? 'p' : 'x'
}
