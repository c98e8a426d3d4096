/** What calls add up to: made from the very lines that stand in the books. Any process. */
import type { Tokens } from '../record/schema.ts'
import { nothingSpent, type Spending } from './budget.ts'
import type { Call, Ending } from './call.ts'

const kinds = ['input', 'output', 'cacheRead', 'cacheWrite'] as const satisfies (keyof Tokens)[]
type Kind = (typeof kinds)[number]

export interface Summary {
  /** Model calls that were let through to a provider or a cassette; listings and the like are none. */
  calls: number
  /** Of those, answered with a status of success and to the end. */
  ok: number
  failed: { status429: number; status5xx: number; other: number }
  /** What became of the last call that failed, in the provider's own words where there are some. */
  failure: string | null
  /** The same of the conversation's last call, where the provider failed it; null where it was answered. */
  unanswered: string | null
  /** What a cassette had no answer to, the first time; null where it had all. */
  missed: string | null
  /** Tools that the conversation offers: calls with fewer of them (a title, a memory) are beside it. */
  mostTools: number
  /** Sums of what is known; `unknownTokens` says how many calls each sum lacks. */
  tokens: Record<Kind, number>
  unknownTokens: Record<Kind, number>
  /** Sum of what is known, in US dollars; null where nothing is. `unpriced` calls are not in it. */
  cost: number | null
  unpriced: number
  /** Price tables of the calls that are in `cost`, with their versions; in order of appearance. */
  prices: string[]
  /** Answered, or asked for where no answer named one; in order of appearance. */
  models: string[]
  /** Some answer came from a scripted model. */
  scripted: boolean
  /** Some answer came from a cassette. */
  replayed: boolean
  /** The budget for which calls were refused or cut; null where none was. */
  overBudget: string | null
}

export function emptySummary(): Summary {
  return {
    calls: 0,
    ok: 0,
    failed: { status429: 0, status5xx: 0, other: 0 },
    failure: null,
    unanswered: null,
    missed: null,
    mostTools: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    unknownTokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    cost: null,
    unpriced: 0,
    prices: [],
    models: [],
    scripted: false,
    replayed: false,
    overBudget: null,
  }
}

/** Not by the provider. */
const endedByOthers = new Set<Ending>(['clientGone', 'cut', 'lost'])

function followConversation(summary: Summary, call: Call, isOk: boolean): void {
  const { tools, status, ended } = call
  const isConversation = tools.count >= summary.mostTools
  if (isConversation) summary.mostTools = tools.count
  if (isOk) {
    // Whoever is answered with fewer tools after a failure went on without them.
    if (isConversation || tools.count > 0) summary.unanswered = null
  } else if (isConversation) {
    if (!endedByOthers.has(ended)) summary.unanswered = failureOf(call)
    // It was being answered when the harness had enough.
    else if (status !== null && status < 300) summary.unanswered = null
  }
}

/** A cassette has no answer to it. */
function isMiss({ replayed, reason, status }: Call): boolean {
  return replayed && reason !== null && status !== null && status >= 400
}

export function summarise(calls: Iterable<Call>): Summary {
  const summary = emptySummary()
  for (const call of calls) add(summary, call)
  return summary
}

export function add(summary: Summary, call: Call): void {
  summary.overBudget ??= call.overBudget
  if (!isModelCall(call)) return
  summary.calls++
  const outcome = outcomeOf(call)
  if (outcome === 'ok') summary.ok++
  else {
    summary.failed[outcome]++
    summary.failure = failureOf(call)
  }
  followConversation(summary, call, outcome === 'ok')
  if (isMiss(call)) summary.missed ??= call.reason?.split('\n', 1)[0] ?? null
  if (!isFreeOfCharge(call)) {
    for (const kind of kinds) {
      const tokens = call.tokens[kind]
      if (tokens === null) summary.unknownTokens[kind]++
      else summary.tokens[kind] += tokens
    }
  }
  if (call.cost === null) summary.unpriced++
  else {
    summary.cost = (summary.cost ?? 0) + call.cost
    if (call.tokens.output !== null && !summary.prices.includes(call.priceSource))
      summary.prices.push(call.priceSource)
  }
  const model = call.model.answered ?? call.model.asked
  if (model !== null && !summary.models.includes(model)) summary.models.push(model)
  summary.scripted ||= call.scripted
  summary.replayed ||= call.replayed
}

/** What the calls of a sample took of a budget. @param seconds for which its meter was open */
export function spendingOf(calls: Iterable<Call>, seconds: number): Spending {
  const spending = { ...nothingSpent, unknown: { ...nothingSpent.unknown }, seconds }
  for (const call of calls) {
    if (isModelCall(call)) spending.calls++
    spend(spending, call)
  }
  return spending
}

/** All but the count, which goes up when a call is let through. */
export function spend(spending: Spending, call: Call): void {
  if (!isModelCall(call)) return
  for (const kind of kinds) spending.tokens += call.tokens[kind] ?? 0
  spending.dollars += call.cost ?? 0
  if (outcomeOf(call) !== 'ok') return
  if (call.tokens.input === null || call.tokens.output === null) spending.unknown.tokens++
  if (call.cost === null) spending.unknown.dollars++
}

function isModelCall(call: Call): boolean {
  return !call.free && call.ended !== 'refused'
}

/** An error is not charged for, and has no tokens to be known. */
export function isFreeOfCharge({ status }: { status: number | null }): boolean {
  return status !== null && status >= 400
}

function failureOf({ status, error, reason }: Call): string {
  const said = error?.message ?? reason
  if (status === null) return said ?? 'no answer'
  return said ? `status ${status}: ${said}` : `status ${status}`
}

function outcomeOf({ status, ended }: Call): 'ok' | keyof Summary['failed'] {
  if (status === 429) return 'status429'
  if (status !== null && status >= 500) return 'status5xx'
  return status !== null && status < 300 && ended === 'complete' ? 'ok' : 'other'
}
