/** A trace in words, an entry a line or a few. */
import { printable } from '../../../reporters/text.ts'
import type { TraceEntry } from '../../trace/schema.ts'

/** Characters of a text that are shown. */
const LONGEST = 2000

export function showEntry(entry: TraceEntry): string {
  switch (entry.kind) {
    case 'turn':
      return `\nturn ${entry.turn}\n${indented(entry.text)}`
    case 'message':
      return `message\n${indented(entry.text)}`
    case 'reasoning':
      return `reasoning\n${indented(entry.text)}`
    case 'toolCall': {
      const { name, arguments: given, result, isError, denied, durationMs } = entry
      const how = [
        denied ? 'denied' : isError ? 'failed' : '',
        durationMs === null ? 'no end told' : `${durationMs} ms`,
      ].filter(Boolean)
      const told = result === undefined ? '' : `\n${indented(text(result), '    ')}`
      return `tool ${one(name)} ${cut(one(JSON.stringify(given)))} (${how.join(', ')})${told}`
    }
    case 'plan':
      return `plan\n${entry.steps.map((step) => `  [${step.status}] ${one(step.text)}`).join('\n')}`
    case 'question':
      return `question${by(entry.by)}\n${indented(entry.text)}\n${indented(`→ ${entry.answer ?? 'no answer'}`)}`
    case 'permission':
      return `permission ${entry.answer}${by(entry.by)}: ${cut(one(entry.asked))}`
    case 'compaction': {
      const { before, after } = entry
      return `compaction${before === undefined ? '' : ` of ${before} tokens`}${after === undefined ? '' : ` to ${after}`}`
    }
    case 'usage': {
      const { tokens, cost } = entry
      const counts = Object.entries(tokens).map(([kind, count]) => `${kind} ${count}`)
      return `usage ${[...counts, ...(cost === undefined ? [] : [`$${cost}`])].join(', ')}`
    }
    case 'error':
      return `error\n${indented(entry.message)}`
    case 'stop':
      return `stop: ${one(entry.reason)}`
    case 'omitted':
      return `${entry.entries} entries are not here: ${one(entry.why)}`
  }
}

const by = (decider: string | null) => (decider === null ? '' : ` by the ${decider}`)

const one = (value: string) => printable(value.replaceAll('\n', ' '))

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function cut(value: string): string {
  return value.length <= LONGEST
    ? value
    : `${value.slice(0, LONGEST)} … (${value.length} characters; see trace.jsonl in the store)`
}

function indented(value: string, by = '  '): string {
  return cut(value)
    .split(/\r?\n/)
    .map((line) => `${by}${printable(line)}`)
    .join('\n')
}
