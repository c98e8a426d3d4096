/** The tables of docs/harnesses.md of what is promised and held. Main process. */
import type { Conformance } from '../../conformance/check.ts'
import type { Promised, Verdict } from '../../conformance/promise.ts'
import type { Table } from '../tried/report/tables.ts'

/** Numbers the promises, which are sentences. */
export function promiseTable(promises: readonly Promised[]): Table {
  return {
    name: 'promises',
    head: ['', 'promise'],
    rows: promises.map(({ promise }, index) => [`${index + 1}`, promise]),
  }
}

/** @param found by the row's name */
export function conformanceMatrix(
  promises: readonly Promised[],
  found: ReadonlyMap<string, Conformance>,
): Table {
  const numbers = promises.map((_, index) => `${index + 1}`)
  return {
    name: 'conformance',
    head: ['adapter', ...numbers, 'not held', 'not seen'],
    rows: [...found].map(([name, { verdicts }]) => {
      const all = promises.map(({ promise }) => verdicts.find((one) => one.promise === promise))
      return [name, ...all.map(mark), reasons(all, false), reasons(all, null)]
    }),
  }
}

function mark(verdict: Verdict | undefined): string {
  if (verdict === undefined || verdict.held === null) return '–'
  return verdict.held ? 'yes' : '**no**'
}

/** Those of one kind, each with the numbers that it is for. */
function reasons(all: (Verdict | undefined)[], held: boolean | null): string {
  const numbers = new Map<string, number[]>()
  for (const [index, verdict] of all.entries())
    if (verdict?.held === held) {
      const why = verdict.known ?? verdict.why
      numbers.set(why, [...(numbers.get(why) ?? []), index + 1])
    }
  return [...numbers].map(([why, of]) => `${runs(of)}: ${why}`).join('; ')
}

/** `2–8, 10`. */
function runs(numbers: number[]): string {
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
