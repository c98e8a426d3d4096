/** An entry of a trace in words, the same in the terminal and in the HTML report. Pure; any process. */
import type { TraceEntry } from './schema.ts'

/** Not yet fit to be printed: `about` and `texts` hold whatever an agent wrote, as long as it is. */
export interface EntryWords {
  /** Our words: what it is, and what came of it. */
  head: string
  /** Theirs, for the same line: a tool's name and arguments, what was asked for, a reason. */
  about: string[]
  /** Ours again, at the end of the line: how long it took, whether it was denied. */
  how: string
  /** Theirs, below. */
  texts: string[]
}

export function entryWords(entry: TraceEntry): EntryWords {
  switch (entry.kind) {
    case 'turn':
      return words(`turn ${entry.turn}`, { texts: [entry.text] })
    case 'message':
    case 'reasoning':
      return words(entry.kind, { texts: [entry.text] })
    case 'toolCall': {
      const { name, arguments: given, result, isError, denied, durationMs } = entry
      const how = [
        denied ? 'denied' : isError ? 'failed' : '',
        durationMs === null ? 'no end told' : `${durationMs} ms`,
      ].filter(Boolean)
      const told = typeof result === 'string' ? result : JSON.stringify(result)
      return words('tool', {
        about: [name, JSON.stringify(given)],
        how: how.join(', '),
        texts: result === undefined ? [] : [told],
      })
    }
    case 'plan': {
      const steps = entry.steps.map(({ status, text }) => `[${status}] ${flat(text)}`)
      return words('plan', { texts: steps.length === 0 ? [] : [steps.join('\n')] })
    }
    case 'question':
      return words(`question${by(entry.by)}`, {
        texts: [entry.text, `→ ${entry.answer ?? 'no answer'}`],
      })
    case 'permission':
      return words(`permission ${entry.answer}${by(entry.by)}`, { about: [entry.asked] })
    case 'compaction': {
      const { before, after } = entry
      const [of, to] = [
        before === undefined ? '' : ` of ${before} tokens`,
        after === undefined ? '' : ` to ${after}`,
      ]
      return words(`compaction${of}${to}`)
    }
    case 'usage': {
      const { tokens, cost } = entry
      const counts = Object.entries(tokens).map(([kind, count]) => `${kind} ${count}`)
      return words(
        `usage ${[...counts, ...(cost === undefined ? [] : [`$${cost}`])].join(', ')}`.trimEnd(),
      )
    }
    case 'error':
      return words('error', { texts: [entry.message] })
    case 'stop':
      return words('stop', { about: [entry.reason] })
    case 'omitted':
      return words(`${entry.entries} entries are not here`, { about: [entry.why] })
  }
}

function words(head: string, rest: Partial<EntryWords> = {}): EntryWords {
  return { head, about: [], how: '', texts: [], ...rest }
}

const by = (decider: string | null) => (decider === null ? '' : ` by the ${decider}`)

/** For a line of several: a break within would look like another one. */
export const flat = (text: string) => text.replaceAll('\n', ' ')
