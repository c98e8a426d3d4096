/** Checks one adapter, promise by promise. Main process, or a Vitest worker. */
import { setTimeout as delay } from 'node:timers/promises'
import { didYouMean } from '../plan/closest.ts'
import { ConfigurationError } from '../plan/error.ts'
import { allCases, type Case, silence, work } from './cases.ts'
import { type HostileName, hostilePrograms } from './hostile.ts'
import { hostilePromises } from './hostile-promises.ts'
import { type Laboratory, type Observed, openLaboratory } from './laboratory.ts'
import { type ConformanceOptions, type ResolvedConformance, resolveConformance } from './options.ts'
import type { Promised, Seen, Verdict } from './promise.ts'
import { promises } from './promises.ts'
import { canHaveRoom, writtenInRoom } from './room/room.ts'
import { differences, lookAround } from './surroundings.ts'

export interface Conformance {
  adapter: string
  version: string
  verdicts: Verdict[]
}

/** What is looked at, in the order of the table. */
export function promisesFor({
  program,
  only,
}: Pick<ConformanceOptions, 'program' | 'only'>): readonly Promised[] {
  const all = program ? [...promises, ...hostilePromises] : promises
  return only ? all.filter(({ promise }) => only.includes(promise)) : all
}

/** Milliseconds for which we look at what changes without us. */
const QUIET = 1000

/** Told what is begun, in words for whoever waits. */
export type Progress = (what: string) => void

/**
 * Lets the adapter work through all cases, by the same code as every measurement, and judges.
 * @throws ConfigurationError when it is not there, does not load, or refuses its options
 */
export async function checkConformance(
  given: ConformanceOptions,
  progress: Progress = () => {},
): Promise<Conformance> {
  const asked = resolveConformance(given)
  const promised = promisesFor(asked)
  refuseUnknown(asked)
  await using laboratory = await openLaboratory(asked)
  const seen = await watch(laboratory, asked, promised, progress)
  // At once: what one of them waits for must not make others look too late.
  const verdicts = await Promise.all(
    promised.map(async ({ promise, judge }): Promise<Verdict> => {
      const known = asked.except[promise]
      return { promise, ...(await judge(seen)), ...(known === undefined ? {} : { known }) }
    }),
  )
  return { adapter: asked.adapter, version: laboratory.condition.version, verdicts }
}

function refuseUnknown({ program, only = [], except }: ResolvedConformance): void {
  const known = promisesFor({ program }).map(({ promise }) => promise)
  const faults = [...only, ...Object.keys(except)]
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `conformance: there is no promise ${JSON.stringify(name)}${didYouMean(name, known)}`,
    )
  if (faults.length > 0) throw new ConfigurationError(faults)
}

async function watch(
  laboratory: Laboratory,
  asked: ResolvedConformance,
  promised: readonly Promised[],
  progress: Progress,
): Promise<Seen> {
  const tried = promised.flatMap(({ tries }): (Case | HostileName)[] =>
    typeof tries === 'string' ? [tries] : [...tries],
  )
  const begun = counting(new Set(tried), progress)
  const before = lookAround()
  await delay(QUIET)
  const noise = differences(before, lookAround())

  // Two at once, as a measurement has them: who works at a case, and who is hostile.
  const [cases, hostile] = await Promise.all([
    workThrough(laboratory, asked.seconds, tried, begun),
    driveAll(laboratory, tried, begun),
  ])
  return {
    condition: laboratory.condition,
    secrets: laboratory.secrets,
    of: ({ name }: Case) => cases.get(name),
    hostile: (name) => hostile.get(name),
    all: [...cases.values()],
    noise,
    async inRoom(again, gone) {
      if (!canHaveRoom()) return null
      progress(`once more, in a room of its own: ${again.join(', ')}`)
      return writtenInRoom(asked, again, gone)
    },
  }
}

async function workThrough(
  laboratory: Laboratory,
  seconds: number,
  tried: readonly (Case | HostileName)[],
  begun: (one: Case | HostileName) => void,
): Promise<Map<string, Observed>> {
  const seen = new Map<string, Observed>()
  if (!tried.some((one) => typeof one !== 'string')) return seen
  begun(work)
  const first = await laboratory.work(work, seconds)
  seen.set(work.name, first)
  if (!laboratory.condition.metered) return seen
  for (const one of allCases) {
    const isLeftOut = one.needsShell && process.platform === 'win32'
    if (one === work || isLeftOut || !tried.includes(one)) continue
    begun(one)
    // As long as it had needed with a model that answers, and a little more.
    const budget = one === silence ? Math.min(seconds, Math.ceil(2 + 2 * first.seconds)) : seconds
    seen.set(one.name, await laboratory.work(one, budget))
  }
  return seen
}

async function driveAll(
  laboratory: Laboratory,
  tried: readonly (Case | HostileName)[],
  begun: (one: Case | HostileName) => void,
): Promise<Map<HostileName, Observed>> {
  const seen = new Map<HostileName, Observed>()
  for (const name of tried)
    if (typeof name === 'string') {
      begun(name)
      seen.set(name, await laboratory.drive(name, hostilePrograms[name].seconds))
    }
  return seen
}

function counting(all: ReadonlySet<Case | HostileName>, progress: Progress) {
  let number = 0
  return (one: Case | HostileName) => {
    number++
    progress(
      `${number} of ${all.size}: ${typeof one === 'string' ? `a program that ${hostilePrograms[one].does}` : one.name}`,
    )
  }
}
