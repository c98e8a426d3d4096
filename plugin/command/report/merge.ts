/**
 * Puts together what several places hold of an experiment. The order in which they are named makes no
 * difference: shards and machines give the report of one run. Pure.
 */
import {
  detailsIn,
  nothingKept,
  type ReadDetails,
} from '../../../reporters/html/details/details.ts'
import type { Experiment } from '../../../reporters/html/report.ts'
import { countWords } from '../../../reporters/terminal/words.ts'
import type { ControlReport } from '../../controls/schema.ts'
import { samplePath } from '../../plan/plan.ts'
import type { SampleRecord } from '../../record/schema.ts'
import { type Design, inferPlan, unitePlans } from './plans.ts'
import type { Source, SourceExperiment } from './source.ts'

/** @returns by name */
export function mergeSources(sources: Source[], wanted: string | undefined): Experiment[] {
  const all = sources.flatMap(({ store, experiments }) =>
    experiments.map((experiment) => ({ ...experiment, store })),
  )
  const byName = Map.groupBy(all, ({ name }) => name)
  return [...byName]
    .filter(([name]) => wanted === undefined || name === wanted)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => mergeExperiment(name, own))
}

type Part = SourceExperiment & { store: string | null }

function mergeExperiment(name: string, parts: Part[]): Experiment {
  const { records, readers, twice } = gatherRecords(parts)
  const plans = parts.flatMap(({ plan }) => plan ?? [])
  const design: Design = plans.length > 0 ? unitePlans(plans) : inferPlan(name, records)
  const { controls, said } = gatherControls(parts.flatMap((part) => part.controls))
  const beside = parts.reduce((sum, part) => sum + part.beside, 0)
  return {
    plan: design.plan,
    records,
    controls,
    said: [
      ...design.said,
      ...(twice > 0
        ? [`${countWords(twice, 'record')} given twice, the same to the letter: each is one.`]
        : []),
      ...(beside > 0
        ? [
            `${countWords(beside, 'sample')} in the store with a record that is not among the JSON lines of its last run (stale, of another plan, or copied there): not in this report.`,
          ]
        : []),
      ...(readers.size === 0
        ? ['The records lie in no store: there are no diffs, calls, traces and outputs.']
        : []),
      ...said,
    ],
    details: async (record, room) => (await readers.get(record)?.(record, room)) ?? nothingKept,
  }
}

/** Ordered by sample, then by when the attempt that counts began; where that is the same, by content. */
function gatherRecords(parts: Part[]) {
  const readers = new Map<SampleRecord, ReadDetails>()
  const distinct = new Map<string, SampleRecord>()
  let twice = 0
  for (const { records, store } of parts) {
    for (const record of records) {
      const text = JSON.stringify(record)
      const known = distinct.get(text)
      if (known) twice++
      else distinct.set(text, record)
      if (store !== null && !readers.has(known ?? record))
        readers.set(known ?? record, detailsIn(store))
    }
  }
  const records = [...distinct]
    .map(([text, record]) => ({ text, record, place: [samplePath(record), began(record), text] }))
    .sort((a, b) => compare(a.place, b.place))
    .map(({ record }) => record)
  return { records, readers, twice }
}

function began(record: SampleRecord): string {
  return record.attempts.find(({ number }) => number === record.attempt)?.startedAt ?? ''
}

function compare(a: string[], b: string[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1
}

/** One report a suite, apart from when and under which fingerprint the same was seen. */
function gatherControls(reports: ControlReport[]) {
  const bySuite = Map.groupBy(reports, ({ suite }) => suite)
  const said: string[] = []
  const controls = [...bySuite].flatMap(([suite, own]) => {
    const seen = new Map(
      own.map((report) => [JSON.stringify({ ...report, fingerprint: '', seconds: 0 }), report]),
    )
    const [first] = [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, report]) => report)
    if (seen.size > 1)
      said.push(`The controls of ${suite} differ between these runs; one of ${seen.size} is shown.`)
    return first ?? []
  })
  return { controls, said }
}
