/** Entries of traces for the pages that are checked: of every kind, hostile, or many. */
import type { TraceEntry, TraceInput } from '../../../plugin/trace/schema.ts'

/** When their attempts began. */
export const BEGUN = '2026-11-30T10:00:00.000Z'

function timed(entries: TraceInput[], seconds: number): TraceEntry[] {
  return entries.map((entry, index) => ({
    at: new Date(Date.parse(BEGUN) + index * seconds * 1000).toISOString(),
    turn: 1,
    ...entry,
  })) as TraceEntry[]
}

/** Entries of every kind, each of which says this. */
export function everyKind(text: string): TraceEntry[] {
  const call = { id: text, name: text, arguments: { [text]: text }, result: { [text]: text } }
  return timed(
    [
      { kind: 'turn', text },
      { kind: 'reasoning', text },
      { kind: 'message', text: `${text}\n${text}` },
      { kind: 'toolCall', ...call, isError: false, denied: false, durationMs: 12 },
      { kind: 'toolCall', ...call, result: text, isError: true, denied: false, durationMs: null },
      { kind: 'toolCall', ...call, isError: true, denied: true, durationMs: 0 },
      { kind: 'message', text: text.repeat(100) },
      { kind: 'plan', steps: [{ text, status: 'inProgress' }] },
      { kind: 'question', text, answer: text, by: 'user' },
      { kind: 'permission', asked: text, answer: 'refused', by: 'policy' },
      { kind: 'compaction', before: 9000, after: 100 },
      { kind: 'usage', model: text, tokens: { input: 1 } },
      { kind: 'error', message: text },
      { kind: 'stop', reason: text },
      { kind: 'omitted', entries: 3, why: text } as unknown as TraceInput,
    ],
    0.5,
  )
}

/** As an agent of some steps leaves them; another seed, another text. */
export function manySteps(seed: number, steps: number): TraceEntry[] {
  const lines = (step: number) =>
    Array.from({ length: 12 }, (_, at) => `  const value${at} = read(${seed * 31 + step * at})`)
  return timed(
    [
      { kind: 'turn', text: 'Mend what is broken, and leave the rest as it is.' },
      ...Array.from({ length: steps }, (_, step): TraceInput[] => [
        { kind: 'message', text: `Step ${step}: next I look at src/${(seed + step) % 17}.ts.` },
        {
          kind: 'toolCall',
          id: String(step),
          name: step % 3 === 0 ? 'edit' : 'read',
          arguments: { path: `src/${(seed + step) % 17}.ts`, from: step * seed },
          result: lines(step).join('\n'),
          isError: step % 7 === 6,
          denied: false,
          durationMs: step * 3,
        },
      ]).flat(),
      { kind: 'stop', reason: 'end_turn' },
    ],
    1.5,
  )
}
