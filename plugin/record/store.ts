/**
 * The store on disk: attempts with all that they left, one record a sample, controls that passed.
 * Every change is one rename, so that a killed run leaves whole things or nothing. Main process.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { ConfigurationError } from '../plan/error.ts'
import { foldersIn } from '../plan/folder.ts'
import { type Sample, samplePath } from '../plan/plan.ts'
import { isAlive, ownIdentity } from '../process/identity.ts'
import { json, makeFolder, readJson, writeAtomically } from './files.ts'
import { lock } from './lock.ts'
import { type Attempt, attemptSchema, recordSchema, type SampleRecord } from './schema.ts'

/** Bumped when an older version could misread the folder. */
export const STORE_FORMAT = 1

export interface Store {
  /** Absolute. */
  folder: string
  lock(
    sample: Sample,
    onWait: (owner: string) => void,
    signal?: AbortSignal,
  ): Promise<() => Promise<void>>
  /** All attempts at a sample, oldest first. */
  attempts(sample: Sample): Promise<Attempt[]>
  /** Folder of an attempt: `tree/`, `changes.diff`, `output.txt`, `attempt.json`. */
  attemptFolder(sample: Sample, number: number): string
  /** A fresh folder to put an attempt together in; only the lock's owner may ask. */
  stage(sample: Sample, note: StageNote): Promise<string>
  /** Makes a staged folder the sample's next attempt. */
  commit(sample: Sample, staged: string, attempt: Omit<Attempt, 'number'>): Promise<Attempt>
  /** Attempts that a killed run left half-made; only the lock's owner may ask. */
  abandoned(sample: Sample): Promise<{ folder: string; note: StageNote | undefined }[]>
  /**
   * Attempts at every sample of an experiment, planned or not, oldest first. One that cannot be read is
   * left out: who asks for that sample is told.
   */
  attemptsOf(experiment: string): Promise<Attempt[]>
  record(sample: Sample): Promise<SampleRecord | undefined>
  writeRecord(record: SampleRecord): Promise<void>
  /** A file for what is kept beside samples: `controls/<name>.json`. */
  file(...parts: string[]): string
}

export const stageNoteSchema = attemptSchema
  .pick({ startedAt: true, runFingerprint: true, design: true, adapter: true })
  .extend({
    owner: z.string(),
    /** Folder below the system's temporary one in which the harness works. */
    scratch: z.string(),
  })
/** What is known of an attempt from its start, so that another run can take up what a killed one left. */
export type StageNote = z.infer<typeof stageNoteSchema>

