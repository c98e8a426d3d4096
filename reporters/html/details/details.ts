/** What a click on a sample shows: its diff, its model calls, its trace, the end of its output; main process. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Call, callSchema } from '../../../plugin/gateway/call.ts'
import { nameSchema } from '../../../plugin/plan/name.ts'
import { samplePath } from '../../../plugin/plan/plan.ts'
import { readLines } from '../../../plugin/record/lines.ts'
import type { SampleRecord } from '../../../plugin/record/schema.ts'
import { entrySchema } from '../../../plugin/trace/schema.ts'
import { TRACE } from '../../../plugin/trace/write.ts'
import { oneLine, truncate } from '../../text.ts'
import { type KeptTrace, keepTrace } from './trace.ts'

export interface Kept {
  /** null where it is not there: the report was made from records alone, or the file is gone. */
  diff: string | null
  output: string | null
  calls: CallRow[] | null
  /** Calls that are not in `calls`, as there are too many. */
  moreCalls: number
  trace: KeptTrace | null
}

/** A call as the page prints it; null is unknown. */
export interface CallRow {
  number: number
  model: string | null
  ended: string
  finish: string | null
  tokens: [input: number | null, output: number | null]
  cost: number | null
  seconds: number
  tools: string[]
  note: string | null
}

/** @param room characters that one sample may take on the page */
export type ReadDetails = (record: SampleRecord, room: number) => Promise<Kept>

const CALLS = 200
const TOOL = 160

export const nothingKept: Kept = {
  diff: null,
  output: null,
  calls: null,
  moreCalls: 0,
  trace: null,
}

/** Reads from the folder of the attempt that counts. @param store absolute */
export function detailsIn(store: string): ReadDetails {
  return async (record, room) => {
    const { experiment, suite, condition, task } = record
    const names = [experiment, suite, condition, task]
    // A record from elsewhere may hold any name; a store only has such as these.
    if (!names.every((name) => nameSchema.safeParse(name).success)) return nothingKept
    const folder = path.join(store, attemptPath(record))
    const [diff, output, calls, trace] = await Promise.all([
      readText(path.join(folder, 'changes.diff')),
      readText(path.join(folder, 'output.txt')),
      readCallRows(path.join(folder, 'calls.jsonl')),
      readTrace(path.join(folder, TRACE), record, Math.ceil(room / 2)),
    ])
    return {
      diff: diff === null ? null : head(diff, room),
      output: output === null ? null : tail(output, Math.ceil(room / 4)),
      calls: calls?.slice(0, CALLS) ?? null,
      moreCalls: Math.max(0, (calls?.length ?? 0) - CALLS),
      trace,
    }
  }
}

/** Folder of the attempt that counts, within a store. */
export function attemptPath(record: SampleRecord): string {
  return `samples/${samplePath(record)}/attempts/${record.attempt}`
}

async function readText(file: string): Promise<string | null> {
  return await readFile(file, 'utf8').catch(() => null)
}

async function readCallRows(file: string): Promise<CallRow[] | null> {
  const rows: CallRow[] = []
  try {
    for await (const call of readLines(file, callSchema)) if (call) rows.push(rowOf(call))
  } catch {
    return null
  }
  return rows.sort((a, b) => a.number - b.number)
}

async function readTrace(
  file: string,
  { attempts, attempt }: SampleRecord,
  room: number,
): Promise<KeptTrace | null> {
  const counting = attempts.find(({ number }) => number === attempt)
  return await keepTrace(readLines(file, entrySchema), counting?.startedAt, room).catch(() => null)
}

function rowOf(call: Call): CallRow {
  const { input, cacheRead, cacheWrite, output } = call.tokens
  const all = [input, cacheRead, cacheWrite]
  return {
    number: call.number,
    model: call.model.answered ?? call.model.asked,
    ended: call.ended === 'complete' ? String(call.status ?? 'no answer') : call.ended,
    finish: call.finish,
    tokens: [all.includes(null) ? null : all.reduce((sum: number, n) => sum + (n ?? 0), 0), output],
    cost: call.cost,
    seconds: call.seconds,
    tools: call.toolCalls.map((tool) => truncate(oneLine(`${tool.name} ${tool.arguments}`), TOOL)),
    note: call.error?.message ?? call.reason ?? call.note,
  }
}

function head(text: string, room: number): string {
  return text.length <= room
    ? text
    : `${text.slice(0, room)}\n[${text.length - room} more characters: see changes.diff in the store]\n`
}

function tail(text: string, room: number): string {
  return text.length <= room
    ? text
    : `[${text.length - room} characters before: see output.txt in the store]\n${text.slice(-room)}`
}
