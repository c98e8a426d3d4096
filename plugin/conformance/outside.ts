/** Whether something was written where it is not the sample's own. Main process. */
import { briefs, turns, work } from './cases.ts'
import { broken, held, type Judged, type Seen, unseen } from './promise.ts'
import { DEPTH } from './surroundings.ts'

/** Without what only stops it or makes it loud. */
export const writing = [work, ...briefs, turns]

/** Paths that are told. */
const MOST_TOLD = 5

/**
 * Others write in the same places at the same time. So what came or changed there is looked for again
 * where nobody else is; where that cannot be had, only what changed in every attempt is this adapter's.
 */
export async function judgeSurroundings(seen: Seen): Promise<Judged> {
  if (seen.all.some(({ attempt }) => attempt.reason?.includes('seed or reference changed')))
    return broken('it reached the suite itself')
  const { metered } = seen.condition
  const worked = writing
    .flatMap((one) => seen.of(one) ?? [])
    .filter(({ heard }) => !metered || heard.length > 0)
  if (worked.length === 0) return unseen('it did not work at all')
  const suspects = worked.map(({ task, around }) => ({
    task,
    found: new Map([...around].filter(([name]) => !seen.noise.has(name))),
  }))
  const again = suspects.filter(({ task, found }) => task === work.name || found.size > 0)
  const gone = suspects.flatMap(({ found }) => [...found.values()])
  const written = await seen.inRoom(
    again.map(({ task }) => task),
    gone,
  )
  if (written !== null && written.length > 0)
    return broken(`written where nobody else writes: ${shown(written)}`)
  if (!metered)
    return unseen('nothing in one attempt, in which no model of ours told it to do anything')
  if (written !== null) return held('nothing, in a room of its own; the suite is unchanged')

  const [first, ...rest] = suspects
  const always = [...(first?.found ?? [])].filter(([name]) =>
    rest.every(({ found }) => found.has(name)),
  )
  if (always.length > 0 && rest.length > 1)
    return broken(
      `changed in all of ${worked.length} attempts: ${shown(always.map(([, place]) => place))}`,
    )
  return gone.length > 0
    ? unseen(`it or another program on this machine wrote ${shown(gone)}`)
    : held(
        `nothing in HOME and the temporary folders, ${DEPTH} levels down; the suite is unchanged`,
      )
}

function shown(places: string[]): string {
  const all = [...new Set(places)]
  const more = all.length - MOST_TOLD
  return `${all.slice(0, MOST_TOLD).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
