/** Reads what one place holds: a store, or a file of JSON lines. Writes nothing. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import type { Plan } from '../../../reporters/figures/plan.ts'
import { readJsonl } from '../../../reporters/jsonl.ts'
import { type ControlReport, controlReportSchema } from '../../controls/schema.ts'
import { readDesign } from '../../plan/design.ts'
import { ConfigurationError } from '../../plan/error.ts'
import { samplePath } from '../../plan/plan.ts'
import { readJson } from '../../record/files.ts'
import type { SampleRecord } from '../../record/schema.ts'
import { checkStore, storedSamples } from '../recost/stored.ts'

export interface Source {
  /** Its folder if it is a store, or lies in one. */
  store: string | null
  experiments: SourceExperiment[]
}

export interface SourceExperiment {
  name: string
  records: SampleRecord[]
  plan: Plan | undefined
  controls: ControlReport[]
  /** Samples with a record in the store that its JSON lines don't hold. */
  beside: number
}

/** @param place as the person named it @throws ConfigurationError */
export async function readSource(place: string): Promise<Source> {
  const full = path.resolve(place)
  const found = await stat(full).catch(() => undefined)
  if (found?.isDirectory()) return await readStore(full, place)
  if (found?.isFile()) return await readLines(full, place)
  throw new ConfigurationError([
    `report: there is no ${place}; name a store's folder or a file of JSON lines (a run leaves both in \`.harnessbench\`)`,
  ])
}

async function readStore(folder: string, shown: string): Promise<Source> {
  await checkStore(folder, shown)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  const experiments = await Promise.all(
    names.map(async (name) => {
      const records = await recordsOf(path.join(folder, name), path.join(shown, name))
      return await experimentsOf(records, folder, (experiment, own) =>
        countBeside(folder, shown, experiment, own),
      )
    }),
  )
  if (experiments.flat().length > 0) return { store: folder, experiments: experiments.flat() }
  throw new ConfigurationError([
    `report: the store ${shown} holds no records yet; a run that ends writes <experiment>.jsonl there`,
  ])
}

async function readLines(file: string, shown: string): Promise<Source> {
  const records = await recordsOf(file, shown)
  if (records.length === 0) throw new ConfigurationError([`report: ${shown} holds no record`])
  const folder = path.dirname(file)
  const store = (await isStore(folder)) ? folder : null
  return { store, experiments: await experimentsOf(records, folder, async () => 0) }
}

async function experimentsOf(
  records: SampleRecord[],
  folder: string,
  beside: (experiment: string, own: SampleRecord[]) => Promise<number>,
): Promise<SourceExperiment[]> {
  const byExperiment = Map.groupBy(records, ({ experiment }) => experiment)
  return await Promise.all(
    [...byExperiment].map(async ([name, own]) => ({
      ...(await besides(folder, name)),
      name,
      records: own,
      beside: await beside(name, own),
    })),
  )
}

async function isStore(folder: string): Promise<boolean> {
  return (await readJson(path.join(folder, 'store.json')).catch(() => undefined)) !== undefined
}

async function recordsOf(file: string, shown: string): Promise<SampleRecord[]> {
  try {
    return await readJsonl(file)
  } catch (error) {
    throw new ConfigurationError([
      `report: ${(error as Error).message.replaceAll(file, shown)}; move it away, or name only what can be read`,
    ])
  }
}

/** What lies beside an experiment's JSON lines. A name from elsewhere may be no file's name. */
async function besides(
  folder: string,
  experiment: string,
): Promise<Pick<SourceExperiment, 'plan' | 'controls'>> {
  if (path.basename(experiment) !== experiment) return { plan: undefined, controls: [] }
  try {
    const plan = await readDesign(folder, experiment)
    return { plan, controls: await controlsOf(folder, experiment) }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw new ConfigurationError([`report: ${(error as Error).message}`])
  }
}

async function controlsOf(folder: string, experiment: string): Promise<ControlReport[]> {
  const file = path.join(folder, `${experiment}.controls.json`)
  const found = await readJson(file)
  if (found === undefined) return await onlyControls(path.join(folder, 'controls'))
  const parsed = z.array(controlReportSchema).safeParse(found)
  if (parsed.success) return parsed.data
  throw new Error(`${file} is not what this version wrote; move it away`)
}

/** Those remembered, where there is one of a suite: of several nobody says which belong to the records. */
async function onlyControls(folder: string): Promise<ControlReport[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.json')).sort()
  const texts = await Promise.all(
    files.map((name) => readJson(path.join(folder, name)).catch(() => undefined)),
  )
  const reports = texts.flatMap((found) => controlReportSchema.safeParse(found).data ?? [])
  const bySuite = Map.groupBy(reports, ({ suite }) => suite)
  return [...bySuite.values()].flatMap((own) => (own.length === 1 ? own : []))
}

async function countBeside(
  folder: string,
  shown: string,
  experiment: string,
  records: SampleRecord[],
): Promise<number> {
  const known = new Set(records.map(samplePath))
  const stored = await storedSamples(folder, shown, experiment).catch(() => [])
  const beside = stored.filter((sample) => !known.has(samplePath(sample)))
  const files = await Promise.all(
    beside.map((sample) =>
      stat(path.join(folder, 'samples', ...samplePath(sample).split('/'), 'record.json')).catch(
        () => undefined,
      ),
    ),
  )
  return files.filter(Boolean).length
}
