/** What an adapter and its harness promise. Main process. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '../process/identity.ts'
import { UNSAID } from '../run/work.ts'
import {
  briefs,
  type Case,
  CHILD_FILE,
  DONE,
  ENVIRONMENT_FILE,
  environment,
  gone,
  leftover,
  loud,
  README_WORD,
  refusal,
  silence,
  turns,
  work,
} from './cases.ts'
import type { Observed } from './laboratory.ts'
import { judgeSurroundings, writing } from './outside.ts'
import { broken, ended, held, type Judged, type Promised, type Seen, unseen } from './promise.ts'
import { NO_SESSIONS } from './twice.ts'
import { whereLost } from './whole.ts'

/** Seconds beside its budget that an attempt may take: to start, to be stopped, to be stored. */
export const ALLOWANCE = 15

/** Judges a case in which the model has its say; it is left out where the adapter is not metered. */
function withModel(one: Case, judge: (observed: Observed, seen: Seen) => Judged | Promise<Judged>) {
  return (seen: Seen) => {
    if (!seen.condition.metered) return unseen('its model calls do not go through the gateway')
    const observed = seen.of(one)
    if (!observed) return unseen('not tried on this system')
    if (observed.heard.length === 0) return broken(`no call reached the model (${ended(observed)})`)
    return judge(observed, seen)
  }
}

const count = ({ length }: readonly unknown[], noun: string) =>
  `${length} ${noun}${length === 1 ? '' : 's'}`

const fileIn = (observed: Observed, name: string) =>
  readFile(path.join(observed.tree, name), 'utf8').catch(() => null)

export const promises: readonly Promised[] = [
  {
    promise: 'does what its model says, and is `finished`',
    tries: [work],
    async judge(seen) {
      const observed = seen.of(work) as Observed
      const isFinished = observed.attempt.outcome === 'finished'
      if (!isFinished) return broken(ended(observed))
      const content = await fileIn(observed, DONE.path)
      if (content === DONE.content) return held(`finished, ${DONE.path} as it was told`)
      if (!seen.condition.metered) return held('finished; no model of ours told it anything')
      return broken(content === null ? `no ${DONE.path}` : `${DONE.path} holds other bytes`)
    },
  },
  ...briefs.map((one) => ({
    promise: `a brief with ${one.shown} arrives byte for byte`,
    tries: [one],
    judge: withModel(one, ({ heard }) => {
      const lost = whereLost(one.brief, heard)
      if (lost !== null) return broken(lost)
      if (one.name === 'brief-file' && heard.some((body) => body.includes(README_WORD)))
        return broken('it arrives, and so does what README.md holds')
      return held(`in ${count(heard, 'request')}`)
    }),
  })),
  {
    promise: 'a second turn carries the first',
    tries: [turns],
    judge(seen) {
      if (seen.of(turns)?.attempt.reason?.includes(NO_SESSIONS)) return unseen(NO_SESSIONS)
      return withModel(turns, (observed) => {
        const { second = '', brief } = turns
        const heard = observed.heard.filter((body) => whereLost(second, [body]) === null)
        if (heard.length === 0) return broken(`the second turn did not arrive (${ended(observed)})`)
        return heard.some((body) => whereLost(brief, [body]) === null)
          ? held('the model hears both')
          : broken('the model hears the second alone')
      })(seen)
    },
  },
  {
    promise: 'claims the usage that its model served',
    tries: [work, turns, ...briefs],
    judge: judgeUsage,
  },
  {
    promise: 'a model that falls silent: the wall clock ends it',
    tries: [silence],
    judge: withModel(silence, (observed) => {
      const { outcome } = observed.attempt
      const took = `${ended(observed)}, after ${observed.seconds.toFixed(1)} s`
      return outcome === 'timedOut' || outcome === 'crashed' ? held(took) : broken(took)
    }),
  },
  {
    promise: 'a failure is not called `finished`, whatever the exit code says',
    tries: [refusal],
    judge: withModel(refusal, (observed) => {
      const { outcome, reason } = observed.attempt
      if (reason?.startsWith(UNSAID)) return broken('it says nothing of it; the meter does')
      return outcome === 'finished' ? broken('finished') : held(ended(observed))
    }),
  },
  {
    promise: 'no secret and no path of ours is in its reach',
    tries: [environment],
    judge: judgeSecrets,
  },
  {
    promise: 'nothing is written outside the sample’s own folders',
    tries: writing,
    judge: judgeSurroundings,
  },
  {
    promise: 'no process is left',
    tries: [leftover],
    async judge(seen) {
      const left = seen.all.flatMap((observed) => observed.left)
      if (left.length > 0) return broken(`${left.length} still ran after the attempt`)
      const observed = seen.of(leftover)
      const pid = observed && Number(await fileIn(observed, CHILD_FILE))
      if (pid && isAlive(String(pid))) return broken('what its shell had started outlived it')
      if (pid) return held('what its shell had started is gone, too')
      const none = `none was found after ${count(seen.all, 'attempt')}`
      return unseen(
        seen.condition.metered
          ? `${none}; its shell did not start the one that it was told to leave`
          : `${none}, in which no model told it to leave one`,
      )
    },
  },
  {
    promise: 'a workspace that is deleted is survived',
    tries: [gone],
    judge: withModel(gone, async (observed) => {
      const { edits, outcome, reason } = observed.attempt
      if ((await fileIn(observed, 'package.json')) !== null)
        return unseen(`its shell did not delete it (${ended(observed)})`)
      return edits === null || /could not be stored/.test(reason ?? '')
        ? broken(ended(observed))
        : held(`an empty build, ${outcome}`)
    }),
  },
  {
    promise: 'a command that prints 100 MB in one line and bytes that are no text is survived',
    tries: [loud],
    judge: withModel(loud, (observed) =>
      observed.attempt.outcome === 'unmeasured'
        ? broken(ended(observed))
        : held(`${ended(observed)}; ${printed(observed)}`),
    ),
  },
]

