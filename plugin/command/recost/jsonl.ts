/** The costs in an experiment's JSON lines, which are put there from those of its samples. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readJsonl } from '../../../reporters/jsonl.ts'
import { samplePath } from '../../plan/plan.ts'
import type { SampleRecord } from '../../record/schema.ts'
import { type Change, type Costs, withCostsOfAttempts } from './costs.ts'
import { gone, missing, type RecostedSample } from './sample.ts'

/** @returns no change and no fault where there is no such file: a run that was killed writes none */
export async function recostJsonl(
  store: string,
  experiment: string,
  samples: RecostedSample[],
): Promise<{ changes: Change[]; faults: string[] }> {
  const name = `${experiment}.jsonl`
  const file = path.join(store, name)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return { changes: [], faults: [] }
  try {
    await readJsonl(file)
  } catch (error) {
    // Of all that is wrong with a line, the first.
    const message = (error as Error).message.split('\n').slice(0, 3).join(' ')
    return { changes: [], faults: [`${message}; move ${name} away: the next run writes it again`] }
  }
  const known = new Map(samples.map((one) => [samplePath(one.sample), one]))
  const faults: string[] = []
  const lines = text.split('\n').map((line) => {
    if (line.trim() === '') return line
    const record = JSON.parse(line) as SampleRecord
    const sample = known.get(samplePath(record))
    const costs = new Map<number, Costs>(sample?.attempts.map((one) => [one.number, one.after]))
    // What is wrong with a sample itself has been said.
    const lost = sample && sample.faults.length > 0 ? [] : missing(record, costs)
    faults.push(...lost.map((number) => `${name}, ${samplePath(record)}: ${gone(number)}`))
    return JSON.stringify(withCostsOfAttempts(record, (number) => costs.get(number)))
  })
  const content = lines.join('\n')
  return { changes: content === text ? [] : [{ file, kind: 'jsonl', content }], faults }
}
