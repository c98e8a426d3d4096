/** Puts the new costs into the store: each file whole, each sample under its lock. */
import path from 'node:path'
import { countWords } from '../../../reporters/terminal/words.ts'
import type { Prices } from '../../gateway/prices.ts'
import { type Sample, samplePath } from '../../plan/plan.ts'
import { writeAtomically } from '../../record/files.ts'
import { lock } from '../../record/lock.ts'
import type { Change } from './costs.ts'
import { recostJsonl } from './jsonl.ts'
import { type RecostedSample, recostSample } from './sample.ts'

/**
 * @param samples those to write; they are computed again, since another run may have made an attempt
 * @returns what was written
 * @throws where a file cannot be written or a sample not be computed any more
 */
export async function writeCosts(
  store: string,
  samples: Sample[],
  prices: Prices,
  say: (text: string) => void,
): Promise<Change[]> {
  const written: Change[] = []
  const write = async (change: Change) => {
    await writeAtomically(change.file, change.content)
    written.push(change)
  }
  const recosted: RecostedSample[] = []
  for (const sample of samples) {
    const key = samplePath(sample)
    const release = await lock(path.join(store, 'samples', ...key.split('/')), (owner) =>
      say(`${key} is being made by process ${owner}; waiting for it …`),
    )
    try {
      const now = await recostSample(store, sample, prices)
      if (now.faults.length > 0) throw new Error(now.faults.join('\n'))
      for (const change of now.changes) await write(change)
      recosted.push(now)
    } finally {
      await release()
    }
  }
  for (const experiment of new Set(samples.map((sample) => sample.experiment))) {
    const { changes, faults } = await recostJsonl(store, experiment, recosted)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    for (const change of changes) await write(change)
  }
  return written
}

/** `12 attempts, 12 records, published.jsonl`. */
export function changeWords(changes: Change[]): string {
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length
  return [
    ...(count('attempt') > 0 ? [countWords(count('attempt'), 'attempt')] : []),
    ...(count('record') > 0 ? [countWords(count('record'), 'record')] : []),
    ...changes.filter(({ kind }) => kind === 'jsonl').map(({ file }) => path.basename(file)),
  ].join(', ')
}