/** @throws ConfigurationError when the folder cannot be used. */
export async function openStore(folder: string, shown: string): Promise<Store> {
  await prepare(folder, shown)
  const sampleFolder = (sample: Sample) =>
    path.join(folder, 'samples', ...samplePath(sample).split('/'))
  const attemptsFolder = (sample: Sample) => path.join(sampleFolder(sample), 'attempts')

  const store: Store = {
    folder,
    lock: (sample, onWait, signal) => lock(sampleFolder(sample), onWait, signal),
    attemptFolder: (sample, number) => path.join(attemptsFolder(sample), String(number)),

    async attempts(sample) {
      const numbers = (await namesIn(attemptsFolder(sample)))
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b)
      return Promise.all(
        numbers.map(async (number) => {
          const file = path.join(store.attemptFolder(sample, number), 'attempt.json')
          return parseOr(attemptSchema, await readJson(file), file)
        }),
      )
    },

    async stage(sample, note) {
      const staged = path.join(attemptsFolder(sample), `.new-${randomUUID()}`)
      await mkdir(staged, { recursive: true })
      await writeAtomically(path.join(staged, 'note.json'), json(note))
      return staged
    },

    async commit(sample, staged, attempt) {
      const numbers = (await store.attempts(sample)).map(({ number }) => number)
      const numbered = { number: Math.max(0, ...numbers) + 1, ...attempt }
      await writeAtomically(path.join(staged, 'attempt.json'), json(attemptSchema.parse(numbered)))
      const place = store.attemptFolder(sample, numbered.number)
      await rename(staged, place)
      // Not before: without its note nobody could take it up.
      await rm(path.join(place, 'note.json'), { force: true })
      return numbered
    },

    async abandoned(sample) {
      const names = await namesIn(attemptsFolder(sample))
      const found = await Promise.all(
        names
          .filter((name) => name.startsWith('.new-'))
          .map(async (name) => {
            const left = path.join(attemptsFolder(sample), name)
            const note = await readJson(path.join(left, 'note.json')).catch(() => undefined)
            return { folder: left, note: stageNoteSchema.safeParse(note).data }
          }),
      )
      return found.filter(({ note }) => !note || note.owner === ownIdentity || !isAlive(note.owner))
    },

    async attemptsOf(experiment) {
      const found = await Promise.all(
        samplesBelow(path.join(folder, 'samples', experiment)).map((names) =>
          store.attempts({ experiment, ...names }).catch(() => []),
        ),
      )
      return found.flat().sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    },

    async record(sample) {
      const file = path.join(sampleFolder(sample), 'record.json')
      const found = await readJson(file)
      return found === undefined ? undefined : parseOr(recordSchema, found, file)
    },

    async writeRecord(record) {
      const where = sampleFolder(record)
      const file = path.join(where, 'record.json')
      const text = json(recordSchema.parse(record))
      // An unchanged record is not written, so that grading again needs no room.
      if ((await readFile(file, 'utf8').catch(() => '')) === text) return
      await mkdir(where, { recursive: true })
      await writeAtomically(file, text)
    },

    file: (...parts) => path.join(folder, ...parts),
  }
  return store
}

/** What stands in an experiment's folder, whoever planned it. */
function samplesBelow(folder: string): Omit<Sample, 'experiment'>[] {
  return foldersIn(folder).flatMap((suite) =>
    foldersIn(path.join(folder, suite)).flatMap((condition) =>
      foldersIn(path.join(folder, suite, condition)).flatMap((task) =>
        foldersIn(path.join(folder, suite, condition, task)).map((repetition) => ({
          suite,
          condition,
          task,
          repetition: Number(repetition),
        })),
      ),
    ),
  )
}

async function prepare(folder: string, shown: string): Promise<void> {
  const marker = path.join(folder, 'store.json')
  try {
    await makeFolder(folder)
    const found = (await readJson(marker)) as { format?: unknown } | undefined
    if (found === undefined) await writeAtomically(marker, json({ format: STORE_FORMAT }))
    else if (typeof found.format !== 'number' || found.format > STORE_FORMAT)
      throw new ConfigurationError([
        `the store ${shown} belongs to a newer version (its format is ${JSON.stringify(found.format)}, this version reads up to ${STORE_FORMAT}); update harnessbench, or name another folder in \`store\``,
      ])
    const probe = path.join(folder, `.${randomUUID()}`)
    await mkdir(probe)
    await rm(probe, { recursive: true })
  } catch (error) {
    if (error instanceof ConfigurationError) throw error
    throw new ConfigurationError([
      `the store ${shown} cannot be written (${(error as Error).message}); make it writable, or name another folder in \`store\``,
    ])
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function parseOr<T>(
  schema: {
    safeParse(value: unknown): { success: true; data: T } | { success: false; error: Error }
  },
  value: unknown,
  file: string,
): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(`${file} is not what this version wrote: ${parsed.error.message}; move it away`)
}

/** The diff that an attempt left, cut to `limit` characters. */
export async function readDiff(attemptFolder: string, limit: number): Promise<string> {
  const text = await readFile(path.join(attemptFolder, 'changes.diff'), 'utf8').catch(() => '')
  return text.length > limit
    ? `${text.slice(0, limit)}\n[${text.length - limit} more characters: see changes.diff in the store]\n`
    : text
}
