/**
 * Puts what an attempt left into the store: its tree, the diff, the output, how it ended. What cannot
 * be stored is kept where it is, and stored by the next run. Main process.
 */
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'
import type { Sample } from '../plan/plan.ts'
import type { Suite, Task } from '../plan/suite.ts'
import { killFamily } from '../process/family.ts'
import { heldFor, hold, removeOwned } from '../process/temporary.ts'
import { writeAtomically } from '../record/files.ts'
import { type Attempt, attemptSchema } from '../record/schema.ts'
import type { StageNote, Store } from '../record/store.ts'
import { compareTrees } from '../tree/compare.ts'
import { copyTree } from '../tree/copy.ts'
import { diffTrees } from '../tree/diff.ts'
import { type Ignore, matcher } from '../tree/ignore.ts'
import { removeTree } from '../tree/remove.ts'
import { usageInBooks } from './metering.ts'
import { scratchAt } from './scratch.ts'

const endedSchema = attemptSchema.pick({
  outcome: true,
  reason: true,
  usage: true,
  claim: true,
  output: true,
  seconds: true,
})
/** How an attempt ended, before anybody looked at what it left. */
export type Ended = z.infer<typeof endedSchema>

export interface Left {
  store: Store
  sample: Sample
  suite: Suite
  task: Task
  ignore: Ignore
  /** Folder in which the attempt is put together. */
  staged: string
  note: StageNote
}

/** @throws HarvestError when it could not be stored */
export async function harvest(left: Left, ended: Ended): Promise<Attempt> {
  const { store, sample, staged, note } = left
  try {
    hold(note.scratch, staged, ended)
  } catch {
    // A harness may have taken the folder away; it matters only should the store fail as well.
  }
  try {
    const { litter, edits } = await keep(left)
    const { startedAt, runFingerprint, design, adapter } = note
    const attempt = { runFingerprint, startedAt, design, ...ended, litter, edits, adapter }
    const stored = await store.commit(sample, staged, attempt)
    await removeTree(note.scratch).catch(() => {}) // swept another time
    return stored
  } catch (error) {
    await removeTree(path.join(staged, 'tree')).catch(() => {}) // half a tree only takes up room
    throw new HarvestError(
      `what the harness left could not be stored (${(error as Error).message}); it is kept in ${scratchAt(note.scratch).build}, from where the next run takes it`,
      { cause: error },
    )
  }
}

/** The store failed after the money was spent: nothing more may be started. */
export class HarvestError extends Error {
  override name = 'HarvestError'
}

/** Copies the final tree and its diff into the staged attempt. */
async function keep({
  suite,
  task,
  ignore,
  staged,
  note,
}: Left): Promise<Pick<Attempt, 'litter' | 'edits'>> {
  const scratch = scratchAt(note.scratch)
  const tree = path.join(staged, 'tree')
  await removeTree(tree)
  // A harness may have deleted the very folder that it was given: then its build is empty.
  await mkdir(scratch.build, { recursive: true })
  const { skipped } = await copyTree(scratch.build, tree, ignore)
  const notes = skipped.map(
    ({ path: place, why }) => `# not kept: ${JSON.stringify(place)} (${why})\n`,
  )
  const diff = await diffTrees(suite.seed, tree, ignore)
  await writeAtomically(path.join(staged, 'changes.diff'), notes.join('') + diff)
  await copyFile(scratch.output, path.join(staged, 'output.txt')).catch((error) => {
    if (error.code !== 'ENOENT') throw error // nothing was started
  })
  const { added, removed, changed } = await compareTrees(suite.seed, tree, ignore)
  const calledFor = matcher(task.creates)
  const created = [...added, ...skipped.map((entry) => entry.path)]
  return {
    litter: created.filter((place) => !calledFor(place)).sort(),
    edits: created.length + removed.length + changed.length,
  }
}

/**
 * Takes up what killed runs left of attempts at a sample: one whose harness had ended is stored, any
 * other becomes a superseded attempt; processes and folders are cleared away.
 */
export async function recover(left: Omit<Left, 'staged' | 'note'>): Promise<void> {
  const { store, sample } = left
  for (const { folder: staged, note } of await store.abandoned(sample)) {
    if (!note) {
      await removeTree(staged)
      continue
    }
    await killFamily({ pid: null, marker: note.scratch })
    const ended = endedSchema.safeParse(heldFor(note.scratch, staged))
    if (ended.success) await harvest({ ...left, staged, note }, ended.data)
    else {
      const { startedAt, runFingerprint, design, adapter } = note
      await removeTree(path.join(staged, 'tree'))
      await store.commit(sample, staged, {
        runFingerprint,
        outcome: 'unmeasured',
        reason: 'the run was killed while the harness worked',
        startedAt,
        design,
        seconds: 0,
        // What was paid for stays in the books, though there is nothing to grade.
        usage: await usageInBooks(staged, adapter.model),
        claim: null,
        litter: [],
        edits: null,
        adapter,
        output: { bytes: 0, kept: 0 },
      })
      await removeOwned(note.scratch)
    }
  }
}
