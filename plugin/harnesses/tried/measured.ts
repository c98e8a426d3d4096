/** Runs an experiment in a room, and sorts what was seen by condition. Main process. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Project } from '../../end-to-end/project.ts'
import { type Call, readCalls } from '../../gateway/call.ts'
import { readJsonl } from '../../record/index.ts'
import type { Attempt, SampleRecord } from '../../record/schema.ts'
import { CALLS } from '../../run/metering.ts'
import { readTrace } from '../../trace/read.ts'
import type { TraceEntry } from '../../trace/schema.ts'
import type { Heard } from './model/server.ts'
import { type Report, runInRoom, store, type Written } from './room/room.ts'

/** One condition's sample. */
export interface Measured {
  record: SampleRecord
  attempt: Attempt
  calls: Call[]
  heard: Heard[]
  /** Names that were asked for while it worked, and what was written outside; known in a sealed room. */
  names: string[]
  written: Written[]
  trace: TraceEntry[]
  /** A file in the build that came of it. */
  read(file: string): Promise<string>
}

export interface Run {
  report: Report
  of(condition: string): Measured
}

/**
 * @param words for Vitest, behind `run`
 * @param planted as of `runInRoom`
 */
export async function measure(
  project: Project,
  experiment: string,
  words: string[],
  minutes: number,
  planted?: Record<string, string>,
): Promise<Run> {
  const report = await runInRoom(project, ['run', ...words], minutes, planted)
  const records = await readJsonl(path.join(store, `${experiment}.jsonl`))
  const all = new Map<string, Measured>()
  for (const record of records) {
    const attempt = record.attempts.at(-1)
    if (!attempt) continue
    const { suite, condition, task, repetition } = record
    const folder = path.join(
      ...[store, 'samples', experiment, suite, condition, task, String(repetition)],
      ...['attempts', String(attempt.number)],
    )
    const begun = new Date(attempt.startedAt).getTime()
    const during = ({ at }: { at: number }) => at >= begun && at <= begun + attempt.seconds * 1000
    all.set(condition, {
      record,
      attempt,
      calls: await readCalls(path.join(folder, CALLS)),
      heard: report.heard.filter((heard) => heard.condition === condition),
      names: [...new Set(report.asked.filter(during).map(({ name }) => name))],
      written: report.written.filter(during),
      trace: (await readTrace(folder))?.entries ?? [],
      read: (name) => readFile(path.join(folder, 'tree', name), 'utf8'),
    })
  }
  return {
    report,
    of(condition) {
      const measured = all.get(condition)
      if (!measured) throw new Error(`${condition} was not measured:\n${report.output}`)
      return measured
    },
  }
}
