/** Records as a file of one JSON line a sample, written whole or not at all; main process. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import * as z from 'zod'
import { writeAtomically } from '../plugin/record/files.ts'
import { RECORD_FORMAT, recordSchema, type SampleRecord } from '../plugin/record/schema.ts'

/**
 * Writes all records, ordered by suite, condition, task and repetition. A reader sees the old file or
 * the new one, never a part.
 * @throws where a record is not valid or two are of one sample; the old file is then as it was
 */
export async function writeJsonl(file: string, records: SampleRecord[]): Promise<void> {
  const text = [...records].sort(bySample).map(lineOf).join('')
  await writeAtomically(file, text).catch((error: unknown) => {
    throw new Error(`${shown(file)} could not be written: ${messageOf(error)}`, { cause: error })
  })
}

/** @throws naming file and line where a line is not a record that this version can read */
export async function readJsonl(file: string): Promise<SampleRecord[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${shown(file)} could not be read: ${messageOf(error)}`, { cause: error })
  })
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [parse(line)]
    } catch (error) {
      throw new Error(`${shown(file)}:${index + 1}: ${messageOf(error)}`, { cause: error })
    }
  })
}

function lineOf(record: SampleRecord, index: number, sorted: SampleRecord[]): string {
  const before = sorted[index - 1]
  if (before && bySample(before, record) === 0) {
    throw new Error(`Two records of one sample, ${nameOf(record)}: a sample has one record`)
  }
  const result = recordSchema.safeParse(record)
  if (result.success) return `${JSON.stringify(result.data)}\n`
  throw new Error(`The record of ${nameOf(record)} is not valid:\n${z.prettifyError(result.error)}`)
}

function parse(line: string): SampleRecord {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new Error(`not JSON (${messageOf(error)}): the line was cut off or edited`)
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > RECORD_FORMAT) {
    throw new Error(
      `a record of format ${format}; this version reads up to ${RECORD_FORMAT}: update harnessbench`,
    )
  }
  const result = recordSchema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`not a record:\n${z.prettifyError(result.error)}`)
}

/** By code units, so that the order is the same on every machine and in every language. */
function bySample(a: SampleRecord, b: SampleRecord): number {
  for (const key of ['experiment', 'suite', 'condition', 'task', 'repetition'] as const) {
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1
  }
  return 0
}

function nameOf({ suite, condition, task, repetition }: SampleRecord): string {
  return `${suite} ${condition} ${task} #${repetition}`
}

/** The file relative to where the person is, unless it lies elsewhere. */
function shown(file: string): string {
  const path = relative(process.cwd(), file)
  return path.startsWith('..') ? file : path
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
