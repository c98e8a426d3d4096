/**
 * Packs the details of samples for the page: some samples together, compressed, as text. A page of
 * thousands of samples opens without reading them; a click inflates one pack. Main process.
 */
import { deflateRawSync } from 'node:zlib'
import type { Attempt, SampleRecord } from '../../../plugin/record/schema.ts'
import { TRACE } from '../../../plugin/trace/write.ts'
import { countWords, moneyWords, secondsWords, thousands } from '../../terminal/words.ts'
import { oneLine, printable, truncate } from '../../text.ts'
import type { AssertionRow } from '../model.ts'
import type { Details, TraceData } from '../page-data.ts'
import { attemptPath, type CallRow, type Kept, nothingKept, type ReadDetails } from './details.ts'
import { printableLines } from './lines.ts'
import type { KeptTrace } from './trace.ts'

/** Samples in a pack. */
export const PACK = 16
/** Characters that the diffs of a page may take before they are compressed; its traces, half of them. */
const ALL = 24_000_000
const MOST = 64_000
const REASON = 4_000
/** Samples that are read at once. */
const AT_ONCE = 32

/**
 * @param all samples of the page, which share its room
 * @returns base64 of raw deflate of JSON, a pack each
 */
export async function packDetails(
  records: (SampleRecord | undefined)[],
  assertions: AssertionRow[],
  all: number,
  read: ReadDetails = async () => nothingKept,
): Promise<string[]> {
  const room = Math.min(MOST, Math.floor(ALL / Math.max(1, all)))
  const rows = new Map(assertions.map(({ id }, index) => [id, index]))
  const packed: (Details | null)[] = []
  for (let at = 0; at < records.length; at += AT_ONCE)
    packed.push(
      ...(await Promise.all(
        records
          .slice(at, at + AT_ONCE)
          .map(async (record) => record && detail(record, rows, await read(record, room))),
      ).then((some) => some.map((one) => one ?? null))),
    )
  return Array.from({ length: Math.ceil(packed.length / PACK) }, (_, index) =>
    deflateRawSync(JSON.stringify(packed.slice(index * PACK, (index + 1) * PACK)), {
      level: 9,
    }).toString('base64'),
  )
}

function detail(record: SampleRecord, rows: Map<string, number>, kept: Kept): Details {
  const counting = record.attempts.find(({ number }) => number === record.attempt)
  return {
    facts: [...facts(record, counting)],
    reasons: Object.fromEntries(
      record.assertions.flatMap(({ id, reason }) =>
        reason === null ? [] : [[rows.get(id), truncate(printableLines(reason), REASON)]],
      ),
    ),
    diff: kept.diff === null ? null : printableLines(kept.diff),
    output: kept.output === null ? null : printableLines(kept.output),
    calls: kept.calls?.map(callWords) ?? null,
    moreCalls: kept.moreCalls,
    trace: kept.trace && traceWords(record, kept.trace),
  }
}

function* facts(record: SampleRecord, counting: Attempt | undefined): Generator<[string, string]> {
  const { change, regress, usage } = record
  for (const [axis, { passed, of, fraction }] of Object.entries({ change, regress }))
    yield [axis, `${passed} of ${of}${fraction === null ? ', not all graded' : ''}`]
  yield ['outcome', record.outcome + (record.reason ? `: ${oneLine(record.reason)}` : '')]
  yield ['attempt', `${record.attempt} of ${record.attempts.length}`]
  yield ['calls', known(usage.calls, String)]
  yield ['cost', known(usage.cost, moneyWords) + (usage.claimedBy ? ` (${usage.claimedBy})` : '')]
  yield ['time', secondsWords(record.seconds)]
  yield [
    'model',
    printable(usage.model ?? 'unknown') +
      (usage.scripted ? ' (scripted)' : '') +
      (usage.replayed ? ' (replayed)' : ''),
  ]
  if (counting) yield ['adapter', printable(`${counting.adapter.name} ${counting.adapter.version}`)]
  if (record.litter.length > 0) yield ['litter', record.litter.map(printable).join(', ')]
}

function callWords(call: CallRow): string[] {
  const [into, out] = call.tokens
  return [
    String(call.number),
    printable(call.model ?? 'unknown'),
    `${known(into, thousands)}/${known(out, thousands)}`,
    known(call.cost, moneyWords),
    secondsWords(call.seconds),
    [call.ended, call.finish]
      .filter((word) => word !== null)
      .map(printable)
      .join(', '),
    call.tools.map(printable).join('\n'),
    call.note === null ? '' : truncate(oneLine(call.note), REASON),
  ]
}

function traceWords(record: SampleRecord, { rows, counts, broken, room }: KeptTrace): TraceData {
  const { turn = 0, message = 0, toolCall = 0 } = counts
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const most = [room.text, room.trace, ALL / 2].map((count) => count.toLocaleString('en'))
  const { experiment, suite, condition, task, repetition, attempt } = record
  const names = [experiment, suite, condition, task, repetition].join(' ')
  return {
    counts: `entries ${all}: turns ${turn}, messages ${message}, tool calls ${toolCall}`,
    bounds: `Shown are at most ${most[0]} characters of a text, ${most[1]} of a trace and ${most[2]} of all traces of this page.${broken === 0 ? '' : ` ${countWords(broken, 'line')} of the file cannot be read.`}`,
    file: printable(`${attemptPath(record)}/${TRACE}`),
    command: printable(`npx harnessbench trace .harnessbench ${names} --attempt ${attempt}`),
    rows,
  }
}

function known<Value>(value: Value | null, word: (value: Value) => string): string {
  return value === null ? 'unknown' : word(value)
}
