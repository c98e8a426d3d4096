/** Which tool calls cannot be of the same answer as those told before them. Pure; any process. */
import type { TraceEntry } from './schema.ts'

type Call = Extract<TraceEntry, { kind: 'toolCall' }>

/** By these an answer, or the turn, ends. */
const ends = new Set<TraceEntry['kind']>(['turn', 'message', 'reasoning', 'usage', 'stop'])

/**
 * Of calls with no word of the model between them, those that began when all before them had ended:
 * the first of each such group. A call of which no end was told may still have been at work.
 */
export function laterCalls(entries: TraceEntry[]): Set<TraceEntry> {
  const later = new Set<TraceEntry>()
  let together: Call[] = []
  function divide() {
    const groups = groupsOf(together)
    let group = 0
    for (const call of together) {
      const own = groups.get(call) ?? 0
      if (own <= group) continue
      group = own
      later.add(call)
    }
    together = []
  }
  for (const entry of entries) {
    if (entry.kind === 'toolCall') together.push(entry)
    else if (ends.has(entry.kind)) divide()
  }
  divide()
  return later
}

function groupsOf(calls: Call[]): Map<Call, number> {
  const timed = calls
    .map((call) => ({ call, began: Date.parse(call.at) }))
    .sort((a, b) => a.began - b.began)
  const groups = new Map<Call, number>()
  let group = 0
  let ended = Number.POSITIVE_INFINITY
  for (const [index, { call, began }] of timed.entries()) {
    if (index > 0 && began > ended) group++
    groups.set(call, group)
    const end = call.durationMs === null ? Number.POSITIVE_INFINITY : began + call.durationMs
    ended = index === 0 ? end : Math.max(ended, end)
  }
  return groups
}