export function printed({ attempt: { output } }: Observed): string {
  const cut = output.bytes - output.kept
  return `${output.bytes} bytes of output${cut > 0 ? `, ${cut} cut` : ''}`
}

function judgeUsage(seen: Seen): Judged {
  if (!seen.condition.metered) return unseen('nothing was metered')
  const both = [work, turns, ...briefs].flatMap((one) => seen.of(one) ?? [])
  const told = both.filter(
    ({ attempt }) => attempt.claim !== null && attempt.outcome === 'finished',
  )
  if (told.length === 0) return unseen('it claims nothing; the meter counts')
  const faults = told.flatMap(({ attempt: { usage, claim } }) => {
    const pairs = [
      ['calls', claim?.calls, usage.calls],
      ...(['input', 'output', 'cacheRead', 'cacheWrite'] as const).map(
        (kind) => [kind, claim?.tokens[kind], usage.tokens[kind]] as const,
      ),
    ] as const
    const { cacheRead } = usage.tokens
    return pairs.flatMap(([kind, claimed, served]) => {
      if (claimed == null || served == null || claimed === served) return []
      const cached = kind === 'input' && cacheRead && claimed === served + cacheRead
      const counted = cached ? ` and ${cacheRead} read from a cache, which are not input` : ''
      return [`${claimed} ${kind} for ${served}${counted}`]
    })
  })
  if (faults.length === 0) return held(`in ${told.length} attempts`)
  return broken(`it claims ${[...new Set(faults)].slice(0, 4).join(', ')}`)
}

async function judgeSecrets(seen: Seen): Promise<Judged> {
  const found = new Set(seen.all.flatMap(({ leaks }) => [...leaks]))
  const own = seen.of(environment)
  const listed = own && (await fileIn(own, ENVIRONMENT_FILE))
  for (const { name, text, mayBeArgument } of seen.secrets) {
    if (listed?.includes(text)) found.add(`${name} in the environment of its shell`)
    for (const observed of seen.all) {
      if (observed.heard.some((body) => body.includes(text))) found.add(`${name} in a request`)
      const output = await readFile(path.join(observed.folder, 'output.txt'), 'latin1').catch(
        () => '',
      )
      if (!mayBeArgument && output.includes(text)) found.add(`${name} in its output`)
    }
  }
  if (found.size > 0) return broken([...found].join('; '))
  if (!seen.condition.metered)
    return unseen('none in its output; it is not looked at while it works, as it asks no model')
  const looked = [
    ...(process.platform === 'linux' ? ['its processes'] : []),
    ...(listed ? ['its shell’s environment'] : []),
    'its requests and output',
  ]
  return held(`looked at ${looked.join(', ')}`)
}
